import { sql } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { hasChangedRows, many } from '../../../kernel/sql.ts';

/** Selects clubs for moderators. */
export const selectReported = (db: Db, ids: readonly number[]) =>
  many(
    db,
    sql<{
      id: number;
      description: string;
      is_hidden: boolean;
      status: ClubStatus;
      deleted_at: Date | null;
    }>`select id, description, is_hidden, status, deleted_at from clubs where id = any(${ids as number[]}::bigint[])`,
  );

/** Hides or shows a club. Returns false if that changes nothing. */
export const updateHidden = (db: Db, id: number, isHidden: boolean, now: Date) =>
  hasChangedRows(
    db,
    sql`update clubs set is_hidden = ${isHidden}, version = version + 1, updated_at = ${now}
    where id = ${id} and is_hidden <> ${isHidden} and deleted_at is null`,
  );
