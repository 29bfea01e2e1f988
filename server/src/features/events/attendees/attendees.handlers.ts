import * as events from '#contract/events/attendees.endpoints.ts';
import type { Attendee } from '#contract/events/attendees.endpoints.ts';
import {
  attendeeStatuses,
  type AttendeeAct,
  type AttendeeStatus,
} from '#contract/events/limits.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { RefundTicket } from '../../../kernel/feature.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { windowOf } from '../../../kernel/page.ts';
import { idOf } from '../../../kernel/sql.ts';
import { selectForm } from '../../forms/forms.queries.ts';
import { csvText } from '../../forms/results/csv-text.ts';
import { readAnswersOf } from '../../forms/results/read-results.ts';
import { faceView } from '../../people/people.views.ts';
import {
  changeableEvent,
  dateKeyOf,
  logEventAction,
  managedEvent,
  seenEvent,
} from '../event-access.ts';
import type { EventRow } from '../events.queries.ts';
import { openStatuses, questionsOf, storedOf, type StoredStatus } from '../events.rules.ts';
import { seesAttendees, statusView } from '../events.views.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { callOffOthers, giveBack } from '../registration/giving-back.ts';
import { emitPromotions } from '../registration/promotions.ts';
import { changeRegistrations, registerPerson } from '../registration/registration.queries.ts';
import { lockOrdersOf } from '../registration/ticket-orders.queries.ts';
import * as queries from './attendees.queries.ts';
import type { AttendeeRow } from './attendees.queries.ts';

/** Statuses that everyone can see. */
const going: readonly StoredStatus[] = ['registered', 'attended'];

/** Returns the stored statuses for people who aren't hosts. To them, everyone who attends is registered, whether or not they came. */
const seenBy = (status: AttendeeStatus | undefined): readonly StoredStatus[] =>
  status === undefined || status === 'registered' ? going : [];

const iso = (text: string): string => new Date(text).toISOString();

const attendeeView = (row: AttendeeRow, isHost: boolean): Attendee => ({
  ...faceView(row),
  // Only hosts see who came.
  status: isHost ? statusView(row.status) : 'registered',
  occurrence: row.original === '' ? null : row.original,
  at: (isHost ? row.changed_at : row.registered_at).toISOString(),
  isConnection: row.is_connection,
  host: !isHost
    ? null
    : {
        ticket: String(row.registration),
        ticketKind: row.kind,
        guests: row.guests,
        position: row.position,
        offeredUntil: row.offered_until?.toISOString() ?? null,
        isDeclined: row.status === 'declined',
        isHidden: row.is_hidden,
        isWalkIn: row.is_walk_in,
        reason: row.reason,
        order: row.order_state,
        entries: row.entries.map(({ seat, original, at, door, repeats }) => ({
          seat,
          occurrence: original === '' ? null : original,
          at: iso(at),
          door,
          repeats: repeats.map((one) => ({ at: iso(one.at), door: one.door })),
        })),
      },
});

const countsOf = async (call: Call, event: number, original: string | null) => {
  const counts = Object.fromEntries(attendeeStatuses.map((status) => [status, 0])) as Record<
    AttendeeStatus,
    number
  >;
  for (const { status, people } of await queries.selectStatusCounts(call.db, event, original))
    counts[statusView(status)] += people;
  return counts;
};

/** Returns the date that a list is limited to. Null for all. */
const narrowed = (row: EventRow, occurrence: string | undefined): string | null =>
  occurrence === undefined || row.registration !== 'occurrence' ? null : row.original;

/** The statuses before and after each act. */
const moves: Readonly<
  Record<
    Exclude<AttendeeAct, 'accept' | 'register'>,
    { readonly from: readonly StoredStatus[]; readonly to: StoredStatus }
  >
> = {
  decline: { from: ['requested', 'waiting', 'offered'], to: 'declined' },
  attended: { from: ['registered', 'absent', 'excused'], to: 'attended' },
  absent: { from: ['registered', 'attended', 'excused'], to: 'absent' },
  excused: { from: ['registered', 'attended', 'absent'], to: 'excused' },
  cancel: { from: openStatuses, to: 'canceled' },
};

