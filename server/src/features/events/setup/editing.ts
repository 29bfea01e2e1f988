import type { EditScope } from '#contract/events/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit, emitAll } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import type { Series } from '../../../kernel/time/series.ts';
import { renamePoints } from '../../club-points/award-points.ts';
import { copyForm } from '../../forms/forms.queries.ts';
import { insertEventKeys } from '../keys/event-keys.queries.ts';
import { newEventKeys } from '../keys/event-keys.ts';
import {
  canceledOf,
  changedSeries,
  startsOf,
  withoutTimes,
  type ChangedTimes,
  type TimesChange,
} from '../event-times.ts';
import {
  replaceStarts,
  selectPlainEvent,
  updateEvent,
  type EventChange,
  type EventRow,
} from '../events.queries.ts';
import { emitPromotions, scheduleOfferEnds } from '../registration/promotions.ts';
import { changeRegistrations } from '../registration/registration.queries.ts';
import { selectOrdersCalledOff, type CalledOff } from '../registration/ticket-orders.queries.ts';
import { attendedKey, openStatuses, questionsOf } from '../events.rules.ts';
import { moveScans, selectAllOf } from '../check-in/check-in.queries.ts';
import {
  askCohosts,
  scheduleFeedback,
  scheduleLateReminder,
  scheduleReminders,
} from './publishing.ts';
import { reserveRoom } from '../rooms/event-rooms.ts';
import { insertCanceledDates, renameDates, updateCanceledTimes } from '../dates/dates.queries.ts';
import * as queries from './setup.queries.ts';

/* Changes of events with times and people: registrations move with their dates. */

/** Returns the columns derived from a series. */
export const timeColumns = (series: Series) => {
  const times = startsOf(series);
  const starts = times.map(({ startsAt }) => startsAt);
  const ends = times.map(({ endsAt }) => endsAt);
  if (times.length === 0) throw problem('rule_never');
  return {
    times,
    columns: {
      series,
      // With thousands of dates, spreading an array would pass too many arguments.
      starts_at: new Date(starts.reduce((least, one) => Math.min(least, one))),
      ends_at: new Date(ends.reduce((most, one) => Math.max(most, one))),
    },
  };
};

/** Refunds or cancels the orders of tickets for an event or dates that don't take place, after the commit. */
export const callOffOrders = async (call: Call, { event, originals }: CalledOff): Promise<void> => {
  const orders = await selectOrdersCalledOff(call.db, { event, originals });
  await emitAll(
    call,
    'order_called_off',
    orders.map((order) => ({
      payload: { order, event: String(event), originals: originals && [...originals] },
      dueAt: null,
    })),
  );
};

/** Removes registrations for dates that no longer exist, refunds their orders, and notifies the people. */
const dropLeftBehind = async (call: Call, event: number, reason: string): Promise<void> => {
  for (const { original, people } of await queries.selectLeftBehind(call.db, event)) {
    // No one on the waitlist gets these spots, because the date no longer exists.
    await changeRegistrations(call.db, {
      event,
      original,
      people,
      from: openStatuses,
      to: 'canceled',
      reason,
      now: call.now,
    });
    await emit(call, 'event_called_off', { event, original, people, by: call.me.userId, reason });
    await callOffOrders(call, { event, originals: [original] });
  }
};

/** Notifies people with a spot of a new time or location. */
export const announceChange = (
  call: Call,
  event: number,
  what: { time: boolean; place: boolean },
  original: string | null = null,
): Promise<void> => emit(call, 'event_moved', { event, original, by: call.me.userId, ...what });

/** Gives free spots of an event, or of one of its dates, to people on the waitlist. */
export const promoteWaiting = async (
  call: Call,
  event: number,
  original?: string,
): Promise<void> => {
  for (const { original: date, people } of await queries.promoteWaitlists(call.db, event, {
    original,
    now: call.now,
  }))
    await emitPromotions(call, { event, original: date }, people);
};

