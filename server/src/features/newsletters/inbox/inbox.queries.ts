import { sql } from 'kysely';
import type { NewsletterAudience, NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';

/** A newsletter in someone's inbox. */
export interface InboxRow {
  id: number;
  title: string;
  summary: string;
  sent_at: Date;
  read_at: Date | null;
  /** The club that sent it. Null for the school. */
  club_id: number | null;
  club_name: string | null;
  club_logo: string | null;
  /** The event that it is about. */
  event_id: number | null;
  event_title: string | null;
}

const columns = sql`n.id, n.title, n.summary, c.sent_at, c.read_at, b.id as club_id, b.name as club_name, b.logo as club_logo,
  e.id as event_id, e.title as event_title`;
const source = sql`newsletter_copies c join newsletters n on n.school_id = c.school_id and n.id = c.newsletter_id
  left join clubs b on b.school_id = n.school_id and b.id = n.club_id
  left join events e on e.school_id = n.school_id and e.id = n.event_id`;

/** Returns a range of someone's inbox, newest first, with the total and unread counts. */
export const selectInbox = async (
  db: Db,
  me: number,
  offset: number,
  size: number,
): Promise<{ rows: InboxRow[]; total: number; unread: number }> => {
  const { rows } = await sql<InboxRow>`select ${columns} from ${source} where c.user_id = ${me}
    order by c.sent_at desc, c.newsletter_id limit ${size} offset ${offset}`.execute(db);
  const counted = await sql<{
    total: number;
    unread: number;
  }>`select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from newsletter_copies where user_id = ${me}`.execute(db);
  return { rows, ...(counted.rows[0] ?? { total: 0, unread: 0 }) };
};

/** Returns one newsletter of someone's inbox with its content. */
export const selectInboxItem = (
  db: Db,
  me: number,
  id: number,
): Promise<(InboxRow & { blocks: NewsletterBlock[]; audience: NewsletterAudience }) | undefined> =>
  first(
    db,
    sql<InboxRow & { blocks: NewsletterBlock[]; audience: NewsletterAudience }>`
    select ${columns}, n.blocks, n.audience from ${source} where c.user_id = ${me} and c.newsletter_id = ${id}`,
  );

/** Marks a newsletter as read or unread, and updates the counts if it changes. */
export const updateRead = async (
  db: Db,
  me: number,
  id: number,
  readAt: Date | null,
): Promise<void> => {
  await sql`
    with marked as (
      update newsletter_copies set read_at = ${readAt}
      where user_id = ${me} and newsletter_id = ${id} and (read_at is null) <> ${readAt === null}::boolean returning 1
    )
    update newsletters set read = read + ${readAt === null ? -1 : 1} * (select count(*)::int from marked) where id = ${id} and exists (select from marked)`.execute(
    db,
  );
};

/** Marks all newsletters as read. */
export const updateAllRead = async (db: Db, me: number, now: Date): Promise<void> => {
  await sql`
    with marked as (
      update newsletter_copies set read_at = ${now} where user_id = ${me} and read_at is null returning newsletter_id
    )
    update newsletters n set read = read + 1 from (select newsletter_id as id from marked order by newsletter_id) as m where n.id = m.id`.execute(
    db,
  );
};

/** The newsletter setting of a person, and the clubs and events whose emails they have turned off. */
export interface MailChoice {
  by_mail: boolean;
  clubs: { id: string; name: string }[];
  events: { id: string; name: string }[];
}

export const selectMailChoice = async (db: Db, me: number): Promise<MailChoice> =>
  (await first(
    db,
    sql<MailChoice>`
    select not exists (select from newsletter_opt_outs where user_id = ${me}) as by_mail,
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id::text, 'name', b.name) order by b.sort_name, b.id), '[]')
        from newsletter_club_opt_outs r join clubs b on b.school_id = r.school_id and b.id = r.club_id where r.user_id = ${me}) as clubs,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id::text, 'name', e.title) order by e.sort_name, e.id), '[]')
        from newsletter_event_opt_outs r join events e on e.school_id = r.school_id and e.id = r.event_id where r.user_id = ${me}) as events`,
  )) ?? { by_mail: true, clubs: [], events: [] };

/** Unsubscribes someone from newsletters by email. Returns false if there is no such person. */
export const insertOptOut = async (
  db: Db,
  school: SchoolId,
  user: number,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`
    with known as (select id from users where id = ${user}),
      refused as (insert into newsletter_opt_outs (school_id, user_id, at) select ${school}, id, ${now} from known on conflict do nothing)
    select count(*)::int as n from known`.execute(db);
  return (rows[0]?.n ?? 0) > 0;
};

/**
 * Unsubscribes someone from the emails of a club. Returns the club's name, or undefined if there is none. With
 * `isNamed`, a token has both ids. Otherwise the person must be a member or a recipient of an earlier email.
 */
export const insertClubOptOut = async (
  db: Db,
  school: SchoolId,
  { user, club, isNamed }: { user: number; club: number; isNamed: boolean },
  now: Date,
): Promise<string | undefined> =>
  (
    await first(
      db,
      sql<{ name: string }>`
    with known as (
      select b.id, b.name from clubs b join users u on u.school_id = b.school_id and u.id = ${user} where b.id = ${club} and (${isNamed}::boolean
        or exists (select from club_members m where m.school_id = b.school_id and m.club_id = b.id and m.user_id = ${user} and m.status = 'member')
        or exists (select from newsletter_copies c join newsletters n on n.school_id = c.school_id and n.id = c.newsletter_id
          where c.user_id = ${user} and n.club_id = b.id))
    ), refused as (
      insert into newsletter_club_opt_outs (school_id, user_id, club_id, at) select ${school}, ${user}, id, ${now} from known on conflict do nothing
    )
    select name from known`,
    )
  )?.name;

/**
 * Unsubscribes someone from the emails about an event. Returns its title, or undefined if there is none. With
 * `isNamed`, a token has both ids. Otherwise the person must be registered or a recipient of an earlier email.
 */
export const insertEventOptOut = async (
  db: Db,
  school: SchoolId,
  { user, event, isNamed }: { user: number; event: number; isNamed: boolean },
  now: Date,
): Promise<string | undefined> =>
  (
    await first(
      db,
      sql<{ title: string }>`
    with known as (
      select e.id, e.title from events e join users u on u.school_id = e.school_id and u.id = ${user} where e.id = ${event} and (${isNamed}::boolean
        or exists (select from event_registrations r where r.school_id = e.school_id and r.event_id = e.id and r.user_id = ${user})
        or exists (select from newsletter_copies c join newsletters n on n.school_id = c.school_id and n.id = c.newsletter_id
          where c.user_id = ${user} and n.event_id = e.id))
    ), refused as (
      insert into newsletter_event_opt_outs (school_id, user_id, event_id, at) select ${school}, ${user}, id, ${now} from known on conflict do nothing
    )
    select title from known`,
    )
  )?.title;

/** Subscribes someone to the emails about an event again. */
export const deleteEventOptOut = async (db: Db, me: number, event: number): Promise<void> => {
  await sql`delete from newsletter_event_opt_outs where user_id = ${me} and event_id = ${event}`.execute(
    db,
  );
};

/** Subscribes someone to the emails of a club again. */
export const deleteClubOptOut = async (db: Db, me: number, club: number): Promise<void> => {
  await sql`delete from newsletter_club_opt_outs where user_id = ${me} and club_id = ${club}`.execute(
    db,
  );
};

/** Subscribes someone to newsletters by email again. */
export const deleteOptOut = async (db: Db, me: number): Promise<void> => {
  await sql`delete from newsletter_opt_outs where user_id = ${me}`.execute(db);
};

/** Returns the names of hubs, for the recipients of a newsletter to them. */
export const selectHubNames = async (db: Db, ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select name from hubs where id = any(${ids}::bigint[]) order by position, id`.execute(db);
  return rows.map(({ name }) => name);
};
