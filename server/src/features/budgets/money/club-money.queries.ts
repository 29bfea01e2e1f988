import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isAllocated, isIncome, isSpent, type Days } from '../budgets.queries.ts';
import type { SubmissionState } from '#contract/approvals/kinds.ts';

const isIn = ({ from, to }: Days) =>
  sql`(${from}::date is null or e.on_date >= ${from}::date) and (${to}::date is null or e.on_date <= ${to}::date)`;

/** Returns the sums of an account in a period. */
export const selectSums = async (db: Db, account: number, days: Days) => {
  const row = await first(
    db,
    sql<{
      allocated: number;
      income: number;
      spent: number;
    }>`select coalesce(sum(p.amount) filter (where ${isAllocated}), 0)::bigint as allocated,
        coalesce(sum(p.amount) filter (where ${isIncome}), 0)::bigint as income,
        coalesce(-sum(p.amount) filter (where ${isSpent}), 0)::bigint as spent
      from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
      where p.account_id = ${account} and ${isIn(days)}`,
  );
  return row ?? { allocated: 0, income: 0, spent: 0 };
};

interface PartRow {
  name: string;
  spent: number;
  promised: number;
}

/** Returns spent and promised money of an account by category, or by the first day of the month. */
export const selectParts = (
  db: Db,
  account: number,
  days: Days,
  by: 'category' | 'month',
): Promise<PartRow[]> => {
  const spentBy =
    by === 'category' ? sql`e.category` : sql`date_trunc('month', e.on_date)::date::text`;
  const promisedBy =
    by === 'category'
      ? sql`l.category`
      : sql`date_trunc('month', coalesce(r.decided_at, r.created_at))::date::text`;
  const order = by === 'category' ? sql`sum(x.spent) + sum(x.promised) desc, x.name` : sql`x.name`;
  return many(
    db,
    sql<PartRow>`select x.name, sum(x.spent)::bigint as spent, sum(x.promised)::bigint as promised from (
        select ${spentBy} as name, -p.amount as spent, 0 as promised
          from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
          where p.account_id = ${account} and ${isSpent} and ${isIn(days)}
        union all select ${promisedBy}, 0, l.granted - l.spent
          from budget_requests r join budget_request_lines l on l.school_id = r.school_id and l.request_id = r.id
          where r.account_id = ${account} and r.state = 'approved' and l.granted > l.spent
      ) as x group by x.name having sum(x.spent) <> 0 or sum(x.promised) <> 0 order by ${order}`,
  );
};

export interface WaitingRow {
  id: number;
  title: string;
  asked: number;
  currency: string;
  since: Date;
  step: string;
  state: SubmissionState;
}

/** Returns a club's undecided requests, longest wait first. */
export const selectWaiting = (db: Db, club: number): Promise<WaitingRow[]> =>
  many(
    db,
    sql<WaitingRow>`select r.id, r.title, a.currency, r.state,
        (select coalesce(sum(l.asked), 0)::bigint from budget_request_lines l where l.school_id = r.school_id and l.request_id = r.id) as asked,
        coalesce(s.waiting_since, r.submitted_at, r.created_at) as since,
        coalesce(nullif(t.name, ''), (select string_agg(o.name, ', ' order by o.name) from approval_assignees n
          join roles o on o.school_id = n.school_id and o.id = n.role_id
          where n.school_id = s.school_id and n.submission_id = s.id and n.position = s.step), '') as step
      from budget_requests r join club_accounts a on a.school_id = r.school_id and a.id = r.account_id
      left join approval_submissions s on s.school_id = r.school_id and s.kind = 'budget_request' and s.subject_id = r.id and s.ended_at is null
      left join approval_stages t on t.school_id = s.school_id and t.submission_id = s.id and t.position = s.step
      where r.club_id = ${club} and r.state in ('submitted', 'changes_requested')
      order by since, r.id limit 50`,
  );

/** Returns the account of a club whose figures people see: the given one, or its main one. */
export const selectClubAccountId = async (
  db: Db,
  club: number,
  account: number | null,
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{
        id: number;
      }>`select id from club_accounts where club_id = ${club} and code is not null and (${account}::bigint is null or id = ${account}::bigint)
        order by is_main desc, archived_at is not null, code, id limit 1`,
    )
  )?.id;

export const selectImportedAt = async (db: Db): Promise<Date | null> =>
  (
    await first(
      db,
      sql<{
        at: Date | null;
      }>`select max(created_at) as at from ledger_entries where source_kind = 'import'`,
    )
  )?.at ?? null;
