import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';

export const isElectionThere = (election: number) =>
  sql`exists (select from elections e where e.id = ${election})`;

export const selectElectionTitle = (db: Db, election: number) =>
  first(
    db,
    sql<{
      title: string;
      club_id: number | null;
    }>`select title, club_id from elections where id = ${election}`,
  );

/** Returns voters of an election that has opened, after a person. */
export const selectVotersAfter = async (
  db: Db,
  election: number,
  { after, size }: { after: number; size: number },
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select user_id as id from election_voters where election_id = ${election} and user_id > ${after} order by user_id limit ${sql.lit(size)}`,
    )
  ).map(({ id }) => id);

/** Returns the people whose position lets them manage the elections of a club, or of the school (null). */
export const selectManagers = async (db: Db, club: number | null): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct g.user_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where ${
          club === null
            ? sql`r.scope = 'school' and 'elections.manage_all' = any(r.permissions)`
            : sql`r.scope = 'club' and g.scope_id = ${club} and 'elections.manage' = any(r.permissions)`
        }`,
    )
  ).map(({ id }) => id);
