import * as events from '#contract/events/registration.endpoints.ts';
import { defaultReminders } from '#contract/events/limits.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { PlaceOrder, RefundTicket } from '../../../kernel/feature.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { selectForm } from '../../forms/forms.queries.ts';
import { selectAnswersOf } from '../../forms/results/results.queries.ts';
import { limitRate, seenEvent } from '../event-access.ts';
import { occurrenceAt, timesView } from '../event-times.ts';
import { spotsKey, questionsOf, openStatuses } from '../events.rules.ts';
import { hasTicket, isReminder, ownView, timeOfRow } from '../events.views.ts';
import { callOffOthers, giveBack, refundDeadline } from './giving-back.ts';
import { emitPromotions } from './promotions.ts';
import {
  forgetAnswers,
  outcomeView,
  registerSpots,
  signersOf,
  type Signers,
} from './registering.ts';
import * as queries from './registration.queries.ts';
import type { TicketRow } from './registration.queries.ts';
import { lockOrdersOf, selectOwed, selectOwnOrder } from './ticket-orders.queries.ts';

const cancel = async (
  call: Call,
  { id, occurrence }: { id: string; occurrence?: string | undefined },
  refundTicket: RefundTicket,
) => {
  const { db, me, now } = call;
  const row = await seenEvent(call, id, occurrence);
  const { mine } = row;
  if (mine?.status === 'attended') throw problem('registration_over');
  // A registration for a past event can't change.
  const end = row.registration === 'event' ? row.ends_at.getTime() : timeOfRow(row).endsAt;
  if (mine !== null && end <= now.getTime()) throw problem('event_ended');
  const place = { event: row.id, original: spotsKey(row) };
  const [order] = await lockOrdersOf(db, place, [me.userId]);
  const outcome = await queries.changeRegistrations(db, {
    ...place,
    people: [me.userId],
    from: openStatuses,
    to: 'canceled',
    reason: '',
    now,
  });
  if (outcome.changed.length > 0) {
    const form = await selectForm(db, questionsOf(row.id));
    if (form !== undefined) await forgetAnswers(call, form);
  }
  if (order !== undefined && outcome.changed.length > 0) {
    const until = await refundDeadline(call, row, order.order_id);
    if (order.state === 'pending' || (until !== null && now < until))
      await giveBack(call, refundTicket, place, { order, by: 'person' });
  }
  const locked = order === undefined ? [] : [order];
  await callOffOthers(call, place, { people: outcome.changed, locked, by: 'person' });
  await emitPromotions(call, place, outcome.promoted);
  return { status: 'none' as const, taken: outcome.taken, waiting: outcome.waiting };
};

/** Converts the tickets of a registration: the person's own and those of guests. */
const ticketsView = (signers: Signers, row: TicketRow) => {
  const signTicket = signers.get(row.event_id);
  if (signTicket === undefined) throw new Error('an event has no key');
  return Array.from({ length: 1 + row.guests }, (_, seat) => {
    const entry = row.entries.find(
      (one) => one.seat === seat && (one.original === '' || one.original === row.original),
    );
    return {
      seat,
      code: signTicket({ ticket: String(row.id), seat }),
      enteredAt: entry === undefined ? null : new Date(entry.at).toISOString(),
    };
  });
};

const ticketTimes = ({ series, original }: TicketRow) => {
  const time = occurrenceAt(series, original);
  return time === undefined ? undefined : { ...timesView(series, time), occurrence: original };
};

/** Registers the caller. A ticket type with a price also places an order, which holds the spots until it expires. */
const register = async (
  call: Call,
  input: HandlerInput<typeof events.registerForEvent>,
  placeOrder: PlaceOrder,
) => {
  const { row, outcome, signer } = await registerSpots(call, input);
  const { registration } = outcome;
  const isDue = registration?.status === 'registered' && registration.order_state === 'due';
  if (isDue && registration.order_id === null && row.club_id !== null)
    await placeOrder(call, {
      club: row.club_id,
      ticket: {
        event: String(row.id),
        ticketKind: String(registration.ticket_type_id),
        ...(registration.original !== '' && { occurrence: registration.original }),
      },
    });
  const order = registration === null ? null : await selectOwnOrder(call.db, registration.id);
  return outcomeView(outcome, signer, order);
};

