import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first } from '../../../kernel/sql.ts';

interface SourceRow {
  id: number;
  title: string;
  club_id: number | null;
  event_id: number | null;
}

export const selectRequestSource = (db: Db, id: number) =>
  first(
    db,
    sql<SourceRow>`select id, title, club_id, event_id from budget_requests where id = ${id}`,
  );

/** Returns an order, by its ID or that of its refund, with the event of its first ticket. */
export const selectOrderSource = (db: Db, kind: 'order' | 'refund', id: number) =>
  first(
    db,
    sql<SourceRow>`select o.id, o.number as title, o.club_id, (select (l.detail ->> 'event')::bigint from order_lines l
          where l.school_id = o.school_id and l.order_id = o.id and l.kind = 'ticket' and l.detail ->> 'event' ~ '^[0-9]{1,18}$'
          order by l.position limit 1) as event_id
      from orders o
      where o.id = ${kind === 'order' ? sql`${id}` : sql`(select p.order_id from refunds f join payments p on p.school_id = f.school_id and p.id = f.payment_id where f.id = ${id})`}`,
  );
