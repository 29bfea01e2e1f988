import { sql } from 'kysely';
import type { Db, Pool } from '#server/kernel/database/database.ts';
import { locks } from '#server/kernel/database/locks.ts';
import type { EventKind } from '#server/kernel/jobs/outbox.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { first, many } from '#server/kernel/sql.ts';

/** Returns true if the demo data was created. Runs as the owner, because the application role can't read `installation`. */
export const selectHasDemo = async (pool: Pool): Promise<boolean> =>
  (await sql`select from installation where name = 'demo'`.execute(pool.kysely)).rows.length > 0;

/** Records that the demo data was created. */
export const insertDemoRecord = async (db: Db, at: Date): Promise<void> => {
  await sql`insert into installation (name, value) values ('demo', ${at.toISOString()})`.execute(
    db,
  );
};

/**
 * Locks the creation of the demo data until the transaction ends. If two servers start at the same time, the second waits for the first.
 */
export const lockDemo = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.demo}::bigint)`.execute(db);
};

/** Returns the number of school hosts, in the transaction that can add the first school. */
export const countHosts = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from school_hosts`.execute(db)).rows[0]?.n ??
  0;

/** Returns the first `count` people of the school by email address in ASCII order. */
export const selectFirstByEmail = async (db: Db, count: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select id from users where email is not null order by email collate "C" limit ${count}`,
    )
  ).map(({ id }) => id);

/** Returns a club with its members, by its name. */
export const selectClubNamed = (
  db: Db,
  name: string,
): Promise<{ id: number; members: number[] } | undefined> =>
  first(
    db,
    sql<{ id: number; members: number[] }>`select c.id,
      array(select m.user_id from club_members m where m.school_id = c.school_id and m.club_id = c.id and m.status = 'member' order by m.since, m.user_id) as members
    from clubs c where c.name = ${name}`,
  );

/** Returns the active clubs of the school with their members and officers, in a fixed order. */
export const selectActiveClubs = (db: Db) =>
  many(
    db,
    sql<{ club: number; members: number[]; officers: number[] }>`
    select c.id as club, array_agg(m.user_id order by m.since, m.user_id) as members,
      array(select g.user_id from current_grants g where g.scope_id = c.id order by g.user_id) as officers
    from clubs c join club_members m on m.school_id = c.school_id and m.club_id = c.id and m.status = 'member'
    where c.status = 'active' group by c.id order by c.id`,
  );

/**
 * Registers people for an event, or one of its dates, in the given order. The last ones go on the waitlist. Sends no notifications.
 * Calls `server/database/functions/register_for_event.sql`.
 */
export const registerMany = async (
  db: Db,
  {
    event,
    original,
    people,
    now,
  }: { event: number; original: string; people: readonly number[]; now: Date },
): Promise<void> => {
  await sql`select r.refused from unnest(${people as number[]}::bigint[]) with ordinality p(id, position),
      lateral register_for_event(${event}::bigint, ${original}::text, p.id, null, 0, 'yes', p.position % 11 = 0, false, ${now}::timestamptz) r
    order by p.position`.execute(db);
};

/** Returns the ids of the school's students. */
export const selectStudents = async (db: Db): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select id from users where account_type in ('Student', 'Graduate Student') order by id`,
    )
  ).map(({ id }) => id);

/** Returns usernames of students outside the cast. */
export const selectSomeStudents = async (
  db: Db,
  cast: readonly string[],
  count: number,
): Promise<string[]> =>
  (
    await many(
      db,
      sql<{
        username: string;
      }>`select username from users where account_type = 'Student' and not is_disabled and username <> all(${cast as string[]}::text[])
        order by username limit ${count}`,
    )
  ).map(({ username }) => username);

/** Returns a person's first course with its teacher, its students and the name of its chat. */
export const selectFirstSection = (db: Db, person: number) =>
  first(
    db,
    sql<{ id: number; name: string; teacher: number; students: number[] }>`
    select s.id, left(c.number || ' ' || c.title || coalesce(', ' || s.name, ''), 80) as name, t.user_id as teacher,
      array(select x.user_id from section_members x join users u on u.school_id = x.school_id and u.id = x.user_id
        where x.section_id = s.id and x.role = 'student' and not u.has_hold order by x.user_id) as students
    from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id
      join courses c on c.school_id = s.school_id and c.id = s.course_id
      join section_members t on t.school_id = s.school_id and t.section_id = s.id and t.role = 'teacher'
    where m.user_id = ${person} order by c.number, s.id limit 1`,
  );

