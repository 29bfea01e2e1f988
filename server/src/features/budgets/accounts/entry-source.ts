import { sql } from 'kysely';
import type { ClubEntry } from '#contract/budgets/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Call } from '../../../kernel/handle.ts';
import { first } from '../../../kernel/sql.ts';
import { readerOf } from '../../events/reader/event-reader.queries.ts';
import { selectEvent } from '../../events/events.queries.ts';
import { isOrderOfficer } from '../../payments/orders/order-access.ts';
import type { EntryRow } from '../budgets.queries.ts';

interface SourceRow {
  id: number;
  title: string;
  club_id: number | null;
  event_id: number | null;
}

const selectRequestSource = (db: Db, id: number) =>
  first(
    db,
    sql<SourceRow>`select id, title, club_id, event_id from budget_requests where id = ${id}`,
  );

/** Returns an order, by its ID or that of its refund, with the event of its first ticket. */
const selectOrderSource = (db: Db, kind: 'order' | 'refund', id: number) =>
  first(
    db,
    sql<SourceRow>`select o.id, o.number as title, o.club_id, (select (l.detail ->> 'event')::bigint from order_lines l
          where l.school_id = o.school_id and l.order_id = o.id and l.kind = 'ticket' and l.detail ->> 'event' ~ '^[0-9]{1,18}$'
          order by l.position limit 1) as event_id
      from orders o
      where o.id = ${kind === 'order' ? sql`${id}` : sql`(select p.order_id from refunds f join payments p on p.school_id = f.school_id and p.id = f.payment_id where f.id = ${id})`}`,
  );

/** Returns the event if the caller can see it. */
const seen = async (call: Call, id: number | null) => {
  if (id === null) return null;
  const row = await selectEvent(call.db, readerOf(call), id, null);
  return row === undefined ? null : { id: String(row.id), title: row.title };
};

/** Returns what an entry is about, as far as the caller can open it. */
export const aboutEntry = async (
  call: Call,
  { source_kind: kind, source_id: id }: Pick<EntryRow, 'source_kind' | 'source_id'>,
): Promise<ClubEntry['about']> => {
  const nothing = { request: null, order: null, event: null, isImported: kind === 'import' };
  if (id === null) return nothing;
  if (kind === 'request') {
    const row = await selectRequestSource(call.db, Number(id));
    if (row === undefined) return nothing;
    return {
      ...nothing,
      request: { id: String(row.id), title: row.title },
      event: await seen(call, row.event_id),
    };
  }
  if (kind !== 'order' && kind !== 'refund') return nothing;
  const row = await selectOrderSource(call.db, kind, Number(id));
  if (row === undefined) return nothing;
  const canManage = await isOrderOfficer(call, row.club_id);
  return {
    ...nothing,
    order: canManage
      ? {
          id: String(row.id),
          number: row.title,
          club: row.club_id === null ? null : String(row.club_id),
        }
      : null,
    event: await seen(call, row.event_id),
  };
};
