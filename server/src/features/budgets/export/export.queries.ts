import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import { accountName } from '../budgets.queries.ts';
import { isAllocated, isIncome, isSpent, type Days } from '../budgets.queries.ts';

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
  title: string;
  category: string;
  kind: string;
  account: string;
  amount: number;
  currency: string;
  reverses_id: number | null;
}

/** Returns the postings of a period, oldest first. System accounts have their role as the account. */
export const selectExportedLines = (
  db: Db,
  { from, to }: Days,
  max: number,
): Promise<ExportedLineRow[]> =>
  many(
    db,
    sql<ExportedLineRow>`select e.id as entry_id, e.on_date::text as on_date, e.title, e.category, e.kind, coalesce(a.code, a.role) as account,
        p.amount, p.currency, e.reverses_id
      from ledger_entries e join ledger_postings p on p.school_id = e.school_id and p.entry_id = e.id
      join club_accounts a on a.school_id = p.school_id and a.id = p.account_id
      where (${from}::date is null or e.on_date >= ${from}::date) and (${to}::date is null or e.on_date <= ${to}::date)
      order by e.on_date, e.created_at, e.id, a.code nulls last, p.number limit ${max}`,
  );