/** Returns the newest term of the school. */
export const selectNewestTerm = (db: Db) =>
  first(db, sql<{ code: string }>`select code from terms order by starts_on desc, id limit 1`);

/** Returns an election by its club and title. */
export const selectElectionTitled = (
  db: Db,
  club: string | null,
  title: string,
): Promise<{ id: number; state: string; opens_at: Date } | undefined> =>
  first(
    db,
    sql<{ id: number; state: string; opens_at: Date }>`select e.id, e.state, e.opens_at
      from elections e left join clubs c on c.school_id = e.school_id and c.id = e.club_id
      where c.name is not distinct from ${club} and e.title = ${title}`,
  );

/** Deletes events that no handler runs for anymore. */
export const deleteDeliveredEvents = async (db: Db, kinds: readonly EventKind[]): Promise<void> => {
  await sql`delete from outbox where delivered_at is not null and kind = any(${kinds as EventKind[]}::text[])`.execute(
    db,
  );
};

/** Deletes the events that end orders which don't wait for a payment. */
export const deleteEndedOrders = async (db: Db): Promise<void> => {
  await sql`delete from outbox where kind = 'order_due' and payload ->> 'order' in (select id::text from orders where state <> 'pending')`.execute(
    db,
  );
};

/** Returns the school whose elections aren't opened and counted yet, or null. */
export const selectWaitingElections = async (pool: Pool): Promise<number | null> =>
  (
    await sql<{
      school: number;
    }>`select value::bigint as school from installation where name = 'demo-elections'`.execute(
      pool.kysely,
    )
  ).rows[0]?.school ?? null;

export const insertWaitingElections = async (db: Db, school: number): Promise<void> => {
  await sql`insert into installation (name, value) values ('demo-elections', ${String(school)})`.execute(
    db,
  );
};

export const deleteWaitingElections = async (db: Db): Promise<void> => {
  await sql`delete from installation where name = 'demo-elections'`.execute(db);
};

/** Browsers of the demo people. */
const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:149.0) Gecko/20100101 Firefox/149.0',
];

/** Visitors in the last weeks, oldest first, as a percentage of everyone: a term with a break in October. */
const visitorsByWeek = [22, 41, 62, 66, 65, 68, 67, 69, 52, 68, 71, 70, 72, 71, 73];

/**
 * Adds sessions of nine in ten people, with last visits in the past month, mostly in the past days. No one knows their tokens. The
 * earlier weeks of the chart get the numbers of a term.
 */
export const insertVisits = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  await sql`
    insert into sessions (school_id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
    select ${school}::int, p.id, sha256(gen_random_uuid()::text::bytea), (${agents}::text[])[1 + p.draw % ${agents.length}],
      p.seen - (1 + p.draw % 17) * interval '1 day', p.seen, p.seen + interval '30 days'
    from (
      select id, draw, ${now}::timestamptz - power((draw % 1000) / 1000.0, 3) * interval '29 days' - interval '4 minutes' as seen
      from (select id, abs(hashtext(username)) as draw from users where created_at < ${now}::timestamptz - interval '3 days') as u
      where draw % 10 <> 7
    ) as p`.execute(db);
  await sql`delete from active_weeks where week < date_trunc('week', ${now}::timestamptz at time zone 'UTC')::date`.execute(
    db,
  );
  await sql`insert into active_weeks (school_id, week, people)
    select ${school}::int, date_trunc('week', ${now}::timestamptz at time zone 'UTC')::date - 7 * (${visitorsByWeek.length + 1} - n)::int,
      share * (select count(*) from users) / 100
    from unnest(${visitorsByWeek}::int[]) with ordinality as w (share, n)`.execute(db);
};

/** Ends the first run of everyone at the school except one person, because they have used the product before. */
export const endFirstRuns = async (
  db: Db,
  { except, now }: { except: string; now: Date },
): Promise<void> => {
  await sql`insert into first_runs (school_id, user_id, opened_at, ended_at)
    select school_id, id, ${now}, ${now} from users where school_id = current_school() and username <> ${except}`.execute(
    db,
  );
};

/** Dismisses the setup checklist of the school, which is set up. */
export const endSetup = async (db: Db, now: Date): Promise<void> => {
  await sql`insert into school_setups (school_id, ended_at) values (current_school(), ${now})`.execute(
    db,
  );
};

