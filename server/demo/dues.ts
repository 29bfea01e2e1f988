import { createHash } from 'node:crypto';
import * as payments from '#contract/payments/endpoints.ts';
import { transact } from '#server/kernel/context.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import {
  insertPlan,
  selectPlanByClient,
  updateWaiverEnded,
  upsertWaiver,
} from '#server/features/dues/dues.queries.ts';
import { duesOrders } from '#server/features/dues/paying/dues-orders.ts';
import { paymentsFeature } from '#server/features/payments/feature.ts';
import { orderItemTypes } from '#server/features/payments/orders/order-items.ts';
import { settlePayment } from '#server/features/payments/paying/settling.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { asPerson, callAs, openDemoScopes, type DemoScopeParts } from './demo-scope.ts';
import { deleteDeliveredEvents, deleteEndedOrders, selectClubNamed } from './demo.queries.ts';

const clubName = 'Ridge & Trail';
const dayMs = 86_400_000;

/** A UUID that stays the same, so that an interrupted run can start over. */
const clientIdOf = (name: string): string => {
  const hex = createHash('sha256').update(`demo dues: ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Days ago on which the members from the third on paid, newest first. Those of more than a year ago are in grace, or lapsed. */
const paidDaysAgo = [3, 9, 12, 20, 31, 34, 47, 58, 61, 75, 88, 95, 372, 376, 392, 410];
/** Reasons of the waivers after them. */
const waivers = ['Leads the Thursday hikes', 'Drives the van', 'Works the stall'];

/**
 * Adds the dues of a club with members in each state. Members make the calls of the web app; officers take the money below their calls,
 * because those write to the activity log, whose entries are in the order of time. Runs again after it was interrupted.
 */
export const runDues = async (parts: DemoScopeParts, school: SchoolId): Promise<void> => {
  const scopeAt = await openDemoScopes(parts, school);
  const now = parts.clock.now().getTime();
  const timeOf = (daysAgo: number) => new Date(now - daysAgo * dayMs);
  const types = orderItemTypes([duesOrders]);
  const routes = paymentsFeature([duesOrders]).handlers ?? [];
  const { club, signIns } = await inTransaction(
    parts.pool,
    { school, readOnly: true },
    async (db) => ({
      club: await selectClubNamed(db, clubName),
      signIns: await selectIdsByUsername(db, ['ana', 'officer']),
    }),
  );
  const [ana, officer] = [signIns.get('ana'), signIns.get('officer')];
  if (club === undefined || ana === undefined || officer === undefined)
    throw new Error(`${clubName} has no officer`);
  const members = club.members.filter((one) => one !== ana && one !== officer);

  const plan = await inTransaction(parts.pool, { school }, async (db) => {
    const clientId = clientIdOf('plan');
    if ((await selectPlanByClient(db, officer, clientId)) === undefined)
      await insertPlan(db, school, {
        club: club.id,
        by: officer,
        clientId,
        now: timeOf(420),
        columns: { name: 'Annual dues', amount: 1000, currency: 'USD', months: 12, grace_days: 14 },
      });
    const waived = waivers.map((reason, nth) => ({
      person: members[paidDaysAgo.length + nth],
      reason,
      daysAgo: 40 + 15 * nth,
    }));
    for (const { person, reason, daysAgo } of waived)
      if (person !== undefined)
        await upsertWaiver(db, school, {
          club: club.id,
          person,
          by: officer,
          reason,
          now: timeOf(daysAgo),
        });
    // Ana helped in her first year, and owes dues since then.
    const helped = { club: club.id, person: ana };
    await upsertWaiver(db, school, {
      ...helped,
      by: officer,
      reason: 'Marks trails this year',
      now: timeOf(200),
    });
    await updateWaiverEnded(db, { ...helped, now: timeOf(5) });
    return selectPlanByClient(db, officer, clientId);
  });

  for (const [nth, daysAgo] of paidDaysAgo.entries()) {
    const person = members[nth];
    if (person === undefined || plan === undefined) continue;
    const scope = scopeAt(timeOf(daysAgo));
    const name = `order ${nth}`;
    const order = await callAs(scope, person, routes, payments.createOrder, {
      clientId: clientIdOf(name),
      club: String(club.id),
      items: [{ dues: String(plan.id) }],
    });
    if (order.state !== 'pending') continue;
    const { id } = await callAs(scope, person, routes, payments.payOrder, {
      id: order.id,
      clientId: clientIdOf(`${name} payment`),
      provider: 'desk',
    });
    await transact(asPerson(scope, officer), (context) =>
      settlePayment(context, types, Number(id), {
        amount: order.total.amount,
        currency: order.total.currency,
        method: nth % 3 === 0 ? 'terminal' : 'cash',
        by: officer,
      }),
    );
  }
  await inTransaction(parts.pool, { school }, async (db) => {
    await deleteDeliveredEvents(db, ['order_paid']);
    await deleteEndedOrders(db);
  });
};
