import type * as events from '#contract/events/registration.endpoints.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import { storeAnswers } from '../../forms/form-store.ts';
import { deleteAnswers, selectForm, type FormRow } from '../../forms/forms.queries.ts';
import { selectAnswersOf } from '../../forms/results/results.queries.ts';
import { ticketSigner } from '../keys/event-keys.ts';
import { selectEventKeys } from '../keys/event-keys.queries.ts';
import { seenEvent } from '../event-access.ts';
import { selectKinds, type EventRow, type KindRow } from '../events.queries.ts';
import {
  guestsMaxOf,
  spotsKey,
  questionsOf,
  errorOf,
  isWritable,
  openStatuses,
  registrationState,
} from '../events.rules.ts';
import { ownView, timeOfRow } from '../events.views.ts';
import { emitPromotions, scheduleOfferEnds } from './promotions.ts';
import * as queries from './registration.queries.ts';
import type { RegisterOutcome } from './registration.queries.ts';
import { lockOrdersOf, type OwnOrderRow } from './ticket-orders.queries.ts';

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
  if (kind.price !== null && row.club_id === null) return refuse('ticket_kind_paid');
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

export const forgetAnswers = async (call: Call, form: FormRow): Promise<void> => {
  const answered = await selectAnswersOf(call.db, form.form_id, [call.me.userId]);
  await deleteAnswers(
    call.db,
    answered.map(({ id }) => id),
  );
};

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

type Signer = ReturnType<typeof ticketSigner>;
export type Signers = ReadonlyMap<number, Signer>;

/** Returns functions that sign the tickets of these events. */
export const signersOf = async (call: Call, ids: readonly number[]): Promise<Signers> =>
  new Map(
    (await selectEventKeys(call.db, ids)).map(({ event_id: event, encrypted_key: encrypted }) => [
      event,
      ticketSigner(call.tokens, call.schoolId, event, encrypted),
    ]),
  );

/** Converts a registration after the database has decided. `sign` signs tickets of the event. */
export const outcomeView = (
  { registration, counters, kind_name, position }: RegisterOutcome,
  sign: Signer | undefined,
  order: OwnOrderRow | null,
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
      order,
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

/**
 * Throws if a registration with an order would change: the order has a fixed price and number of spots. A canceled registration keeps its
 * order until the order is refunded or ends.
 */
const checkOrdered = (
  { mine }: EventRow,
  wanted: { kind: number | null; guests: number; maybe: boolean },
): void => {
  if (mine === null || mine.order === null) return;
  const isSame = mine.kind?.id === String(wanted.kind) && mine.guests === wanted.guests;
  if (!isSame || wanted.maybe) throw problem('registration_ordered');
};

/** Registers the caller for an event, or changes their registration, without an order. */
export const registerSpots = async (
  call: Call,
  input: HandlerInput<typeof events.registerForEvent>,
) => {
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
  const kind = input.maybe === true && kinds.length > 0 ? null : kindOf(row, kinds, input);
  const most = guestsMaxOf(
    row,
    kinds.find(({ id: one }) => one === kind),
  );
  if (guests > most) throw problem('registration_guests', { max: most });
  checkOrdered(row, { kind, guests, maybe: input.maybe === true });
  // If a job is ending or refunding the order of a canceled registration, this waits for it. If the job is second, it keeps the order.
  if (row.mine?.order != null)
    await lockOrdersOf(db, { event: row.id, original: spotsKey(row) }, [me.userId]);
  // A group that can never fit would wait forever. A registered group can keep its size.
  const quota = kinds.find(({ id: one }) => one === kind)?.quota ?? Infinity;
  const spots = Math.min(quota, row.capacity ?? Infinity);
  if (guests > 0 && 1 + guests > spots && guests > (isOpen(row) ? (row.mine?.guests ?? 0) : 0))
    throw problem('registration_group', { max: spots });
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
  // An order was placed after the row was read, and its number of spots is fixed.
  const isOrderedNow = outcome.registration?.order_id != null && row.mine?.order == null;
  if (outcome.changed && isOrderedNow) throw problem('registration_ordered');
  if (outcome.changed) call.nudge('event_registered');
  await emitPromotions(call, { event: row.id, original: spotsKey(row) }, outcome.promoted);
  // The caller isn't among the promoted people, and gets no notification: this response contains their offer.
  if (outcome.changed && outcome.registration?.status === 'offered')
    await scheduleOfferEnds(call, row.id, [me.userId]);
  return { row, outcome, signer: signers.get(row.id) };
};
