import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { PersonalData } from '../../../kernel/feature.ts';
import { forgetDiscountAuthor } from '../discounts/discounts.queries.ts';

/** Removes an erased person from orders. The orders stay without a buyer, because they explain the club's ledger. */
export const forgetBuyer = async (db: Db, person: number): Promise<void> => {
  await sql`update refund_requests q set reason = '' from orders o
    where o.school_id = q.school_id and o.id = q.order_id and o.buyer_id = ${person}`.execute(db);
  await sql`update order_lines l set detail = l.detail - 'message' from orders o
    where o.school_id = l.school_id and o.id = l.order_id and o.buyer_id = ${person} and l.detail ? 'message'`.execute(
    db,
  );
  await sql`update orders set buyer_id = null where buyer_id = ${person}`.execute(db);
  await sql`update payments set recorded_by = null where recorded_by = ${person}`.execute(db);
  await sql`update refunds set created_by = null where created_by = ${person}`.execute(db);
  await sql`update refund_requests set decided_by = null where decided_by = ${person}`.execute(db);
  await sql`update order_events set actor_id = null where actor_id = ${person}`.execute(db);
  await forgetDiscountAuthor(db, person);
};

/** A person's orders and what they did to others' orders, for their data export. */
export const personalOrders: PersonalData = (me) => ({
  orders: sql`(select jsonb_agg(jsonb_build_object('number', o.number, 'club', c.name, 'state', o.state, 'total', o.total, 'currency', o.currency,
      'createdAt', o.created_at, 'paidAt', o.paid_at, 'isAnonymous', o.is_anonymous,
      'lines', (select jsonb_agg(jsonb_build_object('title', l.title, 'quantity', l.quantity, 'total', l.total, 'message', coalesce(l.detail ->> 'message', '')) order by l.position)
        from order_lines l where l.school_id = o.school_id and l.order_id = o.id),
      'payments', (select jsonb_agg(jsonb_build_object('provider', p.provider, 'state', p.state, 'amount', p.amount, 'at', p.created_at))
        from payments p where p.school_id = o.school_id and p.order_id = o.id),
      'refunds', (select jsonb_agg(jsonb_build_object('amount', r.amount, 'state', r.state, 'reason', r.reason, 'at', r.created_at))
        from refunds r join payments p on p.school_id = r.school_id and p.id = r.payment_id where p.school_id = o.school_id and p.order_id = o.id),
      'refundRequests', (select jsonb_agg(jsonb_build_object('reason', q.reason, 'state', q.state, 'answer', q.answer, 'at', q.created_at))
        from refund_requests q where q.school_id = o.school_id and q.order_id = o.id)) order by o.created_at)
    from orders o left join clubs c on c.school_id = o.school_id and c.id = o.club_id where o.buyer_id = ${me})`,
  orderActions: sql`(select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at) order by e.at) from order_events e where e.actor_id = ${me})`,
  takenPayments: sql`(select jsonb_agg(jsonb_build_object('amount', p.amount, 'method', p.method, 'at', p.settled_at)) from payments p where p.recorded_by = ${me})`,
  givenRefunds: sql`(select jsonb_agg(jsonb_build_object('amount', r.amount, 'reason', r.reason, 'at', r.created_at)) from refunds r where r.created_by = ${me})`,
  answeredRefundRequests: sql`(select jsonb_agg(jsonb_build_object('answer', q.answer, 'at', q.decided_at)) from refund_requests q where q.decided_by = ${me})`,
  discountCodes: sql`(select jsonb_agg(jsonb_build_object('code', d.code, 'createdAt', d.created_at)) from discount_codes d where d.created_by = ${me})`,
});
