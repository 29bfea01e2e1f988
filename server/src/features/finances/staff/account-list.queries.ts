import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { schoolZone } from '../../courses/courses.queries.ts';
import { holdColumns, holdTables, type HoldRow, type StudentRow } from '../finances.queries.ts';

/** A window of a list: the key of the last row before it, and one row more than are shown. */
interface Window {
  readonly isRising: boolean;
  readonly size: number;
}

const student = sql`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo, 'username', u.username)`;
const direction = (isRising: boolean) => (isRising ? sql`asc` : sql`desc`);
const behind = (isRising: boolean) => (isRising ? sql`>` : sql`<`);

/** The day it is at the school. */
export const selectToday = async (db: Db, now: Date): Promise<string> =>
  (
    await first(
      db,
      sql<{
        today: string;
      }>`select (${now}::timestamptz at time zone ${schoolZone})::date::text as today`,
    )
  )?.today ?? now.toISOString().slice(0, 10);

/** Accounts on which something is owed, by their balance. */
export const selectOwing = (
  db: Db,
  { isRising, size, after }: Window & { readonly after: readonly [number, number] | null },
): Promise<{ account_id: number; balance: number; student: StudentRow }[]> =>
  many(
    db,
    sql`select b.account_id, b.balance, ${student} as student
    from finance_balances b join finance_accounts a on a.school_id = b.school_id and a.id = b.account_id
      join users u on u.school_id = a.school_id and u.id = a.user_id
    where b.balance > 0 ${after === null ? sql`` : sql`and (b.balance, b.account_id) ${behind(isRising)} (${after[0]}::bigint, ${after[1]}::bigint)`}
    order by b.balance ${direction(isRising)}, b.account_id ${direction(isRising)} limit ${size}`,
  );

/** Holds that are not lifted, by the day on which they began. */
export const selectOpenHolds = (
  db: Db,
  { isRising, size, after }: Window & { readonly after: readonly [string, number] | null },
): Promise<(HoldRow & { student: StudentRow })[]> =>
  many(
    db,
    sql<HoldRow & { student: StudentRow }>`select ${holdColumns}, ${student} as student
    from ${holdTables} join users u on u.school_id = h.school_id and u.id = h.user_id
    where h.lifted_on is null ${after === null ? sql`` : sql`and (h.since, h.id) ${behind(isRising)} (${after[0]}::date, ${after[1]}::bigint)`}
    order by h.since ${direction(isRising)}, h.id ${direction(isRising)} limit ${size}`,
  );
