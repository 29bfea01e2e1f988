import { transact, type Context, type Scope } from '../../kernel/context.ts';
import type { Db } from '../../kernel/database/database.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { emit, insertEvent } from '../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { settlePoints } from '../club-points/award-points.ts';
import { deleteTracesOf, selectHeldPlaces } from './calendar/calendar-rows.queries.ts';
import { selectCame } from './check-in/check-in.queries.ts';
import { selectWithoutKeys } from './import/merge-events.queries.ts';
import { insertEventKeys } from './keys/event-keys.queries.ts';
import { newEventKeys } from './keys/event-keys.ts';
import { scheduleLateReminder, scheduleReminders } from './setup/publishing.ts';
import { selectPlainEvent } from './events.queries.ts';
import { attendedKey, type StoredStatus } from './events.rules.ts';
import { announcePromotions } from './registration/announcing.ts';
import {
  changeRegistrations,
  selectFirstOffer,
  selectPastOffers,
  selectPlacesLost,
  selectPlacesOfDisabled,
  type HeldPlace,
  type OfferRow,
} from './registration/registration.queries.ts';

/** Takes offers back that have run out; their places are passed on. */
const endOffers = async (
  db: Db,
  { event_id: event, original, people }: OfferRow,
  now: Date,
): Promise<{ changed: number[]; promoted: number[] }> =>
  changeRegistrations(db, {
    event,
    original,
    people,
    from: ['offered'],
    to: 'canceled',
    reason: '',
    now,
  });

/** Looks again when the first of the offers runs out. */
const watchOffers = async (
  context: Context,
  { event, original }: { event: number; original: string },
): Promise<void> => {
  const offer = await selectFirstOffer(context.db, event, original);
  if (offer !== undefined)
    await emit(context, 'event_offers_due', { event, original }, offer.offered_until);
};

const endDueOffers = (scope: Scope, place: { event: number; original: string }): Promise<void> =>
  transact(scope, async (context) => {
    const now = context.clock.now();
    const due = await selectPastOffers(context.db, now, place);
    for (const one of due) {
      const { changed, promoted } = await endOffers(context.db, one, now);
      if (changed.length > 0)
        await emit(context, 'event_offer_over', { ...place, people: changed });
      await announcePromotions(
        context,
        place.event,
        promoted.map((person) => ({ user_id: person, original: place.original })),
      );
    }
    if (due.length === 0) await watchOffers(context, place);
  });

/** What makes a registration for what is to come canceled. */
const isHeld: readonly StoredStatus[] = ['registered', 'waiting', 'offered', 'requested', 'maybe'];

/** Cancels what somebody holds at a place, whether they want to or not; answers who moved up from the waitlist. */
const cancelHeld = async (
  db: Db,
  person: number,
  { event, original }: HeldPlace,
  now: Date,
): Promise<number[]> => {
  const { promoted } = await changeRegistrations(db, {
    event,
    original,
    people: [person],
    from: isHeld,
    to: 'canceled',
    reason: '',
    now,
  });
  return promoted;
};

/** Somebody gives up places; whoever waits for them moves up. */
const giveUp = async (
  context: Context,
  person: number,
  places: readonly HeldPlace[],
): Promise<void> => {
  for (const place of places) {
    const people = await cancelHeld(context.db, person, place, context.clock.now());
    if (people.length > 0) await emit(context, 'event_promoted', { ...place, people });
  }
};

/** Forgets an erased person: their places go to who waits, and what else there is of them is deleted; events stay, by nobody. */
export const forgetPerson = async (db: Db, person: number, now: Date): Promise<void> => {
  for (const { school, ...place } of await selectHeldPlaces(db, person, now)) {
    const people = await cancelHeld(db, person, place, now);
    if (people.length > 0)
      await insertEvent(db, school, null, 'event_promoted', { ...place, people });
  }
  await deleteTracesOf(db, person);
};

/** What no server has seen run out in time, because none was there. */
export const endOldOffers: MaintenanceTask = async (db, now, school) => {
  const due = await selectPastOffers(db, now);
  for (const one of due) {
    const { changed, promoted } = await endOffers(db, one, now);
    const { event_id: event, original } = one;
    if (changed.length > 0)
      await insertEvent(db, school, null, 'event_offer_over', { event, original, people: changed });
    if (promoted.length > 0)
      await insertEvent(db, school, null, 'event_promoted', { event, original, people: promoted });
  }
  return due.length;
};

/** Events whose keys are made in one transaction. */
const keysAtOnce = 200;

/** Gives events that an import has brought what their making gives others: keys for tickets, and reminders. */
const completeImported = async (scope: Scope, _: unknown, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const made = await transact(scope, async (context) => {
      const { db, school, tokens } = context;
      const events = await selectWithoutKeys(db, keysAtOnce);
      for (const { id, series, revision, status } of events) {
        const keys = newEventKeys(tokens, school.school_id, id);
        await insertEventKeys(db, school.school_id, id, keys);
        if (status !== 'published') continue;
        await scheduleReminders(context, { id, series, revision });
        await scheduleLateReminder(context, { id, series, revision });
      }
      return events.length;
    });
    if (made < keysAtOnce) return;
  }
};

/** Members who came to an event of their club have points for it, once for each time of the event, as long as it stands that they came. */
const countAttended = (
  scope: Scope,
  { event, people }: { event: number; people: number[] },
): Promise<void> =>
  transact(scope, async (context) => {
    const found = await selectPlainEvent(context.db, event);
    if (found === undefined || found.club_id === null) return;
    const came = await selectCame(context.db, event, people);
    await settlePoints(context, {
      club: found.club_id,
      people,
      source: 'attended',
      of: String(event),
      wanted: came.map(({ person, original }) => ({
        person,
        sourceId: attendedKey(event, original),
      })),
    });
  });

export const eventsJobs = [
  onEvent('events.complete-imported', 'import_stored', completeImported),
  onEvent('events.count-attended', 'event_attended', countAttended),
  onEvent('events.count-not-attended', 'event_not_attended', countAttended),
  /** Whose account is deactivated comes to nothing any more. */
  onEvent('events.leave-disabled', 'person_disabled', (scope, { userId: person }) =>
    transact(scope, async (context) =>
      giveUp(
        context,
        person,
        await selectPlacesOfDisabled(context.db, person, context.clock.now()),
      ),
    ),
  ),
  /** Whoever has left a club comes no more to what is for its members. */
  onEvent('events.leave-members', 'club_left', (scope, { club, user: person }) =>
    transact(scope, async (context) => {
      const now = context.clock.now();
      await giveUp(context, person, await selectPlacesLost(context.db, { person, club, now }));
    }),
  ),
  onEvent('events.watch-offers', 'event_promoted', (scope, place) =>
    transact(scope, (context) => watchOffers(context, place)),
  ),
  onEvent('events.end-offers', 'event_offers_due', endDueOffers),
];
