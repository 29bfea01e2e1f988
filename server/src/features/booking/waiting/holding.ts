import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { emit, insertEvent } from '../../../kernel/jobs/outbox.ts';
import {
  deleteHold,
  insertHold,
  lockOffer,
  selectHoldsOf,
  selectPastHolds,
} from './holding.queries.ts';

/* Holds a spot that became free for the people on the waitlist, one after another, independent of any page. */

interface Held {
  readonly slot: number;
  readonly person: number;
}

/** Holds a free spot for the next person on the waitlist. Undefined if there is none. The caller has locked the offer. */
const holdNext = async (
  db: Db,
  slot: number,
  now: Date,
): Promise<{ held: Held; until: Date } | undefined> => {
  const row = await insertHold(db, slot, now);
  return row && { held: { slot, person: row.user_id }, until: row.until };
};

/** Holds a free spot for the next person on the waitlist, and notifies them. The caller has locked the offer. */
export const offerToNext = async (context: Context, slot: number): Promise<void> => {
  const next = await holdNext(context.db, slot, context.clock.now());
  if (next === undefined) return;
  await emit(context, 'booking_held', next.held);
  await emit(context, 'booking_hold_due', next.held, next.until);
};

/** Handles an expired hold, and passes its spot on. Does nothing if it was booked or released before. */
export const endHold = (scope: Scope, { slot, person }: Held): Promise<void> =>
  transact(scope, async (context) => {
    const { db, clock } = context;
    const own = (await selectHoldsOf(db, person)).find(({ slot_id: id }) => id === slot);
    if (own === undefined) return;
    await lockOffer(db, own.host_id);
    if (await deleteHold(db, slot, person, clock.now())) await offerToNext(context, slot);
  });

/** Releases holds of a person who no longer wants them or has left, and passes the spots on. `host`: only those of this host. */
export const releaseHolds = async (
  context: Context,
  person: number,
  host: number | null = null,
): Promise<void> => {
  for (const own of await selectHoldsOf(context.db, person)) {
    if (host !== null && own.host_id !== host) continue;
    await lockOffer(context.db, own.host_id);
    if (await deleteHold(context.db, own.slot_id, person)) await offerToNext(context, own.slot_id);
  }
};

/** Handles holds that expired while no server was running. */
export const endOldHolds: MaintenanceTask = async (db, now, school) => {
  const past = await selectPastHolds(db, now);
  for (const { slot_id: slot, user_id: person, host_id: host } of past) {
    await lockOffer(db, host);
    if (!(await deleteHold(db, slot, person, now))) continue;
    const next = await holdNext(db, slot, now);
    if (next === undefined) continue;
    await insertEvent(db, school, null, 'booking_held', next.held);
    await insertEvent(db, school, null, 'booking_hold_due', next.held, next.until);
  }
  return past.length;
};
