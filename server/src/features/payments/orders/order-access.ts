import { permissionsIn } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { accessTo } from '../../clubs/club-access.ts';
import { selectClubState } from '../../clubs/clubs.queries.ts';
import { selectOrder, type OrderRow } from './orders.queries.ts';

type Who = Pick<Context, 'db' | 'actor' | 'clock'>;

/** Returns whether the caller manages the orders of a club: with `store.manage` there, or `payments.manage` at the school. */
export const isOrderOfficer = async (context: Who, club: number | null): Promise<boolean> => {
  const [access, atSchool] = await Promise.all([
    accessTo(context, club === null ? [] : [club]),
    permissionsIn(context, 'school', [0]),
  ]);
  return atSchool(0).has('payments.manage') || (club !== null && access.may(club, 'store.manage'));
};

/** Returns an order as officers see it: without the buyer of an anonymous donation. */
export const withoutDonor = (row: OrderRow): OrderRow =>
  row.is_anonymous ? { ...row, buyer: null } : row;

/** An order with the caller's relation to it. */
export interface SeenOrder {
  readonly row: OrderRow;
  readonly isBuyer: boolean;
  readonly isOfficer: boolean;
}

/** Returns an order that the caller can see: as its buyer or as an officer. Throws 404 otherwise. */
export const readSeenOrder = async (
  context: Who & Pick<Call, 'me'>,
  id: number,
): Promise<SeenOrder> => {
  const row = orNotFound(await selectOrder(context.db, id));
  const isBuyer = row.buyer_id === context.me.userId;
  const isOfficer = await isOrderOfficer(context, row.club_id);
  if (!isBuyer && !isOfficer) throw problem('not_found');
  return { row: isBuyer ? row : withoutDonor(row), isBuyer, isOfficer };
};

/** Returns an order that the caller manages. Buyers get a 403, and everyone else a 404. */
export const readManagedOrder = async (
  context: Who & Pick<Call, 'me'>,
  id: number,
): Promise<OrderRow> => {
  const { row, isOfficer } = await readSeenOrder(context, id);
  if (!isOfficer) throw problem('forbidden');
  return row;
};

/** Returns a club whose orders the caller manages. */
export const managedStore = async (call: Call, id: string) => {
  const club = idOf(id);
  const [{ isStaff }, isOfficer] = await Promise.all([
    accessTo(call, [club]),
    isOrderOfficer(call, club),
  ]);
  const row = orNotFound(
    await selectClubState(call.db, { viewer: call.me.userId, isStaff: isStaff || isOfficer }, club),
  );
  if (!isOfficer) throw problem('forbidden');
  return row;
};