/** Adds people to the list one by one, so that each sees the spots that the previous one left. */
const admit = async (
  call: Call,
  row: EventRow,
  {
    people,
    original,
    act,
    isWalkIn,
  }: {
    people: readonly number[];
    original: string;
    act: 'accept' | 'register';
    isWalkIn: boolean;
  },
) => {
  const dateKey = { event: row.id, original };
  const there = await queries.selectThere(call.db, readerOf(call), row.id, people);
  // As in `registerSpots`, this waits for jobs that end or refund their orders.
  await lockOrdersOf(call.db, dateKey, there);
  const asked = await queries.selectAskedFor(call.db, dateKey, there);
  const admitted = { registered: [] as number[], waiting: [] as number[] };
  const awaitingRefund: number[] = [];
  const promoted: number[] = [];
  for (const person of there) {
    const before = asked.find(({ user_id }) => user_id === person);
    if (act === 'accept' && before?.status !== 'requested') continue;
    const outcome = await registerPerson(call, {
      ...dateKey,
      person,
      kind: before?.ticket_type_id ?? null,
      guests: before?.guests ?? 0,
      wish: act === 'accept' ? 'accept' : 'host',
      isHidden: before?.is_hidden ?? false,
      isWalkIn,
      previousStatus: before?.status ?? null,
      now: call.now,
    });
    // An admission frees no spots, but the waitlist may still have been waiting behind a person whose account has just been disabled.
    promoted.push(...outcome.promoted);
    if (outcome.refused === 'registration_refund_open') awaitingRefund.push(person);
    if (outcome.refused !== null || !outcome.changed) continue;
    const status = outcome.registration?.status;
    if (status === 'registered' || status === 'waiting') admitted[status].push(person);
  }
  for (const status of ['registered', 'waiting'] as const)
    if (admitted[status].length > 0)
      await emit(call, 'event_decided', {
        ...dateKey,
        people: admitted[status],
        by: call.me.userId,
        status,
        reason: '',
      });
  const changed = [...admitted.registered, ...admitted.waiting];
  if (changed.length === 0 && awaitingRefund.length > 0) throw problem('registration_refund_open');
  return { changed, promoted, awaitingRefund };
};

const change = async (
  call: Call,
  input: HandlerInput<typeof events.changeAttendees>,
  refundTicket: RefundTicket,
): Promise<{ changed: number[]; promoted: number[]; awaitingRefund?: number[] }> => {
  const { id, uids, act, occurrence, isWalkIn = false, reason = '' } = input;
  const row = await changeableEvent(call, id, occurrence);
  if (row.status === 'canceled') throw problem('event_canceled');
  if (row.status !== 'published') throw problem('event_not_published');
  const original = dateKeyOf(row, occurrence);
  const people = [...new Set(uids.map(idOf))];
  if (act === 'accept' || act === 'register') {
    const outcome = await admit(call, row, { people, original, act, isWalkIn });
    await emitPromotions(call, { event: row.id, original }, outcome.promoted);
    return outcome;
  }
  const { from, to } = moves[act];
  const dateKey = { event: row.id, original };
  const isRemoval = act === 'cancel' || act === 'decline';
  const orders = isRemoval ? await lockOrdersOf(call.db, dateKey, people) : [];
  const outcome = await changeRegistrations(call.db, {
    ...dateKey,
    people,
    from,
    to,
    reason,
    now: call.now,
  });
  if (outcome.changed.length > 0 && (to === 'declined' || to === 'canceled'))
    await emit(call, 'event_decided', {
      ...dateKey,
      people: outcome.changed,
      by: call.me.userId,
      status: to,
      reason,
    });
  if (outcome.changed.length > 0 && to === 'attended')
    await emit(call, 'event_attended', { ...dateKey, people: outcome.changed });
  if (outcome.changed.length > 0 && (to === 'absent' || to === 'excused' || to === 'canceled'))
    await emit(call, 'event_not_attended', { ...dateKey, people: outcome.changed });
  // People get their money back if a host removes them, or declines those who registered again before the refund of an earlier ticket.
  for (const order of orders)
    if (outcome.changed.includes(order.user_id))
      await giveBack(call, refundTicket, dateKey, { order, by: 'host' });
  if (isRemoval)
    await callOffOthers(call, dateKey, { people: outcome.changed, locked: orders, by: 'host' });
  await emitPromotions(call, dateKey, outcome.promoted);
  return outcome;
};

