import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import { schoolZone } from '../../courses/courses.queries.ts';

export interface ReportRow {
  readonly club_id: number | null;
  readonly club_name: string | null;
  readonly currency: string;
  readonly orders: number;
  readonly income: number;
  /** The donations in the income. */
  readonly donations: number;
  readonly tax: number;
  readonly fees: number;
  readonly refunded: number;
  readonly refunded_tax: number;
}

/** Returns what clubs earned and refunded from the day `from` to the day `to`, in the school's time zone. */
export const selectReport = (db: Db, from: string, to: string): Promise<ReportRow[]> =>
  many(
    db,
    sql<ReportRow>`with days as (select ${from}::date::timestamp at time zone ${schoolZone} as first,
        (${to}::date + 1)::timestamp at time zone ${schoolZone} as last),
      moved as (
        select o.club_id, o.currency, 1 as orders, o.total as income,
          (select coalesce(sum(l.total), 0)::bigint from order_lines l where l.school_id = o.school_id and l.order_id = o.id and l.kind = 'donation') as donations,
          o.tax, p.fee as fees, 0::bigint as refunded, 0::bigint as refunded_tax
        from days cross join payments p join orders o on o.school_id = p.school_id and o.id = p.order_id
        where p.state = 'succeeded' and not p.is_unapplied and p.settled_at >= days.first and p.settled_at < days.last
        union all
        select o.club_id, o.currency, 0, 0, 0, 0, 0, r.amount, r.tax
        from days cross join refunds r join payments p on p.school_id = r.school_id and p.id = r.payment_id
          join orders o on o.school_id = p.school_id and o.id = p.order_id
        where r.state = 'succeeded' and not p.is_unapplied and r.settled_at >= days.first and r.settled_at < days.last)
    select m.club_id, c.name as club_name, m.currency, sum(m.orders)::int as orders, sum(m.income)::bigint as income, sum(m.donations)::bigint as donations, sum(m.tax)::bigint as tax,
      sum(m.fees)::bigint as fees, sum(m.refunded)::bigint as refunded, sum(m.refunded_tax)::bigint as refunded_tax
    from moved m left join clubs c on c.id = m.club_id
    group by m.club_id, c.name, c.sort_name, m.currency order by c.sort_name nulls last, m.club_id, m.currency`,
  );

/** Returns the money at the provider and the desk that wasn't paid out yet: the opposite of their accounts' balances. */
export const selectUnpaidOut = (db: Db) =>
  many(
    db,
    sql<{
      role: 'provider' | 'desk';
      currency: string;
      amount: number;
    }>`select a.role, a.currency, -b.balance as amount
      from club_accounts a join club_account_balances b on b.school_id = a.school_id and b.account_id = a.id
      where a.role in ('provider', 'desk') and b.balance <> 0 order by a.role, a.currency`,
  );
