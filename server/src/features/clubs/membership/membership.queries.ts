import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { PersonalData } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import { deletePositionsOf } from '../../roles/positions/positions.queries.ts';
import type { ClubViewer } from '../club-viewer.ts';
import { joinOwnMembership, fromVisibleMembers } from './club-people.queries.ts';
import type { PersonSummaryRow } from '../../people/summary/summary.queries.ts';

type Status = 'member' | 'requested' | 'invited' | 'banned';

interface ClubScope {
  readonly school: SchoolId;
  readonly club: number;
  readonly now: Date;
}

const idsOf = async (rows: Promise<{ id: number }[]>): Promise<number[]> =>
  (await rows).map(({ id }) => id);

/**
 * Adds a member or a join request. Members stay members, and banned people stay banned. Returns the person's resulting status, and whether
 * they had none before.
 */
export const upsertMembership = async (
  db: Db,
  { school, club, now }: ClubScope,
  person: number,
  status: 'member' | 'requested',
): Promise<{ status: Status; is_new: boolean } | undefined> =>
  first(
    db,
    sql<{
      status: Status;
      is_new: boolean;
    }>`insert into club_members as m (school_id, club_id, user_id, status, since)
      values (${school}, ${club}, ${person}, ${status}, ${now})
      on conflict (school_id, club_id, user_id) do update set
        status = case when m.status in ('member', 'banned') then m.status else excluded.status end,
        since = case when m.status in ('member', 'banned') or m.status = excluded.status then m.since else excluded.since end
      returning m.status, m.xmax = 0 as is_new`,
  );

/** Deletes a person's membership, request or invitation. Bans stay. */
export const deleteMembership = (db: Db, club: number, person: number) =>
  hasChangedRows(
    db,
    sql`delete from club_members where club_id = ${club} and user_id = ${person} and status <> 'banned'`,
  );

/** Accepts join requests of people whose account is enabled. Returns the ids of the new members. */
export const updateAccepted = (db: Db, club: number, people: readonly number[], now: Date) =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`update club_members m set status = 'member', since = ${now} from users u
      where m.club_id = ${club} and m.status = 'requested' and m.user_id = any(${people as number[]}::bigint[])
        and u.school_id = m.school_id and u.id = m.user_id and not u.is_disabled
      returning m.user_id as id`,
    ),
  );

/** Removes people who have one of these statuses in the club. Returns their ids. */
export const deleteMembers = (
  db: Db,
  club: number,
  people: readonly number[],
  status: readonly Status[],
) =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`delete from club_members
      where club_id = ${club} and status = any(${status as Status[]}::text[]) and user_id = any(${people as number[]}::bigint[])
      returning user_id as id`,
    ),
  );

/** Invites people who are visible to the caller and have no status in the club. Returns their ids. */
export const insertInvited = (
  db: Db,
  visibility: VisibilityScope,
  { school, club, now }: ClubScope,
  people: readonly number[],
) =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`insert into club_members (school_id, club_id, user_id, status, since)
      select ${school}::int, ${club}::bigint, u.id, 'invited', ${now}::timestamptz
      from users u where u.id = any(${people as number[]}::bigint[]) and not u.is_disabled and ${isPresent(visibility)}
      on conflict do nothing returning user_id as id`,
    ),
  );

/** Bans people who have a status in the club or are visible to the caller. Returns the ids of people who weren't banned before. */
export const upsertBanned = (
  db: Db,
  visibility: VisibilityScope,
  { school, club, now }: ClubScope,
  people: readonly number[],
) =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`insert into club_members as m (school_id, club_id, user_id, status, since)
      select ${school}::int, ${club}::bigint, u.id, 'banned', ${now}::timestamptz from users u where u.id = any(${people as number[]}::bigint[])
        and (${isPresent(visibility)} or exists (select from club_members m where m.school_id = u.school_id and m.club_id = ${club} and m.user_id = u.id))
      on conflict (school_id, club_id, user_id) do update set status = 'banned', since = excluded.since, tags = '{}'
        where m.status <> 'banned' returning m.user_id as id`,
    ),
  );

