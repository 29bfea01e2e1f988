import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import {
  isPresent,
  showsField,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import type { FaceValue } from '../membership/club-people.queries.ts';

/** Somebody whom a list names, with what they are to the club. */
export interface NamedPerson extends FaceValue {
  readonly email: string | null;
  readonly status: 'member' | 'requested' | 'invited' | 'banned' | null;
  readonly since: Date | null;
}

/**
 * Who is named by these addresses and ids: people who are something to the club already, people whose address the caller sees, and by
 * id people whom the caller sees. A hidden address of anyone else finds no one, or a list of guessed addresses would get their names.
 */
export const selectNamed = (
  db: Db,
  visibility: VisibilityScope,
  club: number,
  { emails, ids }: { emails: readonly string[]; ids: readonly number[] },
) =>
  many(
    db,
    sql<NamedPerson>`
    select u.id, u.first_name, u.last_name, u.photo, u.email_key as email, m.status, m.since from (
      select id, bool_or(by_id) as by_id from (
        select id, false as by_id from users where email_key = any(${emails as string[]}::text[])
        union all select id, true from users where id = any(${ids as number[]}::bigint[])
      ) as keys group by id
    ) as named join users u on u.id = named.id left join club_members m on m.club_id = ${club} and m.user_id = u.id
    where not u.is_disabled and (m.user_id is not null or ${isPresent(visibility)} and (named.by_id or ${showsField(visibility, 'email')}))
    order by u.sort_name, u.id`,
  );

export interface RosterCounts {
  readonly added: number;
  readonly accepted: number;
  readonly already: number;
  readonly skipped: number;
}

export interface RosterRow extends RosterCounts {
  readonly id: number;
  readonly at: Date;
  readonly undone_at: Date | null;
  readonly by: FaceValue | null;
}

const rosters = sql`select r.id, r.at, r.added, r.accepted, r.already, r.skipped, r.undone_at,
    (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo)
      from users u where u.school_id = r.school_id and u.id = r.by_id) as by
  from club_rosters r`;

export const selectRosters = (db: Db, club: number, since: Date) =>
  many(
    db,
    sql<RosterRow>`${rosters} where r.club_id = ${club} and r.at >= ${since} order by r.at desc, r.id desc limit 20`,
  );

/** A list of the club; `since`: those before are forgotten. */
export const selectRoster = (db: Db, club: number, id: number, since: Date) =>
  first(
    db,
    sql<RosterRow>`${rosters} where r.club_id = ${club} and r.id = ${id} and r.at >= ${since}`,
  );

/** The list that somebody has sent under the `clientId`. */
export const selectSentRoster = (db: Db, club: number, author: number, clientId: string) =>
  first(
    db,
    sql<RosterRow>`${rosters} where r.by_id = ${author} and r.client_id = ${clientId}::uuid and r.club_id = ${club}`,
  );

/** Makes people members and keeps, under a new list, what they were before; its id. */
export const insertRoster = async (
  db: Db,
  place: { school: SchoolId; club: number; by: number; clientId: string; now: Date },
  counts: RosterCounts,
  people: readonly number[],
): Promise<number> => {
  const { school, club, by, clientId, now } = place;
  const stored = await first(
    db,
    sql<{
      id: number;
    }>`insert into club_rosters (school_id, club_id, by_id, client_id, at, added, accepted, already, skipped)
    values (${school}, ${club}, ${by}, ${clientId}, ${now}, ${counts.added}, ${counts.accepted}, ${counts.already}, ${counts.skipped}) returning id`,
  );
  const id = stored?.id ?? 0;
  await sql`insert into club_roster_rows (school_id, roster_id, user_id, status, since)
    select ${school}::int, ${id}::bigint, p.id, m.status, m.since from unnest(${people as number[]}::bigint[]) as p (id)
      left join club_members m on m.club_id = ${club} and m.user_id = p.id`.execute(db);
  return id;
};

/** Makes them members, whatever they were but banned; answers who has become one. */
export const upsertMembers = async (
  db: Db,
  { school, club, now }: { school: SchoolId; club: number; now: Date },
  people: readonly number[],
): Promise<number[]> => {
  const rows = await many(
    db,
    sql<{ id: number }>`insert into club_members as m (school_id, club_id, user_id, status, since)
    select ${school}::int, ${club}::bigint, p.id, 'member', ${now}::timestamptz from unnest(${people as number[]}::bigint[]) as p (id)
    on conflict (school_id, club_id, user_id) do update set status = 'member', since = excluded.since
      where m.status in ('requested', 'invited') returning m.user_id as id`,
  );
  return rows.map(({ id }) => id);
};

/** Makes those whom a list made members what they were before, and who still are what it made them, without a position; answers whom. */
export const restoreRoster = async (
  db: Db,
  club: number,
  { id, at }: Pick<RosterRow, 'id' | 'at'>,
  now: Date,
): Promise<number[]> => {
  const still = sql`m.club_id = ${club} and m.user_id = w.user_id and m.status = 'member' and m.since = ${at} and m.tags = '{}'
      and not exists (select from current_grants g where g.scope_id = ${club} and g.user_id = m.user_id)`;
  const rows = await many(
    db,
    sql<{ id: number }>`with removed as (
      delete from club_members m using club_roster_rows w where w.roster_id = ${id} and w.status is null and ${still} returning m.user_id as id
    ), restored as (
      update club_members m set status = w.status, since = w.since from club_roster_rows w
      where w.roster_id = ${id} and w.status is not null and ${still} returning m.user_id as id
    ) select id from removed union all select id from restored`,
  );
  await sql`update club_rosters set undone_at = ${now} where id = ${id}`.execute(db);
  return rows.map((row) => row.id);
};

/** Forgets lists that can no longer be taken back; answers how many. */
export const deleteRostersBefore = async (db: Db, before: Date): Promise<number> =>
  Number(
    (await db.deleteFrom('club_rosters').where('at', '<', before).executeTakeFirst())
      .numDeletedRows,
  );
