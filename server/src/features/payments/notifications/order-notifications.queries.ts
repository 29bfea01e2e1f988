import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';

export const isOrderThere = (order: number) =>
  sql`exists (select from orders o where o.id = ${order})`;

export interface NotifiedOrder {
  readonly club_id: number | null;
  readonly buyer_id: number | null;
  readonly title: string;
  readonly is_anonymous: boolean;
  /** True if the order has only donations. */
  readonly is_donation: boolean;
}

/** Returns the people and the title of an order, as notifications need them. */
export const selectNotifiedOrder = (db: Db, order: number): Promise<NotifiedOrder | undefined> =>
  first(
    db,
    sql<NotifiedOrder>`select o.club_id, o.buyer_id, coalesce((select string_agg(l.title, ', ' order by l.position) from order_lines l
        where l.school_id = o.school_id and l.order_id = o.id and l.position < 3), '') as title, o.is_anonymous,
        (select bool_and(l.kind = 'donation') from order_lines l where l.school_id = o.school_id and l.order_id = o.id) as is_donation
      from orders o where o.id = ${order}`,
  );

/** Returns the officers who manage a club's store. */
export const selectStoreOfficers = async (db: Db, club: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct g.user_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where r.scope = 'club' and g.scope_id = ${club} and 'store.manage' = any(r.permissions)`,
    )
  ).map(({ id }) => id);
