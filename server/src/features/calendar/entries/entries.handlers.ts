import * as entries from '#contract/calendar-entries/endpoints.ts';
import type { CalendarEntry } from '#contract/calendar-entries/endpoints.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { isAllDay, type Series } from '../../../kernel/time/series.ts';
import { withTimeProblems } from '../time-problems.ts';
import * as queries from './entries.queries.ts';
import { scheduleAlert } from './entry-alerts.ts';
import {
  edited,
  endText,
  remaining,
  seriesOf,
  normalizeDetails,
  timesOf,
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
  version: row.revision,
});

/** Stores an entry, or returns the one that was stored with this client id. */
const addEntry = async (
  call: Call,
  clientId: string | null,
  words: queries.EntryDetails,
  series: Series,
): Promise<queries.EntryRow> => {
  const { db, me, schoolId: school, now } = call;
  const most = personalLimits.entries;
  const times = timesOf(series);
  const entry = { school, me: me.userId, clientId, words, times, now, most };
  const added = await queries.insertEntry(db, entry);
  if (added !== undefined) await scheduleAlert(call, added);
  const row =
    added ??
    (clientId === null ? undefined : await queries.selectEntryOfClient(db, me.userId, clientId));
  if (row === undefined) throw problem('too_many_calendar_entries', { max: most });
  return row;
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
      if (entry.series.rule !== null && scope !== 'all' && occurrence === undefined)
        throw problem('occurrence_required');
      const { remaining, added, isMoved } = edited(entry, { scope, occurrence, change });
      const after =
        remaining &&
        orNotFound(
          await queries.updateEntry(
            db,
            me.userId,
            entry,
            remaining.words,
            timesOf(remaining.series),
            now,
          ),
        );
      if (after) await scheduleAlert(call, after);
      const other = added && (await addEntry(call, null, added.words, added.series));
      return entryView(orNotFound(isMoved ? other : after));
    }),
  ),

  handle(entries.deleteEntry, (call, { id, version, scope, occurrence }) =>
    withTimeProblems(async () => {
      const { db, me, now } = call;
      const entry = await queries.selectEntry(db, me.userId, idOf(id));
      if (entry === undefined) return ok;
      if (version !== undefined && entry.revision !== version)
        throw problem('calendar_entry_changed');
      if (entry.series.rule !== null && scope !== 'all' && occurrence === undefined)
        throw problem('occurrence_required');
      const series = remaining(entry.series, { scope, occurrence });
      if (series === null) await queries.deleteEntry(db, me.userId, entry.id);
      else {
        const after = await queries.updateEntry(db, me.userId, entry, entry, timesOf(series), now);
        if (after !== undefined) await scheduleAlert(call, after);
      }
      return ok;
    }),
  ),
];
