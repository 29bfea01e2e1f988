import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';

/** A reported job as moderators see it. */
export interface ReportedJobRow {
  readonly id: number;
  readonly description: string;
  readonly club_id: number | null;
  readonly is_hidden: boolean;
}

export const selectReportedJobs = (db: Db, ids: readonly number[]): Promise<ReportedJobRow[]> =>
  many(
    db,
    sql<ReportedJobRow>`select id, description, club_id, hidden_at is not null as is_hidden from jobs where id = any(${ids as number[]}::bigint[])`,
  );

/** Hides or shows a job. Returns its author if that changes anything. */
export const updateJobHidden = (
  db: Db,
  id: number,
  at: Date | null,
): Promise<{ person: number | null } | undefined> =>
  first(
    db,
    sql<{
      person: number | null;
    }>`update jobs set hidden_at = ${at} where id = ${id} and (hidden_at is null) <> (${at}::timestamptz is null)
      returning created_by as person`,
  );
