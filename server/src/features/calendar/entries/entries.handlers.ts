import * as entries from '#contract/calendar-entries/endpoints.ts';
import type { CalendarEntry } from '#contract/calendar-entries/endpoints.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { hasDates, isAllDay } from '../../../kernel/time/series.ts';
import { editDavFile, personKey } from '../calendar-files.ts';
import { withTimeProblems } from '../time-problems.ts';
import * as queries from './entries.queries.ts';
import { scheduleAlert } from './entry-alerts.ts';
import { planEdit, type EditedEntry, type EditInput, type EditPlan } from './entry-edits.ts';
import { endText, normalizeDetails, seriesOf, timesOf } from './entries.rules.ts';

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
  context: Context,
  me: number,
  clientId: string | null,
  { words, times, file }: EditedEntry,
): Promise<queries.EntryRow> => {
  const { db, school, clock } = context;
  const most = personalLimits.entries;
  const entry = {
    school: school.school_id,
    me,
    clientId,
    words,
    times,
    file,
    now: clock.now(),
    most,
  };
  const added = await queries.insertEntry(db, entry);
  if (added !== undefined) await scheduleAlert(context, added);
  const row =
    added ?? (clientId === null ? undefined : await queries.selectEntryOfClient(db, me, clientId));
  if (row === undefined) throw problem('too_many_calendar_entries', { max: most });
  return row;
};

/** Stores a changed entry, and schedules its next alert. */
const saveEntry = async (
  context: Context,
  me: number,
  entry: queries.EntryRow,
  { words, times, file }: EditedEntry,
): Promise<queries.EntryRow> => {
  const { db, clock } = context;
  const after = orNotFound(
    await queries.updateEntry(db, me, entry, words, times, file, clock.now()),
  );
  await scheduleAlert(context, after);
  return after;
};

/** Computes an edit, in the calendar thread if the entry has a file. Never call this in a transaction. */
const planOf = async (scope: Scope, me: number, input: EditInput): Promise<EditPlan> =>
  input.entry.ics === null ? planEdit(input) : editDavFile(scope, personKey(scope, me), input);

/** Selects an entry with everything locked that its edit changes. */
const lockEntry = async ({ db }: Pick<Context, 'db'>, me: number, id: number) => {
  // The same order as in CalDAV writes.
  await queries.lockEntries(db, me);
  return queries.selectEntry(db, me, id);
};

const bytesOf = (file: queries.EntryFile | null | undefined): number =>
  Buffer.byteLength(file?.ics ?? '');

/** Throws if all of a person's files would be too large. An edit that makes the files smaller is always possible. */
const checkBytes = async (
  { db }: Pick<Context, 'db'>,
  me: number,
  { id, ics }: queries.EntryRow,
  { remaining, added }: EditPlan,
): Promise<void> => {
  const bytes = bytesOf(remaining?.file) + bytesOf(added?.file);
  if (bytes <= Buffer.byteLength(ics ?? '')) return;
  if ((await queries.selectStoredBytes(db, me, id)) + bytes > personalLimits.entryFiles)
    throw problem('calendar_entries_too_large');
};

const selectEntryAt = (scope: Scope, me: number, id: string) =>
  transact(scope, ({ db }) => queries.selectEntryToRead(db, me, idOf(id)), { readOnly: true });

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
      const entry = { words, times: timesOf(seriesOf(sent)), file: null };
      return entryView(await addEntry(call, call.me.userId, clientId, entry));
    }),
  ),

  handleWithoutTransaction(
    entries.updateEntry,
    (call, { id, version, scope, occurrence, ...change }) =>
      withTimeProblems(async () => {
        const { me, now } = call;
        const entry = orNotFound(await selectEntryAt(call, me.userId, id));
        if (entry.revision !== version) throw problem('calendar_entry_changed');
        if (hasDates(entry.series) && scope !== 'all' && occurrence === undefined)
          throw problem('occurrence_required');
        const plan = await planOf(call, me.userId, { entry, scope, occurrence, change, now });
        return transact(call, async (context) => {
          const locked = orNotFound(await lockEntry(context, me.userId, entry.id));
          if (locked.revision !== version) throw problem('calendar_entry_changed');
          await checkBytes(context, me.userId, entry, plan);
          const { remaining, added, isMoved } = plan;
          const after = remaining && (await saveEntry(context, me.userId, entry, remaining));
          const other = added && (await addEntry(context, me.userId, null, added));
          return entryView(orNotFound(isMoved ? other : after));
        });
      }),
  ),

  handleWithoutTransaction(entries.deleteEntry, (call, { id, version, scope, occurrence }) =>
    withTimeProblems(async () => {
      const { me, now } = call;
      const entry = await selectEntryAt(call, me.userId, id);
      if (entry === undefined) return ok;
      if (version !== undefined && entry.revision !== version)
        throw problem('calendar_entry_changed');
      if (hasDates(entry.series) && scope !== 'all' && occurrence === undefined)
        throw problem('occurrence_required');
      const input = { entry, scope, occurrence, change: null, now };
      const { remaining } = await planOf(call, me.userId, input);
      return transact(call, async (context) => {
        const locked = await lockEntry(context, me.userId, entry.id);
        if (locked === undefined) return ok;
        const isExpected = version === undefined && remaining === null;
        if (!isExpected && locked.revision !== entry.revision)
          throw problem('calendar_entry_changed');
        if (remaining === null) await queries.deleteEntry(context.db, me.userId, entry.id);
        else await saveEntry(context, me.userId, entry, remaining);
        return ok;
      });
    }),
  ),
];
