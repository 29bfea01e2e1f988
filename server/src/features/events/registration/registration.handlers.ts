import * as events from '#contract/events/registration.endpoints.ts';
import { defaultReminders } from '#contract/events/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { storeAnswers } from '../../forms/form-store.ts';
import { deleteAnswers, selectForm, type FormRow } from '../../forms/forms.queries.ts';
import { selectAnswersOf } from '../../forms/results/results.queries.ts';
import { ticketSigner } from '../keys/event-keys.ts';
import { selectEventKeys } from '../keys/event-keys.queries.ts';
import { limitRate, seenEvent } from '../event-access.ts';
import { occurrenceAt, timesView } from '../event-times.ts';
import { selectKinds, type EventRow, type KindRow } from '../events.queries.ts';
import {
  spotsKey,
  questionsOf,
  errorOf,
  isWritable,
  openStatuses,
  registrationState,
  ticketed,
} from '../events.rules.ts';
import { isReminder, ownView, timeOfRow } from '../events.views.ts';
import { emitPromotions, scheduleOfferEnds } from './promotions.ts';
import * as queries from './registration.queries.ts';
import type { RegisterOutcome, TicketRow } from './registration.queries.ts';

/** Returns whether registering again is a change of the caller's registration. */
const isOpen = ({ mine }: EventRow): boolean => mine !== null && openStatuses.includes(mine.status);

const refuse = (code: ErrorCode, details: Record<string, number> = {}): never => {
  throw problem(code, details);
};

/** Returns the requested or current ticket type. Null if there are none. */
const kindOf = (
  row: EventRow,
  kinds: readonly KindRow[],
  { ticketKind, code }: { ticketKind?: string | undefined; code?: string | undefined },
): number | null => {
  const kept = isOpen(row) ? row.mine?.kind?.id : undefined;
  const wanted = ticketKind ?? kept ?? (kinds.length === 1 ? String(kinds[0]?.id) : undefined);
  if (wanted === undefined) return kinds.length === 0 ? null : refuse('ticket_kind_needed');
  const kind = kinds.find(({ id }) => String(id) === wanted);
  if (kind === undefined) return refuse('ticket_kind_unknown');
  if (kind.access_code !== null && kept !== wanted && kind.access_code !== code)
    return refuse('ticket_kind_code');
  if (kind.price !== null) return refuse('ticket_kind_paid');
  return kind.id;
};

/** Stores the answers of a registration, and replaces earlier ones. */
const answer = async (
  call: Call,
  row: EventRow,
  form: FormRow | undefined,
  input: {
    answers?: FormAnswers | undefined;
    revision?: number | undefined;
    maybe?: boolean | undefined;
  },
): Promise<void> => {
  if (form === undefined || form.definition.questions.length === 0) return;
  if (input.revision !== undefined && input.revision !== form.revision)
    throw problem('form_revised');
  if (input.answers === undefined && (input.maybe === true || isOpen(row))) {
    const answered = await selectAnswersOf(call.db, form.form_id, [call.me.userId]);
    if (input.maybe === true || answered.length > 0) return;
  }
  await forgetAnswers(call, form);
  await storeAnswers(call, questionsOf(row.id), {
    revision: form.revision,
    answers: input.answers ?? {},
  });
};

const forgetAnswers = async (call: Call, form: FormRow): Promise<void> => {
  const answered = await selectAnswersOf(call.db, form.form_id, [call.me.userId]);
  await deleteAnswers(
    call.db,
    answered.map(({ id }) => id),
  );
};

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

type Signer = ReturnType<typeof ticketSigner>;
type Signers = ReadonlyMap<number, Signer>;

/** Returns functions that sign the tickets of these events. */
const signersOf = async (call: Call, ids: readonly number[]): Promise<Signers> =>
  new Map(
    (await selectEventKeys(call.db, ids)).map(({ event_id: event, encrypted_key: encrypted }) => [
      event,
      ticketSigner(call.tokens, call.schoolId, event, encrypted),
    ]),
  );

/** Converts a registration after the database has decided. `sign` signs tickets of the event. */
const outcomeView = (
  { registration, counters, kind_name, position }: RegisterOutcome,
  sign: Signer | undefined,
) => {
  if (registration === null) throw new Error('a registration is not there');
  const own = {
    ...ownView({
      ...registration,
      kind:
        registration.ticket_type_id === null
          ? null
          : { id: String(registration.ticket_type_id), name: kind_name ?? '' },
      position,
    }),
    taken: counters.taken,
    waiting: counters.waiting,
  };
  // Imported events get their keys a moment later.
  return { ...own, ticket: own.ticket && (sign?.({ ticket: own.ticket, seat: 0 }) ?? null) };
};

