import { sql, type RawBuilder } from 'kysely';
import type { AccountSort } from '#contract/finances/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { schoolZone } from '../../courses/courses.queries.ts';
import { holdColumns, holdTables, type HoldRow, type StudentRow } from '../finances.queries.ts';

/** The sort value of a row, and its id. */
export type SortKey = readonly [string | number, number];

/** A page of a sorted list that starts after the row `after`. */
interface Window {
  readonly sort: AccountSort;
  readonly isRising: boolean;
  readonly size: number;
  readonly after: SortKey | null;
}

/** A row with its sort value, from which the cursor of the next page is made. */
interface Sorted {
  readonly sort_key: string | number;
  readonly student: StudentRow;
}

const student = sql`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo, 'username', u.username)`;

/** The column of each sort key, and its type for comparisons with a cursor. */
type Columns = Readonly<Record<AccountSort, readonly [RawBuilder<unknown>, RawBuilder<unknown>]>>;
const accountColumns: Columns = {
  name: [sql`u.sort_name`, sql`text`],
  amount: [sql`b.balance`, sql`bigint`],
  date: [sql`b.oldest_due`, sql`date`],
};
const holdSortColumns: Columns = {
  name: [sql`u.sort_name`, sql`text`],
  amount: [sql`coalesce(h.amount, 0)`, sql`bigint`],
  date: [sql`h.since`, sql`date`],
};

/** Returns the SQL that sorts by a column and `id` and starts after the cursor. */
const sorted = (columns: Columns, id: RawBuilder<unknown>, window: Window) => {
  const [column, type] = columns[window.sort];
  const { after, isRising } = window;
  const direction = isRising ? sql`asc` : sql`desc`;
  return {
    key: window.sort === 'date' ? sql`${column}::text` : column,
    behind:
      after === null
        ? sql``
        : sql`and (${column}, ${id}) ${isRising ? sql`>` : sql`<`} (${after[0]}::${type}, ${after[1]}::bigint)`,
    order: sql`order by ${column} ${direction}, ${id} ${direction} limit ${window.size}`,
  };
};

/** Returns the current day at the school. */
export const selectToday = async (db: Db, now: Date): Promise<string> =>
  (
    await first(
      db,
      sql<{
        today: string;
      }>`select (${now}::timestamptz at time zone ${schoolZone})::date::text as today`,
    )
  )?.today ?? now.toISOString().slice(0, 10);

/** Returns accounts with an amount due today or earlier. */
export const selectOverdue = (
  db: Db,
  today: string,
  window: Window,
): Promise<(Sorted & { account_id: number; oldest_due: string })[]> => {
  const { key, behind, order } = sorted(accountColumns, sql`b.account_id`, window);
  return many(
    db,
    sql`select b.account_id, b.oldest_due::text as oldest_due, ${key} as sort_key, ${student} as student
    from finance_balances b join finance_accounts a on a.school_id = b.school_id and a.id = b.account_id
      join users u on u.school_id = a.school_id and u.id = a.user_id
    where b.balance > 0 and b.oldest_due <= ${today}::date ${behind} ${order}`,
  );
};

/** Returns holds that are still in place. */
export const selectOpenHolds = (db: Db, window: Window): Promise<(HoldRow & Sorted)[]> => {
  const { key, behind, order } = sorted(holdSortColumns, sql`h.id`, window);
  return many(
    db,
    sql<HoldRow & Sorted>`select ${holdColumns}, ${key} as sort_key, ${student} as student
    from ${holdTables} join users u on u.school_id = h.school_id and u.id = h.user_id
    where h.released_on is null ${behind} ${order}`,
  );
};

/** Counts the rows of both lists. */
export const countAccounts = async (
  db: Db,
  now: Date,
): Promise<{ overdue: number; holds: number }> =>
  (await first(
    db,
    sql<{ overdue: number; holds: number }>`select
      (select count(*)::int from finance_balances
        where balance > 0 and oldest_due <= (${now}::timestamptz at time zone ${schoolZone})::date) as overdue,
      (select count(*)::int from finance_holds where released_on is null) as holds`,
  )) ?? { overdue: 0, holds: 0 };