/** Schedules reminders and feedback for the event's current dates. */
const schedule = async (call: Call, id: number): Promise<void> => {
  const event = orNotFound(await selectPlainEvent(call.db, id));
  await scheduleReminders(call, event);
  await scheduleLateReminder(call, event);
  await scheduleFeedback(call, event);
};

const writeTimes = async (
  call: Call,
  event: Pick<EventRow, 'id' | 'revision' | 'status'>,
  series: Series,
  more: EventChange = {},
): Promise<void> => {
  const { db, schoolId, now } = call;
  const { times, columns } = timeColumns(series);
  const revision = event.revision + 1;
  await updateEvent(db, event.id, { ...more, ...columns, revision }, now);
  await replaceStarts(db, schoolId, event.id, times);
  if (event.status === 'published') await schedule(call, event.id);
};

/** Attendance moves with a date when its ID changes, so that no one gets points twice. */
const moveAttendance = async (
  call: Call,
  { id: from, club_id: club }: Pick<EventRow, 'id' | 'club_id'>,
  to: number,
  names: NonNullable<ChangedTimes['names']>,
): Promise<void> => {
  const { db, now } = call;
  const pairs = [...names].filter(([before, after]) => before !== after || from !== to);
  if (pairs.length === 0) return;
  await moveScans(db, { from, to }, pairs, now);
  if (club === null) return;
  await renamePoints(
    call,
    { club, people: await selectAllOf(db, to), source: 'attended' },
    pairs.map(([before, after]) => [attendedKey(from, before), attendedKey(to, after)] as const),
  );
};

/** Creates an event of the dates from a change on, with all other data and the registrations of those dates. */
const divide = async (
  call: Call,
  row: EventRow,
  { before, after, names }: ChangedTimes & { readonly before: Series },
): Promise<number> => {
  const { db, schoolId, me, now, tokens } = call;
  const { times, columns } = timeColumns(after);
  const copy = orNotFound(
    await queries.copyEvent(db, row.id, {
      by: me.userId,
      clientId: newClientId(),
      now,
      series: JSON.stringify(after),
      startsAt: columns.starts_at,
      endsAt: columns.ends_at,
      status: row.status === 'published' ? 'published' : 'draft',
      isTemplate: row.is_template,
      cover: row.cover,
    }),
  );
  await queries.copyParts(db, { from: row.id, to: copy.id, asker: null });
  await insertEventKeys(db, schoolId, copy.id, newEventKeys(tokens, schoolId, copy.id));
  await replaceStarts(db, schoolId, copy.id, times);
  if (row.registration === 'event') await queries.copyRegistrations(db, row.id, copy.id);
  else await queries.moveTimes(db, { from: row.id, to: copy.id }, [...(names ?? [])]);
  await renameDates(db, { from: row.id, to: copy.id }, [...(names ?? [])]);
  await moveAttendance(call, row, copy.id, names ?? new Map());
  await updateCanceledTimes(db, copy.id, canceledOf(after));
  await queries.moveKinds(db, row.id, copy.id);
  // People's answers move with them: hosts can still read them, and people don't need to answer again.
  const form = { from: questionsOf(row.id), to: questionsOf(copy.id) };
  await copyForm(db, form, await selectAllOf(db, copy.id));
  await writeTimes(call, row, before);
  if (row.status === 'published') {
    await schedule(call, copy.id);
    await askCohosts(call, copy.id, me.userId);
  }
  return copy.id;
};

const timeFields = ['dateStart', 'dateEnd', 'timeZone', 'isAllDay', 'rrule', 'dates'] as const;

/** Returns whether a change contains times. */
export const hasTimes = (sent: TimesChange): boolean =>
  timeFields.some((name) => sent[name] !== undefined);
/** Returns whether a change contains anything besides times. */
export const hasRest = (sent: object): boolean =>
  Object.keys(sent).some((name) => !(timeFields as readonly string[]).includes(name));

