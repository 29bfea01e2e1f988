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

/** Returns the people whose position lets them manage the elections of a club. */
export const selectManagers = async (db: Db, club: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct g.user_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where r.scope = 'club' and g.scope_id = ${club} and 'elections.manage' = any(r.permissions)`,
    )
  ).map(({ id }) => id);

/**
 * Returns the people who can enter the paper ballots of an election, without its candidates: the managers of the club; if they are fewer
 * than two, and for elections of the school, also the people who manage all elections.
 */
export const selectPaperManagers = async (
  db: Db,
  { id, club_id: club }: { id: number; club_id: number | null },
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`with candidates as (
          select x.user_id as id from election_candidates x join election_contests k on k.school_id = x.school_id and k.id = x.contest_id
          where k.election_id = ${id} and x.user_id is not null and x.state in ('accepted', 'proposed')
        ), held as (
          select distinct g.user_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
          where r.scope = 'club' and g.scope_id = ${club} and 'elections.manage' = any(r.permissions) and g.user_id not in (select c.id from candidates c)
        ), staff as (
          select u.id from users u where u.is_admin and not u.is_disabled
          union select g.user_id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
          where r.scope = 'school' and 'elections.manage_all' = any(r.permissions)
        )
        select id from held union select s.id from staff s where (select count(*) from held) < 2 and s.id not in (select c.id from candidates c)`,
    )
  ).map(({ id: person }) => person);
