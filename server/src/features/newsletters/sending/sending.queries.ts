import { sql } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { Owner } from '../newsletters.queries.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';

/** Counts a club's or event's emails that aren't sent yet. Concurrent calls for the same sender wait for each other. */
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

/** Selects a club and locks it until the transaction ends, so that it doesn't change while an email is sent. */
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

/** Selects the club of an event, and locks the event until the transaction ends. */
export const selectSendingEvent = (
  db: Db,
  id: number,
): Promise<{ club_id: number | null } | undefined> =>
  first(db, sql<{ club_id: number | null }>`select club_id from events where id = ${id} for share`);
