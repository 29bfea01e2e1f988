import { sql } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { Owner } from '../newsletters.queries.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';

/**
 * Returns the number of unsent emails of a club or about an event. Locks it, so that new emails can't be created at the
 * same time.
 */
export const countUnsent = async (db: Db, of: NonNullable<Owner>): Promise<number> => {
  const [lock, id, which] =
    'club' in of
      ? ['club emails', of.club, sql`club_id = ${of.club}`]
      : ['event emails', of.event, sql`event_id = ${of.event}`];
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, ${id}::bigint))`.execute(db);
  const row = await first(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from newsletters where ${which} and state <> 'sent'`,
  );
  return row?.n ?? 0;
};

/** Returns those of these people that the caller can see. */
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

/** Returns a club for sending an email. Locks it until the transaction ends. */
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

/** Returns the club of an event for sending an email. Locks the event until the transaction ends. */
export const selectSendingEvent = (
  db: Db,
  id: number,
): Promise<{ club_id: number | null } | undefined> =>
  first(db, sql<{ club_id: number | null }>`select club_id from events where id = ${id} for share`);
