import { sql } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';

/** How many e-mails of a club are not sent yet. Waits for others who begin one in the club. */
export const countUnsent = async (db: Db, club: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('club emails', ${club}::bigint))`.execute(
    db,
  );
  const row = await first(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from newsletters where club_id = ${club} and state <> 'sent'`,
  );
  return row?.n ?? 0;
};

/** Those of these people whom the caller sees. */
export const selectSeen = async (
  db: Db,
  visibility: VisibilityScope,
  people: readonly number[],
): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await many(
        db,
        sql<{
          id: number;
        }>`select u.id from users u where u.id = any(${people as number[]}::bigint[]) and ${isPresent(visibility)}`,
      )
    ).map(({ id }) => id),
  );

/** A club as it is while an e-mail of it is sent: it stays so until the transaction ends. */
export const selectSendingClub = (
  db: Db,
  id: number,
): Promise<{ status: ClubStatus; deleted_at: Date | null } | undefined> =>
  first(
    db,
    sql<{
      status: ClubStatus;
      deleted_at: Date | null;
    }>`select status, deleted_at from clubs where id = ${id} for share`,
  );
