import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';

/** A reported event as moderators see it. */
export interface ReportedEventRow {
  readonly id: number;
  readonly title: string;
  readonly club_id: number | null;
  readonly is_hidden: boolean;
}

export const selectReportedEvents = (db: Db, ids: readonly number[]): Promise<ReportedEventRow[]> =>
  many(
    db,
    sql<ReportedEventRow>`select id, title, club_id, hidden_at is not null as is_hidden from events where id = any(${ids as number[]}::bigint[])`,
  );

/** Hides or shows an event. Returns its author if that changes anything. */
export const updateEventHidden = (
  db: Db,
  id: number,
  at: Date | null,
): Promise<{ person: number | null } | undefined> =>
  first(
    db,
    sql<{
      person: number | null;
    }>`update events set hidden_at = ${at} where id = ${id} and (hidden_at is null) <> (${at}::timestamptz is null)
      returning created_by as person`,
  );
