import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { accountName, isAllocated, isIncome, isSpent, type Days } from '../budgets.queries.ts';
import { schoolZone } from '../../courses/courses.queries.ts';

export interface ExportedAccountRow {
  code: string;
  name: string;
  role: string;
  parent: string | null;
  club: string | null;
  currency: string;
  carries_over: boolean;
  is_archived: boolean;
  allocated: number;
  income: number;
  spent: number;
  promised: number;
  balance: number;
}

/** Returns all accounts with their own figures in a period, by code. */
export const selectExportedAccounts = (db: Db, { from, to }: Days): Promise<ExportedAccountRow[]> =>
  many(
    db,
    sql<ExportedAccountRow>`with moved as (
        select p.account_id, sum(p.amount) filter (where ${isAllocated}) as allocated, sum(p.amount) filter (where ${isIncome}) as income,
          -sum(p.amount) filter (where ${isSpent}) as spent
        from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
        where (${from}::date is null or e.on_date >= ${from}::date) and (${to}::date is null or e.on_date <= ${to}::date)
        group by p.account_id
      )
      select a.code, ${accountName('a', 'c')} as name, a.role, p.code as parent, c.name as club, a.currency, a.carries_over,
        a.archived_at is not null as is_archived, coalesce(m.allocated, 0)::bigint as allocated, coalesce(m.income, 0)::bigint as income,
        coalesce(m.spent, 0)::bigint as spent, b.promised, b.balance
      from club_accounts a join club_account_balances b on b.school_id = a.school_id and b.account_id = a.id
      left join clubs c on c.school_id = a.school_id and c.id = a.club_id
      left join club_accounts p on p.school_id = a.school_id and p.id = a.parent_id
      left join moved m on m.account_id = a.id
      where a.code is not null order by a.code, a.id`,
  );

export interface ExportedLineRow {
  entry_id: number;
  on_date: string;
  created_at: string;
  title: string;
  category: string;
  kind: string;
  account: string;
  amount: number;
  currency: string;
  reverses_id: number | null;
}

/** The day, time and id of the last entry on the previous page. The time is text, because dates have only milliseconds. */
export type EntryCursor = readonly [onDate: string, createdAt: string, id: number];

/** Returns the postings of a page of entries in a period, oldest first. System accounts have their role as the account. */
export const selectExportedLines = (
  db: Db,
  { from, to }: Days,
  { after, size }: { after: EntryCursor | null; size: number },
): Promise<ExportedLineRow[]> =>
  many(
    db,
    sql<ExportedLineRow>`with page as (
        select e.* from ledger_entries e
        where (${from}::date is null or e.on_date >= ${from}::date) and (${to}::date is null or e.on_date <= ${to}::date)
          ${after === null ? sql`` : sql`and (e.on_date, e.created_at, e.id) > (${after[0]}::date, ${after[1]}::timestamptz, ${after[2]}::bigint)`}
        order by e.on_date, e.created_at, e.id limit ${size}
      )
      select e.id as entry_id, e.on_date::text as on_date, e.created_at::text as created_at, e.title, e.category, e.kind,
        coalesce(a.code, a.role) as account, p.amount, p.currency, e.reverses_id
      from page e join ledger_postings p on p.school_id = e.school_id and p.entry_id = e.id
      join club_accounts a on a.school_id = p.school_id and a.id = p.account_id
      order by e.on_date, e.created_at, e.id, a.code nulls last, p.number`,
  );

/** Counts the postings of a period. */
export const countExportedLines = async (db: Db, { from, to }: Days): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from ledger_entries e join ledger_postings p on p.school_id = e.school_id and p.entry_id = e.id
        where (${from}::date is null or e.on_date >= ${from}::date) and (${to}::date is null or e.on_date <= ${to}::date)`,
    )
  )?.n ?? 0;

/** The time, as text, and the id of the last decision on the previous page. */
export type DecisionCursor = readonly [decidedAt: string, id: number];

export interface ExportedDecisionRow {
  id: number;
  decided_at: string;
  decided_on: string;
  club: string | null;
  title: string;
  kind: string;
  state: string;
  account: string;
  currency: string;
  asked: number;
  granted: number;
  spent: number;
  by: string;
  comment: string;
}

/** Returns the requests that were decided in a period, oldest decision first, with the last decision's reviewer and comment. */
export const selectExportedDecisions = (
  db: Db,
  { from, to }: Days,
  { after, size }: { after: DecisionCursor | null; size: number },
): Promise<ExportedDecisionRow[]> =>
  many(
    db,
    sql<ExportedDecisionRow>`select r.id, r.decided_at::text as decided_at, (r.decided_at at time zone ${schoolZone})::date::text as decided_on, c.name as club, r.title, r.kind, r.state,
        a.code as account, a.currency, s.asked, case when r.state = 'denied' then 0 else s.granted end as granted, s.spent,
        coalesce(trim(concat(u.first_name, ' ', u.last_name)), '') as by, coalesce(d.text, '') as comment
      from budget_requests r join club_accounts a on a.school_id = r.school_id and a.id = r.account_id
      left join clubs c on c.school_id = r.school_id and c.id = r.club_id
      cross join lateral (select coalesce(sum(l.asked), 0)::bigint as asked, coalesce(sum(l.granted), 0)::bigint as granted,
        coalesce(sum(l.spent), 0)::bigint as spent from budget_request_lines l where l.school_id = r.school_id and l.request_id = r.id) s
      left join lateral (select v.author_id, v.text from approval_submissions b
        join approval_events v on v.school_id = b.school_id and v.submission_id = b.id and v.kind in ('approved', 'denied')
        where b.school_id = r.school_id and b.kind = 'budget_request' and b.subject_id = r.id
        order by v.created_at desc, v.number desc limit 1) d on true
      left join users u on u.school_id = r.school_id and u.id = d.author_id
      where r.decided_at is not null and r.state in ('approved', 'denied', 'closed')
        and (${from}::date is null or (r.decided_at at time zone ${schoolZone})::date >= ${from}::date)
        and (${to}::date is null or (r.decided_at at time zone ${schoolZone})::date <= ${to}::date)
        ${after === null ? sql`` : sql`and (r.decided_at, r.id) > (${after[0]}::timestamptz, ${after[1]}::bigint)`}
      order by r.decided_at, r.id limit ${size}`,
  );
