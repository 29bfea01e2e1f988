import type { PersonalData } from '../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ClubEmailAudience } from '#contract/club-emails/endpoints.ts';
import type { EventEmailAudience } from '#contract/event-emails/endpoints.ts';
import type { NewsletterAudience, NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import { personId, type SchoolId } from '../../kernel/ids.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { storedOf } from '../events/events.rules.ts';
import { claimMinutes, mailDays } from './newsletters.rules.ts';

/** The owner of a newsletter: a club, an event, or, if null, the school. */
export type Owner = { readonly club: number } | { readonly event: number } | null;

/** Returns the owner of a stored newsletter. */
export const ownerOf = ({
  club_id: club,
  event_id: event,
}: Pick<NewsletterRow, 'club_id' | 'event_id'>): Owner =>
  event !== null ? { event } : club !== null ? { club } : null;

/** The audience of a newsletter as stored, with the chosen members of a club or attendees of an event. */
export type StoredAudience = NewsletterAudience & {
  club?: ClubEmailAudience;
  event?: EventEmailAudience;
};

/** A newsletter as stored, with its author and delivery counts. */
export interface NewsletterRow {
  id: number;
  title: string;
  summary: string;
  blocks: NewsletterBlock[];
  audience: StoredAudience;
  /** The owner's id. The school's newsletters have neither a club nor an event. */
  club_id: number | null;
  club_name: string | null;
  event_id: number | null;
  event_title: string | null;
  by_mail: boolean;
  state: 'draft' | 'scheduled' | 'sent';
  version: number;
  created_by: number;
  /** Id of the person who scheduled it. */
  scheduled_by: number | null;
  first_name: string;
  last_name: string;
  photo: string | null;
  changed_at: Date;
  send_at: Date | null;
  origin: string | null;
  sent_at: Date | null;
  recipients: number;
  read: number;
  mailed: number;
  bounced: number;
  /** The reason why a club's scheduled newsletter became a draft again. */
  returned: 'club' | 'sender' | null;
}

const columns = sql`n.id, n.title, n.summary, n.blocks, n.audience, n.by_mail, n.state, n.version, n.created_by, n.scheduled_by, u.first_name, u.last_name, u.photo,
  n.changed_at, n.send_at, n.origin, n.sent_at, n.recipients, n.read, n.mailed, n.bounced, n.returned, n.club_id, c.name as club_name,
  n.event_id, e.title as event_title`;
const source = sql`newsletters n join users u on u.school_id = n.school_id and u.id = n.created_by
  left join clubs c on c.school_id = n.school_id and c.id = n.club_id
  left join events e on e.school_id = n.school_id and e.id = n.event_id`;

/** Returns the condition for newsletters of an owner. */
const isOf = (of: Owner) =>
  of === null
    ? sql`n.club_id is null and n.event_id is null`
    : 'club' in of
      ? sql`n.club_id = ${of.club}`
      : sql`n.event_id = ${of.event}`;

/** Returns a page of an owner's newsletters, last changed first, and their total number. */
export const selectNewsletters = async (
  db: Db,
  {
    of,
    state,
    offset,
    size,
  }: { of: Owner; state: string | undefined; offset: number; size: number },
): Promise<{ rows: NewsletterRow[]; total: number }> => {
  const which = sql`${isOf(of)} and ${state === undefined ? sql`true` : sql`n.state = ${state}`}`;
  const { rows } = await sql<NewsletterRow>`select ${columns} from ${source} where ${which}
    order by n.changed_at desc, n.id limit ${size} offset ${offset}`.execute(db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from newsletters n where ${which}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

/** Returns a newsletter. `forUpdate` locks it, so that changes, sending and withdrawing happen one at a time. `of` requires that owner. */
export const selectNewsletter = async (
  db: Db,
  id: number,
  { of, forUpdate = false }: { of?: Owner; forUpdate?: boolean } = {},
): Promise<NewsletterRow | undefined> => {
  // Lock the row first: a lock in the same statement would return the row as it was before the wait.
  if (forUpdate) await sql`select from newsletters where id = ${id} for update`.execute(db);
  const { rows } = await sql<NewsletterRow>`select ${columns} from ${source} where n.id = ${id}
      and ${of === undefined ? sql`true` : isOf(of)}`.execute(db);
  return rows[0];
};

/** Returns the newsletter that its author has already created with this client id. `of` is its owner. */
export const selectNewsletterByClient = async (
  db: Db,
  { by, of, clientId }: { by: number; of: Owner; clientId: string | undefined },
): Promise<number | undefined> => {
  if (clientId === undefined) return undefined;
  const { rows } = await sql<{
    id: number;
  }>`select n.id from newsletters n where n.created_by = ${by} and n.client_id = ${clientId}::uuid and ${isOf(of)}`.execute(
    db,
  );
  return rows[0]?.id;
};

/** Creates a newsletter. Returns undefined if its author has already created it. */
export const insertNewsletter = async (
  db: Db,
  draft: {
    school: SchoolId;
    by: number;
    now: Date;
    of: Owner;
    clientId?: string | undefined;
  } & Pick<NewsletterRow, 'title' | 'summary' | 'blocks' | 'audience' | 'by_mail'>,
): Promise<number | undefined> => {
  const { rows } = await sql<{
    id: number;
  }>`insert into newsletters (school_id, club_id, event_id, title, summary, blocks, audience, by_mail, created_by, client_id, created_at, changed_at)
    values (${draft.school}, ${draft.of !== null && 'club' in draft.of ? draft.of.club : null}, ${draft.of !== null && 'event' in draft.of ? draft.of.event : null}, ${draft.title}, ${draft.summary}, ${JSON.stringify(draft.blocks)}::jsonb, ${JSON.stringify(draft.audience)}::jsonb,
      ${draft.by_mail}, ${draft.by}, ${draft.clientId ?? null}::uuid, ${draft.now}, ${draft.now})
    on conflict (school_id, created_by, client_id) where client_id is not null do nothing returning id`.execute(
    db,
  );
  return rows[0]?.id;
};

/** Updates a draft and increments its version. */
export const updateDraft = async (
  db: Db,
  id: number,
  draft: Pick<NewsletterRow, 'title' | 'summary' | 'blocks' | 'audience' | 'by_mail'>,
  now: Date,
): Promise<void> => {
  await sql`update newsletters set title = ${draft.title}, summary = ${draft.summary}, blocks = ${JSON.stringify(draft.blocks)}::jsonb,
    audience = ${JSON.stringify(draft.audience)}::jsonb, by_mail = ${draft.by_mail}, version = version + 1, changed_at = ${now}
    where id = ${id}`.execute(db);
};

/** Schedules a newsletter. Null makes it a draft again. */
export const updateSendAt = async (
  db: Db,
  id: number,
  at: Date | null,
  by: number | null,
  origin: string | null,
  now: Date,
): Promise<void> => {
  await sql`update newsletters set state = ${at === null ? 'draft' : 'scheduled'}, send_at = ${at}, scheduled_by = ${by}, origin = ${origin}, returned = null,
    version = version + 1, changed_at = ${now} where id = ${id}`.execute(db);
};

/** Makes a club's newsletter that couldn't be sent on time a draft again, and stores the reason. */
export const returnToDraft = async (
  db: Db,
  id: number,
  why: 'club' | 'sender',
  now: Date,
): Promise<void> => {
  await sql`update newsletters set state = 'draft', send_at = null, scheduled_by = null, origin = null, returned = ${why},
    version = version + 1, changed_at = ${now} where id = ${id}`.execute(db);
};

/** Deletes a newsletter with its copies. */
export const deleteNewsletterRow = async (db: Db, id: number): Promise<void> => {
  await sql`delete from newsletters where id = ${id}`.execute(db);
};

/** The owner and the audience of a newsletter. */
interface Addressed {
  readonly of: Owner;
  readonly audience: StoredAudience;
}

/** Returns whether `u` is in a club's audience: all members, members with a tag, or officers. */
const meetsInClub = (club: number, { who, tags }: ClubEmailAudience) =>
  sql`not u.is_disabled and exists (select from club_members m where m.school_id = u.school_id and m.club_id = ${club} and m.user_id = u.id
    and m.status = 'member' ${who === 'tags' ? sql`and m.tags && ${tags}::text[]` : sql``})
    ${
      who === 'officers'
        ? sql`and exists (select from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id and r.scope = 'club'
            where g.school_id = u.school_id and g.user_id = u.id and g.scope_id = ${club})`
        : sql``
    }`;

/**
 * Returns whether `u` is in an event's audience: everyone who didn't cancel and wasn't declined, or people with some statuses. The audience
 * is for one time of the event or for any.
 */
const meetsAtEvent = (event: number, { who, statuses, occurrence }: EventEmailAudience) =>
  sql`not u.is_disabled and exists (select from event_registrations r where r.school_id = u.school_id and r.event_id = ${event} and r.user_id = u.id
    and ${
      who === 'all'
        ? sql`r.status not in ('canceled', 'declined')`
        : sql`r.status = any(${statuses.flatMap(storedOf)}::text[])`
    } ${occurrence === null ? sql`` : sql`and r.original in ('', ${occurrence})`})`;

/**
 * Returns whether `u` is in an audience: they match every list that isn't empty. The audience of a club or an event contains only its own
 * people.
 */
const meets = ({ of, audience }: Addressed): RawBuilder<unknown> => {
  if (of !== null)
    return 'club' in of
      ? meetsInClub(of.club, audience.club ?? { who: 'members', tags: [] })
      : meetsAtEvent(of.event, audience.event ?? { who: 'all', statuses: [], occurrence: null });
  const { accountTypes, years, majors, hubs = [] } = audience;
  return sql.join(
    [
      sql`not u.is_disabled`,
      ...(accountTypes.length > 0 ? [sql`u.account_type = any(${accountTypes})`] : []),
      ...(years.length > 0 ? [sql`u.year_of_graduation = any(${years}::int[])`] : []),
      ...(majors.length > 0 ? [sql`u.major = any(${majors})`] : []),
      // Same rule as hubs_of(), but starting from the hub.
      ...(hubs.length > 0
        ? [
            sql`exists (select from hubs h where h.school_id = u.school_id and h.id = any(${hubs.flatMap((id) => personId(id) ?? [])}::bigint[]) and h.archived_at is null
              and (h.is_for_everyone or u.account_type = any(h.account_types) or u.major = any(h.majors)
                or exists (select from hub_members m where m.school_id = h.school_id and m.hub_id = h.id and m.user_id = u.id)))`,
          ]
        : []),
    ],
    sql` and `,
  );
};

/** Returns whether `u` has unsubscribed from the owner's emails. */
const isUnwanted = (of: Owner): RawBuilder<unknown> =>
  of === null
    ? sql`exists (select from newsletter_opt_outs r where r.school_id = u.school_id and r.user_id = u.id)`
    : 'club' in of
      ? sql`exists (select from newsletter_club_opt_outs r where r.school_id = u.school_id and r.user_id = u.id and r.club_id = ${of.club})`
      : sql`exists (select from newsletter_event_opt_outs r where r.school_id = u.school_id and r.user_id = u.id and r.event_id = ${of.event})`;

/** Returns whether `u` has left the club or the event, or the club was deleted. */
const hasLeft = (of: Owner): RawBuilder<unknown> =>
  of === null
    ? sql`false`
    : 'club' in of
      ? sql`not exists (select from club_members m join clubs k on k.school_id = m.school_id and k.id = m.club_id and k.deleted_at is null
          where m.school_id = u.school_id and m.club_id = ${of.club} and m.user_id = u.id and m.status = 'member')`
      : sql`not exists (select from event_registrations g join events e on e.school_id = g.school_id and e.id = g.event_id
          left join clubs k on k.school_id = e.school_id and k.id = e.club_id
          where g.school_id = u.school_id and g.event_id = ${of.event} and g.user_id = u.id and g.status not in ('canceled', 'declined')
            and k.deleted_at is null)`;

/** Counts the people in an audience, and those of them who get an email. */
export const countAudience = async (
  db: Db,
  to: Addressed,
): Promise<{ people: number; byMail: number }> => {
  const { rows } = await sql<{ people: number; byMail: number }>`
    select count(*)::int as people, (count(*) filter (where u.email is not null
      and not ${isUnwanted(to.of)}))::int as "byMail"
    from users u where ${meets(to)}`.execute(db);
  return rows[0] ?? { people: 0, byMail: 0 };
};

/** Puts a copy into the inbox of everyone in the audience and marks the newsletter as sent. Returns the number of copies. */
export const insertCopies = async (
  db: Db,
  school: SchoolId,
  row: Pick<NewsletterRow, 'id' | 'audience' | 'by_mail'> & { readonly of: Owner },
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    with copies as (
      insert into newsletter_copies (school_id, newsletter_id, user_id, sent_at, email_skip_reason)
      select ${school}, ${row.id}, u.id, ${now}, case when not ${row.by_mail}::boolean then 'not_by_mail' when u.email is null then 'no_address'
        when ${isUnwanted(row.of)} then 'not_wanted' end
      from users u where ${meets(row)} returning 1
    )
    select count(*)::int as n from copies`.execute(db);
  const recipients = rows[0]?.n ?? 0;
  await sql`update newsletters set state = 'sent', sent_at = ${now}, recipients = ${recipients} where id = ${row.id}`.execute(
    db,
  );
  return recipients;
};

/** A recipient whose email is due. */
export interface Addressee {
  user_id: number;
  email: string;
  locale: string | null;
  /** Number of times the mail server has deferred the email. */
  attempts: number;
}

/**
 * Claims waiting emails, so that only one server sends each. Skips people who have read the newsletter in their inbox, have unsubscribed,
 * have left the club or event, or have no address anymore, and everyone if the club was deleted. The copy stores the reason.
 */
export const claimMails = async (
  db: Db,
  { id, of }: { id: number; of: Owner },
  now: Date,
  lostBefore: Date,
  size: number,
): Promise<{ taken: number; mails: Addressee[] }> => {
  const { rows } = await sql<Addressee & { skipped: string | null }>`
    with waiting as (
      select c.user_id from newsletter_copies c
      where c.newsletter_id = ${id} and c.emailed_at is null and c.email_skip_reason is null
        and (c.email_claimed_at is null or c.email_claimed_at < ${lostBefore}) and (c.email_due_at is null or c.email_due_at <= ${now})
      order by c.user_id limit ${size} for update skip locked
    )
    update newsletter_copies c set email_claimed_at = ${now}, email_skip_reason = case
        when c.read_at is not null then 'read_before'
        when u.email is null or u.is_disabled then 'no_address'
        when ${isUnwanted(of)} or ${hasLeft(of)} then 'not_wanted' end
    from waiting w join users u on u.id = w.user_id
    where c.newsletter_id = ${id} and c.user_id = w.user_id
    returning c.user_id, u.email, u.locale, c.email_attempts as attempts, c.email_skip_reason as skipped`.execute(
    db,
  );
  return { taken: rows.length, mails: rows.filter(({ skipped }) => skipped === null) };
};

/** Stores whether an email was sent or the mail server permanently rejected the address. */
export const updateMailed = async (
  db: Db,
  id: number,
  user: number,
  outcome: 'went' | 'refused',
  now: Date,
): Promise<void> => {
  await sql`
    with noted as (
      update newsletter_copies set emailed_at = ${outcome === 'went' ? now : null}, email_skip_reason = ${outcome === 'went' ? null : 'refused'}
      where newsletter_id = ${id} and user_id = ${user} and emailed_at is null and email_skip_reason is null returning emailed_at
    )
    update newsletters set mailed = mailed + (select count(emailed_at)::int from noted),
      bounced = bounced + (select (count(*) - count(emailed_at))::int from noted) where id = ${id}`.execute(
    db,
  );
};

/**
 * Releases claimed emails that weren't sent. With `dueAt`, the mail server has deferred them: they count as a try and are due again then.
 */
export const releaseMails = async (
  db: Db,
  id: number,
  users: readonly number[],
  dueAt: Date | null,
): Promise<void> => {
  await sql`update newsletter_copies set email_claimed_at = null, email_due_at = ${dueAt}, email_attempts = email_attempts + ${dueAt === null ? 0 : 1}
    where newsletter_id = ${id} and user_id = any(${users}::bigint[]) and emailed_at is null`.execute(
    db,
  );
};

/** Returns when the next email of a newsletter is due. Claimed emails are due when they count as lost. Null if none is waiting. */
export const selectNextMail = async (db: Db, id: number): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(sent_at, email_due_at, email_claimed_at + ${claimMinutes} * interval '1 minute')) as at
    from newsletter_copies where newsletter_id = ${id} and emailed_at is null and email_skip_reason is null`.execute(
    db,
  );
  return rows[0]?.at ?? null;
};

/** Marks emails as failed if they couldn't be sent for too long. */
export const failOverdueMails = async (db: Db, id: number, sentBefore: Date): Promise<void> => {
  await sql`
    with given_up as (
      update newsletter_copies set email_skip_reason = 'refused'
      where newsletter_id = ${id} and emailed_at is null and email_skip_reason is null and sent_at < ${sentBefore} returning 1
    )
    update newsletters set bounced = bounced + (select count(*)::int from given_up) where id = ${id} and exists (select from given_up)`.execute(
    db,
  );
};

/** Resumes overdue newsletters that no job has sent, and emails that no server has claimed. */
export const resumeNewsletters: MaintenanceTask = async (db, now, school) => {
  const { rows } = await sql<{ id: number; state: string }>`
    select n.id, n.state from newsletters n where n.state = 'scheduled' and n.send_at < ${now}::timestamptz - interval '10 minutes'
    union all
    select n.id, n.state from newsletters n where n.state = 'sent' and n.by_mail and n.sent_at > ${now}::timestamptz - ${mailDays + 1} * interval '1 day'
      and exists (select from newsletter_copies c where c.newsletter_id = n.id and c.emailed_at is null and c.email_skip_reason is null)`.execute(
    db,
  );
  for (const { id, state } of rows)
    await insertEvent(
      db,
      school,
      null,
      state === 'scheduled' ? 'newsletter_scheduled' : 'newsletter_mail_due',
      { newsletter: id },
    );
  return 0;
};

/** Stores the name of an uploaded picture. */
export const insertNewsletterPicture = async (
  db: Db,
  picture: { school: SchoolId; name: string; width: number; height: number; by: number; now: Date },
): Promise<void> => {
  await sql`insert into newsletter_pictures (school_id, name, width, height, created_by, created_at)
    values (${picture.school}, ${picture.name}, ${picture.width}, ${picture.height}, ${picture.by}, ${picture.now})
    on conflict (school_id, name) do update set created_at = excluded.created_at`.execute(db);
};

/** Returns those of the given pictures that the school has. */
export const selectNewsletterPictures = async (
  db: Db,
  names: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select name from newsletter_pictures where name = any(${names})`.execute(db);
  return rows.map(({ name }) => name);
};

/** Deletes pictures that no newsletter shows a day after their upload. The cleanup of files then removes their files. */
export const deleteUnusedNewsletterPictures: MaintenanceTask = async (db, now) => {
  const { numAffectedRows } =
    await sql`delete from newsletter_pictures p where p.created_at < ${now}::timestamptz - interval '1 day'
    and not exists (select from newsletters n where n.blocks @> jsonb_build_array(jsonb_build_object('file', p.name)))`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};

export const selectNewsletterFiles: FileReferences = selectNewsletterPictures;

/** Deletes the copies and unsubscriptions of a person whose account is deleted. */
export const deleteCopiesOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from newsletter_copies where user_id = ${user}`.execute(db);
  await sql`delete from newsletter_opt_outs where user_id = ${user}`.execute(db);
  await sql`delete from newsletter_club_opt_outs where user_id = ${user}`.execute(db);
  await sql`delete from newsletter_event_opt_outs where user_id = ${user}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  newsletters: sql`(select jsonb_agg(jsonb_build_object('title', n.title, 'club', b.name, 'event', e.title, 'sentAt', c.sent_at, 'readAt', c.read_at, 'mailedAt', c.emailed_at) order by c.sent_at)
        from newsletter_copies c join newsletters n on n.school_id = c.school_id and n.id = c.newsletter_id
          left join clubs b on b.school_id = n.school_id and b.id = n.club_id
          left join events e on e.school_id = n.school_id and e.id = n.event_id where c.user_id = ${me})`,
  newslettersWritten: sql`(select jsonb_agg(jsonb_build_object('title', n.title, 'club', b.name, 'event', e.title, 'createdAt', n.created_at, 'sentAt', n.sent_at) order by n.created_at)
        from newsletters n left join clubs b on b.school_id = n.school_id and b.id = n.club_id
          left join events e on e.school_id = n.school_id and e.id = n.event_id where n.created_by = ${me})`,
  newsletterPictures: sql`(select jsonb_agg(jsonb_build_object('file', p.name, 'putAt', p.created_at)) from newsletter_pictures p where p.created_by = ${me})`,
  clubEmailsNotByMail: sql`(select jsonb_agg(jsonb_build_object('club', b.name, 'since', r.at) order by r.at)
        from newsletter_club_opt_outs r join clubs b on b.school_id = r.school_id and b.id = r.club_id where r.user_id = ${me})`,
  eventEmailsNotByMail: sql`(select jsonb_agg(jsonb_build_object('event', e.title, 'since', r.at) order by r.at)
        from newsletter_event_opt_outs r join events e on e.school_id = r.school_id and e.id = r.event_id where r.user_id = ${me})`,
  newslettersNotByMail: sql`(select jsonb_agg(jsonb_build_object('since', r.at)) from newsletter_opt_outs r where r.user_id = ${me})`,
});