/** Maximum attendees of an export. */
const exportMax = 100_000;

export const attendeesHandlers = (refundTicket: RefundTicket) => [
  handle(events.listAttendees, async (call, input) => {
    const { id, pageOffset: offset, pageSize: size, occurrence, status } = input;
    const row = await seenEvent(call, id, occurrence);
    const isHost = row.manages;
    if (!seesAttendees(row)) throw problem('forbidden');
    const asked = status === undefined ? null : storedOf(status);
    const original = narrowed(row, occurrence);
    const { total, rows } = await queries.selectAttendees(
      call.db,
      readerOf(call),
      {
        event: row.id,
        original,
        statuses: isHost ? asked : seenBy(status),
        search: input.search,
        // Only hosts see ticket types, and can filter by them.
        kind: isHost && input.ticketKind !== undefined ? idOf(input.ticketKind) : undefined,
        hasRepeats: isHost && input.repeats === true,
        isHost,
      },
      { offset, size },
    );
    const items = rows.map((one) => attendeeView(one, isHost));
    return {
      ...windowOf(items, { total, offset, size }),
      counts: isHost ? await countsOf(call, row.id, original) : null,
    };
  }),

  handle(events.readAttendeeAnswers, async (call, { id, uid }) => {
    const row = await managedEvent(call, id);
    const form = await selectForm(call.db, questionsOf(row.id));
    const answers = form === undefined ? new Map() : await readAnswersOf(call, form, [idOf(uid)]);
    return { answers: answers.get(idOf(uid)) ?? null };
  }),

  handle(events.changeAttendees, async (call, input) => {
    const { changed, promoted, awaitingRefund = [] } = await change(call, input, refundTicket);
    if (changed.length > 0)
      await logEventAction(call, await managedEvent(call, input.id), 'attendees_changed');
    return {
      changed: changed.map(String),
      promoted: promoted.map(String),
      awaitingRefund: awaitingRefund.map(String),
    };
  }),

  handle(events.exportAttendees, async (call, { id, occurrence }) => {
    const row = await managedEvent(call, id, occurrence);
    const form = await selectForm(call.db, questionsOf(row.id));
    const { rows } = await queries.selectAttendees(
      call.db,
      readerOf(call),
      {
        event: row.id,
        original: narrowed(row, occurrence),
        statuses: null,
        search: undefined,
        kind: undefined,
        hasRepeats: false,
        isHost: true,
      },
      { offset: 0, size: exportMax },
    );
    const people = [...new Set(rows.map((one) => one.id))];
    const answers = form === undefined ? new Map() : await readAnswersOf(call, form, people);
    const titles = form?.definition.questions.filter(({ kind }) => kind !== 'statement') ?? [];
    await logEventAction(call, row, 'exported');
    return {
      name: `${row.title}.csv`,
      csv: csvText([
        [
          'First name',
          'Last name',
          'Status',
          'Date',
          'Ticket',
          'Guests',
          'Registered at',
          'Checked in at',
          ...titles.map(({ title }) => title),
        ],
        ...rows.map((one) => [
          one.first_name,
          one.last_name,
          statusView(one.status),
          one.original,
          one.kind?.name ?? '',
          one.guests,
          one.registered_at.toISOString(),
          one.entries
            .filter(({ seat }) => seat === 0)
            .map(({ at }) => iso(at))
            .join('; '),
          ...titles.map(({ id: question }) => answerOf(answers.get(one.id), question)),
        ]),
      ]),
    };
  }),
];

type Answers =
  Awaited<ReturnType<typeof readAnswersOf>> extends ReadonlyMap<number, infer V> ? V : never;

/** Returns an answer as text. Empty if there is none. */
const answerOf = (given: Answers | undefined, question: string): string =>
  given?.questions.find(({ id }) => id === question)?.answer ?? '';
