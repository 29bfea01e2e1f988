import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import {
  isPresent,
  showsField,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

/** A person in a list, with their status in the club. */
export interface NamedPerson extends PersonSummaryRow {
  readonly email: string | null;
  readonly status: 'member' | 'requested' | 'invited' | 'banned' | null;
  readonly since: Date | null;
}

/**
 * Returns the people with these email addresses and ids. Includes people who have a status in the club, people whose email address the
 * caller can see, and, by id, people the caller can see. All other hidden addresses find no one, because otherwise a list of guessed
 * addresses would reveal names.
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
      select id, bool_or(is_by_id) as is_by_id from (
        select id, false as is_by_id from users where email_key = any(${emails as string[]}::text[])
        union all select id, true from users where id = any(${ids as number[]}::bigint[])
      ) as keys group by id
    ) as named join users u on u.id = named.id left join club_members m on m.club_id = ${club} and m.user_id = u.id
    where not u.is_disabled and (m.user_id is not null or ${isPresent(visibility)} and (named.is_by_id or ${showsField(visibility, 'email')}))
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
  readonly by: PersonSummaryRow | null;
}

const rosters = sql`select r.id, r.at, r.added, r.accepted, r.already, r.skipped, r.undone_at,
    (select ${personSummary('u')}
      from users u where u.school_id = r.school_id and u.id = r.actor_id) as by
  from club_rosters r`;

export const selectRosters = (db: Db, club: number, since: Date) =>
  many(
    db,
    sql<RosterRow>`${rosters} where r.club_id = ${club} and r.at >= ${since} order by r.at desc, r.id desc limit 20`,
  );

/** Returns a list of the club, unless it was sent before `since`. */
export const selectRoster = (db: Db, club: number, id: number, since: Date) =>
  first(
    db,
    sql<RosterRow>`${rosters} where r.club_id = ${club} and r.id = ${id} and r.at >= ${since}`,
  );

/** Returns the list that a person sent with this `clientId`. */
export const selectSentRoster = (db: Db, club: number, author: number, clientId: string) =>
  first(
    db,
    sql<RosterRow>`${rosters} where r.actor_id = ${author} and r.client_id = ${clientId}::uuid and r.club_id = ${club}`,
  );

/** Stores a new list with the previous status of its people. Returns its id. */
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
    }>`insert into club_rosters (school_id, club_id, actor_id, client_id, at, added, accepted, already, skipped)
    values (${school}, ${club}, ${by}, ${clientId}, ${now}, ${counts.added}, ${counts.accepted}, ${counts.already}, ${counts.skipped}) returning id`,
  );
  const id = stored?.id ?? 0;
  await sql`insert into club_roster_rows (school_id, roster_id, user_id, status, since)
    select ${school}::int, ${id}::bigint, p.id, m.status, m.since from unnest(${people as number[]}::bigint[]) as p (id)
      left join club_members m on m.club_id = ${club} and m.user_id = p.id`.execute(db);
  return id;
};

/** Makes people members unless they are banned. Returns the ids of the new members. */
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

/**
 * Restores the previous status of people that a list made members. Skips people whose membership has changed since then, or who have a
 * position. Returns the ids of the restored people.
 */
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

/** Deletes lists that can no longer be undone. Returns their number. */
export const deleteRostersBefore = async (db: Db, before: Date): Promise<number> =>
  Number(
    (await db.deleteFrom('club_rosters').where('at', '<', before).executeTakeFirst())
      .numDeletedRows,
  );