/** Returns the refund for canceling the caller's registration, and the refund deadline. */
const previewCancel = async (
  call: Call,
  { id, occurrence }: { id: string; occurrence?: string | undefined },
) => {
  const row = await seenEvent(call, id, occurrence);
  const { order } = orNotFound(row.mine);
  if (order === null) return { order: null, until: null, refund: null, isByHand: false };
  const place = { event: row.id, original: spotsKey(row) };
  const [until, owed] = await Promise.all([
    refundDeadline(call, row, idOf(order.id)),
    selectOwed(call.db, idOf(order.id), place),
  ]);
  const isRefunded = owed !== undefined && until !== null && call.now < until;
  return {
    order: order.id,
    until: until?.toISOString() ?? null,
    refund: isRefunded ? { amount: owed.amount, currency: owed.currency } : null,
    isByHand: isRefunded && (owed.provider === 'desk' || owed.provider === 'invoice'),
  };
};

export const registrationHandlers = (placeOrder: PlaceOrder, refundTicket: RefundTicket) => [
  handle(events.registerForEvent, async (call, input) => {
    await limitRate(call, 'register');
    return register(call, input, placeOrder);
  }),

  handle(events.cancelRegistration, async (call, input) => cancel(call, input, refundTicket)),

  handle(events.previewUnregistering, (call, input) => previewCancel(call, input)),

  handle(events.readRegistration, async (call, { id, occurrence }) => {
    const row = await seenEvent(call, id, occurrence);
    const mine = orNotFound(row.mine);
    const isTicketed = hasTicket(mine);
    const [tickets, form] = await Promise.all([
      isTicketed
        ? queries.selectTickets(call.db, call.me.userId, {
            event: row.id,
            original: spotsKey(row),
          })
        : [],
      selectForm(call.db, questionsOf(row.id)),
    ]);
    const answered =
      form === undefined ? [] : await selectAnswersOf(call.db, form.form_id, [call.me.userId]);
    const signers = await signersOf(call, isTicketed ? [row.id] : []);
    const codes = tickets.flatMap((ticket) => ticketsView(signers, ticket));
    return {
      ...ownView(mine),
      ticket: codes.find(({ seat }) => seat === 0)?.code ?? null,
      event: {
        id: String(row.id),
        title: row.own?.title ?? row.title,
        location: row.own?.location ?? row.location,
        ...timesView(row.series, timeOfRow(row)),
        occurrence: row.original,
      },
      tickets: codes,
      answers: answered[0]?.answers ?? null,
    };
  }),

  handle(events.listTickets, async (call) => {
    const rows = await queries.selectTickets(call.db, call.me.userId, { after: call.now });
    const signers = await signersOf(
      call,
      rows.map((row) => row.event_id),
    );
    return {
      items: rows.flatMap((row) => {
        const times = ticketTimes(row);
        if (times === undefined) return [];
        return [
          {
            event: String(row.event_id),
            title: row.title,
            location: row.location,
            ...times,
            ticket: String(row.id),
            ticketKind: row.kind_name,
            tickets: ticketsView(signers, row),
          },
        ];
      }),
    };
  }),

  handle(events.getEventReminders, async (call) => ({
    reminders: (
      (await queries.selectReminders(call.db, call.me.userId, 0))?.minutes ?? defaultReminders
    ).filter(isReminder),
  })),

  handle(events.setEventReminders, async (call, { event, reminders }) => {
    const of = event === undefined ? 0 : (await seenEvent(call, event)).id;
    const minutes = reminders === null ? null : [...new Set(reminders)];
    const person = call.me.userId;
    await queries.upsertReminders(call.db, call.schoolId, { person, event: of, minutes });
    const stored = await queries.selectReminders(call.db, person, of);
    return { reminders: (stored?.minutes ?? defaultReminders).filter(isReminder) };
  }),
];