/** A person with a club status that started in the past. */
export interface NewMember {
  readonly id: number;
  readonly status: 'member' | 'requested' | 'invited';
  readonly since: Date;
}

/** Stores the given statuses of many people. People who already have a status in the club keep it. */
export const insertMembers = async (
  db: Db,
  school: SchoolId,
  club: number,
  members: readonly NewMember[],
): Promise<void> => {
  await sql`insert into club_members (school_id, club_id, user_id, status, since)
    select ${school}::int, ${club}::bigint, m.id, m.status, m.since
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m (id bigint, status text, since timestamptz)
    on conflict do nothing`.execute(db);
};

/** Adds memberships that ended before the school recorded memberships. The trigger of `club_members` adds all others. */
export const insertEndedMemberships = async (
  db: Db,
  school: SchoolId,
  club: number,
  ended: readonly { since: Date; until: Date }[],
): Promise<void> => {
  await sql`insert into club_departures (school_id, club_id, since, until)
    select ${school}::int, ${club}::bigint, d.since::date, d.until::date
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as d (since timestamptz, until timestamptz)`.execute(
    db,
  );
};

/** Returns the ids of these people who are members. */
export const selectMemberIds = (db: Db, club: number, people: readonly number[]) =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`select user_id as id from club_members
      where club_id = ${club} and status = 'member' and user_id = any(${people as number[]}::bigint[])`,
    ),
  );

/** Returns whether people are members of a club, and the name of their position. */
export const selectStandings = (db: Db, club: number, people: readonly number[]) =>
  many(
    db,
    sql<{ id: number; is_member: boolean; position: string | null }>`
    select p.id, exists (select from club_members m where m.club_id = ${club} and m.user_id = p.id and m.status = 'member') as is_member,
      (select r.name from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where g.scope_id = ${club} and g.user_id = p.id order by r.position limit 1) as position
    from unnest(${people as number[]}::bigint[]) as p (id)`,
  );

/** Adds a tag to members that don't have it yet, or removes it. Returns the ids of the changed members. */
export const updateTags = (
  db: Db,
  club: number,
  people: readonly number[],
  { tag, isAdded, max }: { tag: string; isAdded: boolean; max: number },
) =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`update club_members set
        tags = case when ${isAdded}::boolean then array_append(tags, ${tag}::text) else array_remove(tags, ${tag}::text) end
      where club_id = ${club} and status = 'member' and user_id = any(${people as number[]}::bigint[])
        and (tags @> array[${tag}::text]) <> ${isAdded}::boolean and (not ${isAdded}::boolean or cardinality(tags) < ${max})
      returning user_id as id`,
    ),
  );

export interface ClubMemberRow extends PersonSummaryRow {
  readonly position: string | null;
  readonly since: Date;
  readonly tags: string[];
  readonly points: number;
}

interface MemberWindow {
  readonly offset: number;
  readonly size: number;
  readonly search?: string | undefined;
}

interface NarrowedWindow extends MemberWindow {
  readonly tag?: string | undefined;
  /** True if the caller sees the tags of all members. Otherwise, a tag finds only the caller. */
  readonly seesTags: boolean;
}

/**
 * Returns a page of the members that the caller can see, officers first in the order of their positions, and the total, in one
 * statement. Calls `server/database/functions/clubs_seen_by.sql` and `name_words.sql`.
 */
