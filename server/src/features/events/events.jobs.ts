import { transact, type Context, type Scope } from '../../kernel/context.ts';
import type { Db } from '../../kernel/database/database.ts';
import { onEvent, onEventWithNumber } from '../../kernel/jobs/event-handler.ts';
import { emit, insertEvent } from '../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { awardDuePoints } from '../club-points/award-points.ts';
import { deleteTracesOf, selectHeldSpots } from './calendar/calendar-rows.queries.ts';
import { selectCame } from './check-in/check-in.queries.ts';
import { selectWithoutKeys } from './import/merge-events.queries.ts';
import { insertEventKeys } from './keys/event-keys.queries.ts';
import { newEventKeys } from './keys/event-keys.ts';
import { scheduleLateReminder, scheduleReminders } from './setup/publishing.ts';
import { selectPlainEvent } from './events.queries.ts';
import { attendedKey, openStatuses } from './events.rules.ts';
import { calledOff, callOffCanceled, type CanceledBy } from './registration/giving-back.ts';
import { emitPromotions, scheduleOfferEnds } from './registration/promotions.ts';
import {
  changeRegistrations,
  selectPastOffers,
  selectLostSpots,
  selectSpotsOfDisabled,
  type ChangeOutcome,
  type HeldSpot,
  type OfferRow,
} from './registration/registration.queries.ts';
import { selectOrdersOf } from './registration/ticket-orders.queries.ts';

/** Ends expired offers, and passes their spots on. */
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

/** Ends the offers of a date that have expired. The end of each offer has been scheduled, so no other check needs to follow. */
const endDueOffers = (scope: Scope, place: { event: number; original: string }): Promise<void> =>
  transact(scope, async (context) => {
    const now = context.clock.now();
    const due = await selectPastOffers(context.db, now, place);
    for (const one of due) {
      const { changed, promoted } = await endOffers(context.db, one, now);
      if (changed.length > 0)
        await emit(context, 'event_offer_over', { ...place, people: changed });
      await emitPromotions(context, place, promoted);
    }
  });

/** Cancels a person's registration regardless of their wish. */
const cancelHeld = async (
  db: Db,
  person: number,
  { event, original }: HeldSpot,
  now: Date,
): Promise<ChangeOutcome> =>
  changeRegistrations(db, {
    event,
    original,
    people: [person],
    from: openStatuses,
    to: 'canceled',
    reason: '',
    now,
  });

/** Releases a person's spots, ends or refunds their orders, and moves people up from the waitlist. `at`: when the person lost the spots. */
const giveUp = async (
  context: Context,
  person: number,
  spots: readonly HeldSpot[],
  { by, at }: { readonly by: CanceledBy; readonly at: Date },
): Promise<void> => {
  for (const spot of spots) {
    const { changed, promoted } = await cancelHeld(context.db, person, spot, context.clock.now());
    await callOffCanceled(context, spot, { people: changed, by, at });
    await emitPromotions(context, spot, promoted);
  }
};

/**
 * Removes an erased person: their spots go to the waitlist, their orders are ended or refunded, and their data is deleted. Events stay
 * without an author.
 */
export const forgetPerson = async (db: Db, person: number, now: Date): Promise<void> => {
  for (const { school, ...spot } of await selectHeldSpots(db, person, now)) {
    const { changed, promoted: people } = await cancelHeld(db, person, spot, now);
    for (const { order_id: order } of await selectOrdersOf(db, spot, changed))
      await insertEvent(db, school, null, 'order_called_off', calledOff(order, spot, 'host'));
    if (people.length > 0)
      await insertEvent(db, school, null, 'event_promoted', { ...spot, people });
  }
  await deleteTracesOf(db, person);
};

/** Ends offers that expired while no server was running. */
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

/** Events whose keys are created in one transaction. */
const keysAtOnce = 200;

/** Adds keys for tickets and reminders to imported events. */
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

/** Awards members points for each date of their club's event that they attended, and reverses them if that changes. */
const countAttended = (
  scope: Scope,
  { event, people }: { event: number; people: number[] },
): Promise<void> =>
  transact(scope, async (context) => {
    const found = await selectPlainEvent(context.db, event);
    if (found === undefined || found.club_id === null) return;
    const came = await selectCame(context.db, event, people);
    await awardDuePoints(context, {
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
  /** A disabled person no longer attends anything. */
  onEventWithNumber('events.leave-disabled', 'person_disabled', (scope, { payload, at }) =>
    transact(scope, async (context) => {
      const { userId: person } = payload;
      const spots = await selectSpotsOfDisabled(context.db, person, context.clock.now());
      await giveUp(context, person, spots, { by: 'host', at });
    }),
  ),
  /** A past member no longer attends events for members. Leaving is the same as canceling; removed people get their money back. */
  onEventWithNumber('events.leave-members', 'club_left', (scope, { payload, at }) =>
    transact(scope, async (context) => {
      const { club, user: person, by } = payload;
      const now = context.clock.now();
      const spots = await selectLostSpots(context.db, { person, club, now });
      await giveUp(context, person, spots, { by: by === person ? 'person' : 'host', at });
    }),
  ),
  onEvent('events.schedule-offer-ends', 'event_promoted', (scope, { event, people }) =>
    transact(scope, (context) => scheduleOfferEnds(context, event, people)),
  ),
  onEvent('events.end-offers', 'event_offers_due', endDueOffers),
];