/** Changes the times of an event, or splits it. Returns the event with the changed times, and the original one. */
export const changeTimes = async (
  call: Call,
  row: EventRow,
  { scope, original }: { scope: EditScope; original: string },
  sent: TimesChange,
): Promise<{ event: number; original: string }> => {
  if (scope !== 'all' && row.series.rule === null) throw problem('event_not_recurring');
  // Irregular dates have no following ones.
  if (scope === 'following' && row.has_custom_dates) throw problem('event_not_recurring');
  if (scope !== 'all' && sent.dates !== undefined) throw problem('event_scope');
  const made = changedSeries(row.series, { scope, original, isDates: row.has_custom_dates }, sent);
  const { before, after, names } = made;
  const isMoved = hasTimes(sent);
  await queries.lockSpots(call.db, row.id);
  if (before !== null) {
    const event = await divide(call, row, { ...made, before });
    await dropLeftBehind(call, row.id, '');
    await dropLeftBehind(call, event, '');
    await scheduleOfferEnds(call, event);
    if (isMoved) await announceChange(call, event, { time: true, place: false });
    return { event, original: made.original };
  }
  if (names !== null) {
    await queries.moveTimes(call.db, { from: row.id, to: row.id }, [...names]);
    await renameDates(call.db, { from: row.id, to: row.id }, [...names]);
    await moveAttendance(call, row, row.id, names);
    await updateCanceledTimes(call.db, row.id, canceledOf(after));
  }
  await writeTimes(call, row, after, { has_custom_dates: made.isDates });
  await dropLeftBehind(call, row.id, '');
  if (names !== null) await scheduleOfferEnds(call, row.id);
  if (isMoved)
    await announceChange(
      call,
      row.id,
      { time: true, place: false },
      scope === 'this' ? original : null,
    );
  return { event: row.id, original: made.original };
};

/** Returns the times that are left after canceling, or null if no date is left. */
const timesLeft = (
  row: EventRow,
  { scope, original }: { scope: EditScope; original: string | undefined },
) => {
  const part =
    scope === 'all' || original === undefined || row.series.rule === null
      ? null
      : { scope, original, isDates: row.has_custom_dates };
  const left = part && withoutTimes(row.series, part);
  return part === null || left === null ? null : { part, left };
};

/** Returns the dates of a series that its new times no longer have. */
const datesGone = (row: EventRow, left: Series) => {
  const stay = new Set(startsOf(left).map((one) => one.original));
  return startsOf(row.series).filter((one) => !stay.has(one.original));
};

/** Returns the tickets that canceling calls off. People who registered for all dates keep the others. */
export const calledOffBy = (
  row: EventRow,
  which: { scope: EditScope; original: string | undefined },
): CalledOff => {
  const times = timesLeft(row, which);
  if (times === null) return { event: row.id, originals: null };
  if (row.registration === 'event') return { event: row.id, originals: [] };
  return { event: row.id, originals: datesGone(row, times.left).map((one) => one.original) };
};

/** Cancels an event, or some of its dates. */
export const cancelDates = async (
  call: Call,
  row: EventRow,
  { scope, original, reason }: { scope: EditScope; original: string | undefined; reason: string },
): Promise<void> => {
  const { db, schoolId, now, me } = call;
  const times = timesLeft(row, { scope, original });
  await queries.lockSpots(db, row.id);
  if (times !== null) {
    const { part, left } = times;
    await insertCanceledDates(db, schoolId, row.id, { dates: datesGone(row, left), reason, now });
    await writeTimes(call, row, left);
    await reserveRoom(call, row.id);
    await dropLeftBehind(call, row.id, reason);
    // People who registered for all dates keep the others.
    if (row.registration === 'event')
      await emit(call, 'event_called_off', {
        event: row.id,
        original: part.original,
        people: null,
        by: me.userId,
        reason,
      });
    return;
  }
  await updateEvent(
    db,
    row.id,
    { status: 'canceled', canceled_at: now, cancel_reason: reason, revision: row.revision + 1 },
    now,
  );
  await reserveRoom(call, row.id);
  await callOffOrders(call, { event: row.id, originals: null });
  await emit(call, 'event_called_off', {
    event: row.id,
    original: null,
    people: null,
    by: me.userId,
    reason,
  });
};