/** Subjects for a person's notifications: an invitation to a club and an event, a conversation, a post, and coursework. */
export const selectNoticeSubjects = (db: Db, me: number, now: Date) =>
  first(
    db,
    sql<{
      club: { id: number; name: string; actor: number } | null;
      event: { id: number; title: string; actor: number } | null;
      conversation: { id: number; actor: number } | null;
      liked: { id: number; actors: number[] } | null;
      comment: { id: number; actor: number } | null;
      work: { section: number; title: string } | null;
    }>`
    with known as (select case when low_id = ${me} then high_id else low_id end as id from connections
      where ${me} in (low_id, high_id) and is_accepted)
    select (select jsonb_build_object('id', c.id, 'name', c.name, 'actor', min(m.user_id))
        from clubs c join club_members m on m.school_id = c.school_id and m.club_id = c.id and m.status = 'member'
        where c.is_open and m.user_id in (select id from known)
          and not exists (select from club_members x where x.club_id = c.id and x.user_id = ${me})
        group by c.id, c.name order by count(*) desc, c.id limit 1) as club,
      (select jsonb_build_object('id', e.id, 'title', e.title, 'actor', (select min(id) from known))
        from events e join event_starts s on s.school_id = e.school_id and s.event_id = e.id
        where e.status = 'published' and e.audience in ('public', 'school') and s.starts_at > ${now}::timestamptz + interval '1 day'
          and exists (select from known) and not exists (select from event_registrations r where r.event_id = e.id and r.user_id = ${me})
        order by s.starts_at, e.id limit 1) as event,
      (select jsonb_build_object('id', p.conversation_id, 'actor', m.author_id)
        from participants p join messages m on m.school_id = p.school_id and m.conversation_id = p.conversation_id
        where p.user_id = ${me} and p.is_shown and m.author_id <> ${me} and m.seq > p.read_seq and m.deleted is null and m.event is null
        order by m.sent_at desc limit 1) as conversation,
      (select jsonb_build_object('id', p.id, 'actors', (select array_agg(l.user_id order by l.liked_at desc)
          from post_likes l where l.post_id = p.id and l.user_id <> ${me}))
        from posts p where p.author_id = ${me} and p.likes > 1 and p.deleted_at is null order by p.published_at desc limit 1) as liked,
      (select jsonb_build_object('id', p.id, 'actor', c.author_id)
        from comments c join posts p on p.school_id = c.school_id and p.id = c.post_id
        where c.author_id <> ${me} and c.deleted_at is null and p.author_id = ${me}
        order by c.created_at desc limit 1) as comment,
      (select jsonb_build_object('section', m.section_id, 'title', a.title)
        from section_members m join course_assignments a on a.school_id = m.school_id and a.section_id = m.section_id
        where m.user_id = ${me} and m.role = 'student' and m.is_active and a.due_at > ${now} order by a.due_at limit 1) as work`,
  );

/** Invites a person to a club. */
export const insertInvited = async (
  db: Db,
  school: SchoolId,
  { club, user, at }: { club: number; user: number; at: Date },
): Promise<void> => {
  await sql`insert into club_members (school_id, club_id, user_id, status, since)
    values (${school}, ${club}, ${user}, 'invited', ${at}) on conflict do nothing`.execute(db);
};

/** Adds likes of a post. */
export const insertPostLikes = async (
  db: Db,
  school: SchoolId,
  { post, people, at }: { post: number; people: readonly number[]; at: Date },
): Promise<void> => {
  await sql`insert into post_likes (school_id, post_id, user_id, liked_at)
    select ${school}, ${post}, id, ${at} from unnest(${[...people]}::bigint[]) as p (id) on conflict do nothing`.execute(
    db,
  );
};

/** A vote in a poll of one choice. */
export interface PollVote {
  readonly by: number;
  readonly option: number;
}

/** Adds the votes of a poll. Only the first vote of a person counts. */
export const insertPollVotes = async (
  db: Db,
  school: SchoolId,
  { post, votes, at }: { post: number; votes: readonly PollVote[]; at: Date },
): Promise<void> => {
  const first = new Map(votes.toReversed().map(({ by, option }) => [by, option]));
  await sql`insert into poll_votes (school_id, post_id, option_id, user_id, voted_at)
    select ${school}, ${post}, v.option, v.by, ${at} from unnest(${[...first.keys()]}::bigint[], ${[...first.values()]}::bigint[]) as v (by, option)`.execute(
    db,
  );
};