/** Returns whether a time limit hasn't passed yet. */
const isAhead = (until: string | null, now: Date): boolean =>
  until !== null && new Date(until) > now;

const register = async (call: Call, input: HandlerInput<typeof events.registerForEvent>) => {
  const { db, me, now } = call;
  const id = idOf(input.id);
  // Both run at the same time, in one round trip.
  const [row, kinds, form, signers] = await Promise.all([
    seenEvent(call, input.id, input.occurrence),
    selectKinds(db, id),
    selectForm(db, questionsOf(id)),
    signersOf(call, [id]),
  ]);
  if (row.is_only_asked) throw problem('forbidden');
  if (row.status !== 'published' && row.status !== 'canceled') throw problem('event_not_published');
  if (!isWritable(row)) throw problem('club_inactive');
  const state = registrationState(row, timeOfRow(row), now);
  const isOffered = row.mine?.status === 'offered' && isAhead(row.mine.offered_until, now);
  const refused = isOffered && state !== 'ended' ? undefined : errorOf(state);
  // Registered people can still reduce their guests, which the database checks.
  if (refused !== undefined) throw problem(refused);
  if (input.maybe === true && !row.allows_maybe) throw problem('registration_maybe');
  const guests = input.guests ?? (isOpen(row) ? (row.mine?.guests ?? 0) : 0);
  if (guests > row.guests_max) throw problem('registration_guests', { max: row.guests_max });
  const kind = input.maybe === true && kinds.length > 0 ? null : kindOf(row, kinds, input);
  // A group that can never fit would wait forever. A registered group can keep its size.
  const quota = kinds.find(({ id: one }) => one === kind)?.quota ?? Infinity;
  const most = Math.min(quota, row.capacity ?? Infinity);
  if (guests > 0 && 1 + guests > most && guests > (isOpen(row) ? (row.mine?.guests ?? 0) : 0))
    throw problem('registration_group', { max: most });
  await answer(call, row, form, input);
  const outcome = await queries.registerPerson(call, {
    event: row.id,
    original: spotsKey(row),
    person: me.userId,
    kind,
    guests,
    wish: input.maybe === true ? 'maybe' : 'yes',
    isHidden: input.isHidden ?? row.mine?.is_hidden ?? false,
    isWalkIn: false,
    previousStatus: row.mine?.status ?? null,
    now,
  });
  if (outcome.refused !== null)
    throw problem(isCode(outcome.refused) ? outcome.refused : 'registration_closed');
  if (outcome.changed) call.nudge('event_registered');
  await emitPromotions(call, { event: row.id, original: spotsKey(row) }, outcome.promoted);
  // The caller isn't among the promoted people, and gets no notification: this response contains their offer.
  if (outcome.changed && outcome.registration?.status === 'offered')
    await scheduleOfferEnds(call, row.id, [me.userId]);
  return outcomeView(outcome, signers.get(row.id));
};

const cancel = async (
  call: Call,
  { id, occurrence }: { id: string; occurrence?: string | undefined },
) => {
  const { db, me, now } = call;
  const row = await seenEvent(call, id, occurrence);
  const { mine } = row;
  if (mine?.status === 'attended') throw problem('registration_over');
  // A registration for a past event can't change.
  const end = row.registration === 'event' ? row.ends_at.getTime() : timeOfRow(row).endsAt;
  if (mine !== null && end <= now.getTime()) throw problem('event_ended');
  const outcome = await queries.changeRegistrations(db, {
    event: row.id,
    original: spotsKey(row),
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
  await emitPromotions(call, { event: row.id, original: spotsKey(row) }, outcome.promoted);
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

export const registrationHandlers = [
  handle(events.registerForEvent, async (call, input) => {
    await limitRate(call, 'register');
    return register(call, input);
  }),

  handle(events.cancelRegistration, async (call, input) => cancel(call, input)),

  handle(events.readRegistration, async (call, { id, occurrence }) => {
    const row = await seenEvent(call, id, occurrence);
    const mine = orNotFound(row.mine);
    const isTicketed = ticketed.includes(mine.status);
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