export const selectMembers = async (
  db: Db,
  { visibility, isStaff }: ClubViewer,
  club: number,
  { offset, size, search, tag, seesTags }: NarrowedWindow,
): Promise<{ total: number; rows: ClubMemberRow[] }> => {
  const words = (search ?? '').trim();
  const rows = await many(
    db,
    sql<{ total: number } & (ClubMemberRow | { id: null })>`
    with found as materialized (
      select u.id, u.sort_name, m.since, m.tags, (select min(r.position) from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
          where g.school_id = c.school_id and g.scope_id = c.id and g.user_id = u.id) as rank
      from clubs_seen_by(${visibility.viewer}::bigint, ${isStaff}::boolean) c ${joinOwnMembership(visibility.viewer)}
      cross join lateral (select m.user_id, m.since, m.tags from ${fromVisibleMembers(visibility, isStaff)}) as m
      join users u on u.id = m.user_id
      where c.id = ${club} and (${tag ?? null}::text is null or m.tags @> array[${tag ?? ''}::text] and (${seesTags}::boolean or u.id = ${visibility.viewer}))
        and not exists (select from unnest(search_words(${words})) as w (word)
          where not exists (select from unnest(name_words(u.first_name, u.last_name, u.romanized_name)) as n (word) where starts_with(n.word, w.word)))
    ), page as (
      select *, row_number() over (order by rank nulls last, sort_name, id) as nth
      from found order by rank nulls last, sort_name, id limit ${size} offset ${offset}
    )
    select (select count(*)::int from found) as total, listed.*
    from (select 1) as one left join (
      select page.nth, u.id, u.first_name, u.last_name, u.photo, page.since, page.tags,
        (select r.name from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
          where g.scope_id = ${club} and g.user_id = u.id order by r.position limit 1) as position,
        coalesce((select b.points from club_point_balances b where b.club_id = ${club} and b.user_id = u.id), 0) as points
      from page join users u on u.id = page.id
    ) as listed on true order by listed.nth`,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap((row) => (row.id === null ? [] : [row])),
  };
};

export interface ApplicantRow extends PersonSummaryRow {
  readonly since: Date;
}

/**
 * Returns a page of people who requested to join, were invited or were banned, oldest first, and the total. The list includes all requests,
 * but only those invited or banned people the caller can see.
 */
export const selectApplicants = async (
  db: Db,
  visibility: VisibilityScope,
  { club, status }: { club: number; status: 'requested' | 'invited' | 'banned' },
  { offset, size }: MemberWindow,
): Promise<{ total: number; rows: ApplicantRow[] }> => {
  const rows = await many(
    db,
    sql<ApplicantRow & { total: number }>`
    select u.id, u.first_name, u.last_name, u.photo, m.since, count(*) over ()::int as total
    from club_members m join users u on u.school_id = m.school_id and u.id = m.user_id
    where m.club_id = ${club} and m.status = ${status} and not u.is_disabled
      and ${status === 'requested' ? sql`true` : isPresent(visibility)}
    order by m.since, u.id limit ${size} offset ${offset}`,
  );
  return { total: rows[0]?.total ?? 0, rows };
};

/** A membership or position that has ended. */
export interface PastMemberRow extends PersonSummaryRow {
  readonly past_id: number;
  readonly position: string | null;
  readonly since: Date;
  readonly until: Date;
}

/**
 * Returns a page of a club's past memberships and positions, latest first, and the total. It includes only people the caller can see.
 */
export const selectPastMembers = async (
  db: Db,
  visibility: VisibilityScope,
  club: number,
  { offset, size }: MemberWindow,
): Promise<{ total: number; rows: PastMemberRow[] }> => {
  const rows = await many(
    db,
    sql<PastMemberRow & { total: number }>`
    select p.id as past_id, u.id, u.first_name, u.last_name, u.photo, p.position, p.since, p.until, count(*) over ()::int as total
    from club_past_members p join users u on u.school_id = p.school_id and u.id = p.user_id
    where p.club_id = ${club} and not u.is_disabled and ${isPresent(visibility)}
    order by p.until desc, p.id limit ${size} offset ${offset}`,
  );
  return { total: rows[0]?.total ?? 0, rows };
};

