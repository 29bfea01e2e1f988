import { randomUUID } from 'node:crypto';
import * as entries from '#contract/calendar-entries/endpoints.ts';
import type { CalendarEntry, EditScope } from '#contract/calendar-entries/endpoints.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { hasDates, isAllDay, type Series } from '../../../kernel/time/series.ts';
import { withTimeProblems } from '../time-problems.ts';
import * as queries from './entries.queries.ts';
import { scheduleAlert } from './entry-alerts.ts';
import { changedFile, splitOffFile } from './entry-files.ts';
import {
  edited,
  endText,
  remaining,
  seriesOf,
  normalizeDetails,
  timesOf,
  type EditResult,
} from './entries.rules.ts';

const entryView = ({ series, ...row }: queries.EntryRow): CalendarEntry => ({
  id: String(row.id),
  title: row.title,
  location: row.location,
  note: row.note,
  color: row.color,
  alarm: row.alarm,
  isFree: row.isFree,
  dateStart: series.start,
  dateEnd: endText(series),
  isAllDay: isAllDay(series),
  timeZone: series.zone,
  rrule: series.rule,
  isSeries: hasDates(series),
  version: row.revision,
});

/** Stores an entry, or returns the one that was stored with this client id. */
const addEntry = async (
  call: Call,
  clientId: string | null,
  words: queries.EntryDetails,
  series: Series,
  file: queries.EntryFile | null = null,
): Promise<queries.EntryRow> => {
  const { db, me, schoolId: school, now } = call;
  const most = personalLimits.entries;
  const times = timesOf(series);
  const entry = { school, me: me.userId, clientId, words, times, file, now, most };
  const added = await queries.insertEntry(db, entry);
  if (added !== undefined) await scheduleAlert(call, added);
  const row =
    added ??
    (clientId === null ? undefined : await queries.selectEntryOfClient(db, me.userId, clientId));
  if (row === undefined) throw problem('too_many_calendar_entries', { max: most });
  return row;
};

type Part = EditResult['remaining'] & object;

/** An entry's columns after a change, with its changed file if a calendar program stored one. */
const filed = (
  { ics, ...before }: queries.EntryRow,
  { words, series }: Part,
  names: EditResult['names'],
  now: Date,
) => {
  if (ics === null) return { words, series, file: null };
  const changed = changedFile(
    ics,
    { words: before, series: before.series },
    { words, series, names },
    now,
  );
  return { ...changed, words: { ...changed.words, color: words.color } };
};

/** The columns of an entry that was split off another one. */
const splitOff = (
  { ics, ...before }: queries.EntryRow,
  { words, series }: Part,
  { original, names }: EditResult,
  scope: EditScope,
  now: Date,
) => {
  if (ics === null) return { words, series, file: null };
  const after = { words, series, names, uid: randomUUID() };
  const changed =
    scope === 'this'
      ? splitOffFile(ics, before.series, original, after, now)
      : changedFile(ics, { words: before, series: before.series }, after, now);
  return { ...changed, words: { ...changed.words, color: words.color } };
};

/** Stores a changed entry, and schedules its next alert. */
const saveEntry = async (
  call: Call,
  entry: queries.EntryRow,
  part: Part,
  names?: EditResult['names'],
): Promise<queries.EntryRow> => {
  const { db, me, now } = call;
  const { words, series, file } = filed(entry, part, names, now);
  const after = orNotFound(
    await queries.updateEntry(db, me.userId, entry, words, timesOf(series), file, now),
  );
  await scheduleAlert(call, after);
  return after;
};

export const entriesHandlers = [
  handle(entries.readEntry, async ({ db, me }, { id }) =>
    entryView(orNotFound(await queries.selectEntryToRead(db, me.userId, idOf(id)))),
  ),

  handle(entries.createEntry, (call, { clientId, ...sent }) =>
    withTimeProblems(async () => {
      const {
        title,
        location = null,
        note = null,
        color = null,
        alarm = null,
        isFree = false,
      } = sent;
      const words = normalizeDetails({ title, location, note, color, alarm, isFree });
      return entryView(await addEntry(call, clientId, words, seriesOf(sent)));
    }),
  ),

  handle(entries.updateEntry, (call, { id, version, scope, occurrence, ...change }) =>
    withTimeProblems(async () => {
      const { db, me, now } = call;
      const entry = orNotFound(await queries.selectEntry(db, me.userId, idOf(id)));
      if (entry.revision !== version) throw problem('calendar_entry_changed');
      if (hasDates(entry.series) && scope !== 'all' && occurrence === undefined)
        throw problem('occurrence_required');
      const result = edited(entry, { scope, occurrence, change });
      const { remaining, added, isMoved, names } = result;
      const split = added && splitOff(entry, added, result, scope, now);
      const after =
        remaining && (await saveEntry(call, entry, remaining, added ? undefined : names));
      const other = split && (await addEntry(call, null, split.words, split.series, split.file));
      return entryView(orNotFound(isMoved ? other : after));
    }),
  ),

  handle(entries.deleteEntry, (call, { id, version, scope, occurrence }) =>
    withTimeProblems(async () => {
      const { db, me } = call;
      const entry = await queries.selectEntry(db, me.userId, idOf(id));
      if (entry === undefined) return ok;
      if (version !== undefined && entry.revision !== version)
        throw problem('calendar_entry_changed');
      if (hasDates(entry.series) && scope !== 'all' && occurrence === undefined)
        throw problem('occurrence_required');
      const series = remaining(entry.series, { scope, occurrence });
      if (series === null) await queries.deleteEntry(db, me.userId, entry.id);
      else await saveEntry(call, entry, { words: entry, series });
      return ok;
    }),
  ),
];