/** Returns the ids of up to 500 responses to membership forms that were sent before a time by people who became members before it. */
export const selectAnswersBefore = async (db: Db, before: Date): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select a.id from forms f
      join form_responses a on a.school_id = f.school_id and a.form_id = f.id and a.responded_at < ${before}
      join club_members m on m.school_id = f.school_id and m.club_id = f.owner_id and m.user_id = a.user_id
      where f.owner_kind = 'club_membership' and m.status = 'member' and m.since < ${before} limit 500`,
    )
  ).map(({ id }) => id);

/** Deletes the clubs' data about an erased person. Notes and other things that the person created stay without their name. */
export const deleteClubsOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from club_members where user_id = ${person}`.execute(db);
  // Deleting memberships and positions adds rows to `club_past_members`, so delete those afterward.
  await deletePositionsOf(db, person);
  await sql`delete from club_past_members where user_id = ${person}`.execute(db);
  await sql`delete from club_dismissals where user_id = ${person}`.execute(db);
  await sql`delete from club_roster_rows where user_id = ${person}`.execute(db);
  await sql`update club_rosters set actor_id = null where actor_id = ${person}`.execute(db);
  await sql`update club_notes set author_id = null where author_id = ${person}`.execute(db);
  await sql`update clubs set created_by = null where created_by = ${person}`.execute(db);
  await sql`update club_links set created_by = null where created_by = ${person}`.execute(db);
  await sql`update club_labels set created_by = null where created_by = ${person}`.execute(db);
};

/** Returns this feature's part of the personal data export. */
export const personalData: PersonalData = (me) => ({
  clubs: sql`(select jsonb_agg(jsonb_build_object('name', c.name, 'status', m.status, 'since', m.since, 'tags', m.tags,
          'positions', (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'since', g.granted_at, 'until', g.ends_at) order by r.position), '[]') from role_grants g
            join roles r on r.school_id = g.school_id and r.id = g.role_id where g.scope_id = c.id and g.user_id = ${me})) order by c.name, c.id)
        from club_members m join clubs c on c.school_id = m.school_id and c.id = m.club_id where m.user_id = ${me} and m.status <> 'banned')`,
  pastClubs: sql`(select jsonb_agg(jsonb_build_object('name', c.name, 'position', p.position, 'since', p.since, 'until', p.until) order by p.until, p.id)
        from club_past_members p join clubs c on c.school_id = p.school_id and c.id = p.club_id where p.user_id = ${me})`,
  clubRosters: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'at', r.at, 'added', r.added) order by r.at)
        from club_rosters r join clubs c on c.school_id = r.school_id and c.id = r.club_id where r.actor_id = ${me})`,
  addedToClubs: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'at', r.at, 'before', w.status) order by r.at)
        from club_roster_rows w join club_rosters r on r.school_id = w.school_id and r.id = w.roster_id
        join clubs c on c.school_id = r.school_id and c.id = r.club_id where w.user_id = ${me})`,
  clubLinks: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'note', l.note, 'at', l.created_at, 'expiresAt', l.expires_at,
          'revokedAt', l.revoked_at, 'uses', l.uses) order by l.created_at)
        from club_links l join clubs c on c.school_id = l.school_id and c.id = l.club_id where l.created_by = ${me})`,
  dismissedClubs: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'at', d.created_at) order by d.created_at)
        from club_dismissals d join clubs c on c.school_id = d.school_id and c.id = d.club_id where d.user_id = ${me})`,
  clubNotes: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'text', n.text, 'at', n.created_at) order by n.created_at)
        from club_notes n join clubs c on c.school_id = n.school_id and c.id = n.club_id where n.author_id = ${me})`,
});

/** Returns the ids of the clubs that a person is a member of. */
export const selectClubIdsOf = async (db: Db, me: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select club_id as id from club_members where user_id = ${me} and status = 'member'`,
    )
  ).map(({ id }) => id);
