import { sql, type RawBuilder } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { SurveyAudience } from '#contract/surveys/limits.ts';
import { isPersonPermitted } from '../../kernel/access.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';
import { formColumns, hasAnswered, joinDefinition, type FormRow } from '../forms/forms.queries.ts';

/** A survey with its form, as one person can see it. */
export interface SurveyRow extends FormRow {
  id: number;
  title: string;
  description: string;
  audience: SurveyAudience;
  tags: string[];
  created_by: number | null;
  created_at: Date;
  published_at: Date | null;
  /** The time when it first opened and people were notified. */
  announced_at: Date | null;
  reminded_at: Date | null;
  club_id: number;
  club_name: string;
  club_status: ClubStatus;
  service_type_id: number | null;
  service_question: string | null;
  /** The name of the experience type that a response proposes. */
  service_kind: string | null;
  has_answered: boolean;
  /** True if this person belongs to the audience. */
  is_asked: boolean;
  /** True if the person can see it without a position in its club. */
  is_seen: boolean;
}

export interface SurveyViewer {
  readonly viewer: number;
  readonly isStaff: boolean;
}

/** A condition for members `m` of a survey's club who belong to the audience of the survey `s`. */
const isAudienceMember = sql`m.school_id = s.school_id and m.club_id = s.club_id and m.status = 'member' and (s.audience <> 'tags' or m.tags && s.tags)`;

/** A condition for the rows `a` of `survey_audience` that belong to the survey `s`. */
const isFixedPerson = sql`a.school_id = s.school_id and a.survey_id = s.id`;

/**
 * Selects the people that a survey `s` asks by name or membership, with their tags. If the audience is fixed, selects the recorded people.
 */
const audiencePeople = sql`(select m.user_id, m.tags from club_members m where not s.is_audience_fixed and ${isAudienceMember}
  union all select a.user_id, '{}' from survey_audience a where s.is_audience_fixed and ${isFixedPerson})`;

const surveysSql = (
  { viewer, isStaff }: SurveyViewer,
  which: RawBuilder<unknown>,
  order = sql``,
): RawBuilder<SurveyRow> => sql`
  select s.id, s.title, s.description, s.audience, s.tags, s.created_by, s.created_at, s.published_at, s.announced_at, s.reminded_at, s.club_id,
    c.name as club_name, c.status as club_status, s.service_type_id, s.service_question,
    (select k.name from record_types k where k.school_id = s.school_id and k.id = s.service_type_id) as service_kind, ${formColumns}, d.definition, ${hasAnswered(viewer)} as has_answered,
    s.audience = 'school' or exists (select from ${audiencePeople} as m where m.user_id = ${viewer}) as is_asked,
    exists (select from surveys_seen_by(${viewer}::bigint, ${isStaff}::boolean) seen where seen.id = s.id) as is_seen
  from surveys s join clubs c on c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null
    join forms f on f.school_id = s.school_id and f.owner_kind = 'survey' and f.owner_id = s.id ${joinDefinition}
  where ${which} ${order}`;

/** Returns a survey even if the person can't see it. `is_seen` shows whether they can. */
export const selectSurvey = (
  db: Db,
  who: SurveyViewer,
  id: number,
): Promise<SurveyRow | undefined> => first(db, surveysSql(who, sql`s.id = ${id}`));

/** The creation time and id of the last survey on the previous page. */
export type SurveyCursor = readonly [Date, number];

/** Marks an open survey as announced and returns its club. Returns undefined if it was already announced or can't be announced now. */
export const updateAnnounced = (
  db: Db,
  id: number,
  now: Date,
): Promise<{ club_id: number } | undefined> =>
  first(
    db,
    sql<{ club_id: number }>`update surveys s set announced_at = ${now} from forms f, clubs c
    where s.id = ${id} and s.announced_at is null and s.published_at is not null
      and f.school_id = s.school_id and f.owner_kind = 'survey' and f.owner_id = s.id and f.state = 'open'
      and (f.opens_at is null or f.opens_at <= ${now}) and (f.closes_at is null or f.closes_at > ${now})
      and c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null and c.status in ('active', 'pending')
    returning s.club_id`,
  );

/**
 * Returns surveys of a club, newest first: all of them, or only those that the person can see. Calls
 * `server/database/functions/surveys_seen_by.sql`.
 */
export const selectSurveys = (
  db: Db,
  who: SurveyViewer,
  { club, isAll }: { club: number; isAll: boolean },
  { after, size }: { after: SurveyCursor | null; size: number },
): Promise<SurveyRow[]> =>
  many(
    db,
    surveysSql(
      who,
      sql`s.club_id = ${club}
        ${isAll ? sql`` : sql`and exists (select from surveys_seen_by(${who.viewer}::bigint, ${who.isStaff}::boolean) seen where seen.id = s.id)`}
        ${after === null ? sql`` : sql`and (s.created_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}`,
      sql`order by s.created_at desc, s.id desc limit ${sql.lit(size)}`,
    ),
  );

/** Returns surveys that the person can answer now and hasn't answered yet, newest first. Reads only the surveys of the page in full. */
export const selectWaiting = (
  db: Db,
  who: SurveyViewer,
  now: Date,
  size: number,
): Promise<SurveyRow[]> =>
  many(
    db,
    surveysSql(
      who,
      sql`s.id in (
        with open_clubs as materialized (
          select c.id from clubs_seen_by(${who.viewer}::bigint, ${who.isStaff}::boolean) c
          where c.deleted_at is null and c.status in ('active', 'pending')
        ), mine as materialized (
          select m.club_id, m.tags from club_members m where m.user_id = ${who.viewer} and m.status = 'member'
        ), candidates as materialized (
          select s.school_id, s.id, s.published_at from open_clubs join surveys s on s.club_id = open_clubs.id and s.published_at is not null
            left join mine on mine.club_id = s.club_id
          where not s.is_audience_fixed and (s.audience = 'school' or mine.club_id is not null and (s.audience = 'members' or mine.tags && s.tags))
          union all
          select s.school_id, s.id, s.published_at from survey_audience a join surveys s on ${isFixedPerson}
            join clubs c on c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null and c.status in ('active', 'pending')
          where a.user_id = ${who.viewer} and s.is_audience_fixed
        )
        select s.id from candidates s
          join forms f on f.school_id = s.school_id and f.owner_kind = 'survey' and f.owner_id = s.id
        where f.state = 'open' and (f.opens_at is null or f.opens_at <= ${now}) and (f.closes_at is null or f.closes_at > ${now})
          and f.answers < coalesce(f.answer_limit, f.answers + 1)
          and not ${hasAnswered(who.viewer)}
        order by s.published_at desc, s.id desc limit ${sql.lit(size)})`,
      sql`order by s.published_at desc, s.id desc`,
    ),
  );

export const countSurveys = async (db: Db, club: number): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`select count(*)::int as n from surveys where club_id = ${club}`,
    )
  )?.n ?? 0;

export const selectSurveyByClient = (
  db: Db,
  who: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from surveys where created_by = ${who} and client_id = ${clientId}::uuid`,
  );

/** Stores a survey. Returns undefined if its author has already stored it. */
export const insertSurvey = (
  db: Db,
  school: SchoolId,
  given: { club: number; title: string; by: number; clientId: string; now: Date },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into surveys (school_id, club_id, title, created_by, client_id, created_at)
    values (${school}, ${given.club}, ${given.title}, ${given.by}, ${given.clientId}::uuid, ${given.now})
    on conflict (school_id, created_by, client_id) do nothing returning id`,
  );

/** Columns of a survey that can change. */
export interface SurveyColumns {
  readonly title: string;
  readonly description: string;
  readonly audience: SurveyAudience;
  readonly tags: string[];
  readonly published_at: Date;
  readonly announced_at: Date;
  readonly service_type_id: number | null;
  readonly service_question: string | null;
}

export const updateSurveyRow = async (
  db: Db,
  id: number,
  columns: Partial<SurveyColumns>,
): Promise<void> => {
  if (Object.keys(columns).length > 0)
    await db.updateTable('surveys').set(columns).where('id', '=', id).execute();
};

/** Deletes a survey with its form and responses. */
export const deleteSurveyRow = (db: Db, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from surveys where id = ${id}`);

/** Returns the school's experience types in their order. */
export const selectServiceKinds = (db: Db): Promise<{ id: number; name: string }[]> =>
  many(
    db,
    sql<{ id: number; name: string }>`select id, name from record_types order by position, id`,
  );

/** Returns the number of people in a survey's audience. Null if the survey is for everyone at the school. */
export const countAudience = async (db: Db, survey: number): Promise<number | null> =>
  (
    await first(
      db,
      sql<{ n: number | null }>`select case when s.audience <> 'school' then (
        select count(*)::int from ${audiencePeople} as m join users u on u.school_id = s.school_id and u.id = m.user_id
        where not u.is_disabled) end as n
    from surveys s where s.id = ${survey}`,
    )
  )?.n ?? null;

/** Returns true if at least this many people of the school can sign in. */
export const hasPeople = async (db: Db, atLeast: number): Promise<boolean> =>
  (
    await many(
      db,
      sql<{ id: number }>`select id from users where not is_disabled limit ${sql.lit(atLeast)}`,
    )
  ).length === atLeast;

/** Records the current audience of a survey. Later changes to members and tags don't affect it. */
export const recordAudience = async (db: Db, survey: number): Promise<void> => {
  await sql`insert into survey_audience (school_id, survey_id, user_id)
    select s.school_id, s.id, m.user_id from surveys s join club_members m on ${isAudienceMember}
    where s.id = ${survey} and not s.is_audience_fixed and s.audience <> 'school'`.execute(db);
  await sql`update surveys set is_audience_fixed = true where id = ${survey} and audience <> 'school'`.execute(
    db,
  );
};

/**
 * Returns a condition for the people who are notified of a survey. Reminders are for people who haven't responded. For an anonymous survey
 * everyone is notified, so that a notification reveals nothing.
 */
const isNotified = (isReminder: boolean, person: RawBuilder<unknown>) =>
  isReminder ? sql`(f.is_anonymous or not ${hasAnswered(person)})` : sql`true`;

/** A page of people in the order of their ids. */
interface PeopleWindow {
  readonly after: number;
  readonly size: number;
  readonly isReminder: boolean;
  /** The previous audience, whose people are skipped. */
  readonly before?: { readonly audience: SurveyAudience; readonly tags: readonly string[] };
}
/** Returns a condition that is true if the member `m` belonged to the previous audience. */
const wasInAudience = ({ before }: PeopleWindow) =>
  before === undefined
    ? sql`false`
    : before.audience === 'tags'
      ? sql`m.tags && ${before.tags as string[]}::text[]`
      : sql`true`;
const joinForm = sql`join forms f on f.school_id = s.school_id and f.owner_kind = 'survey' and f.owner_id = s.id`;
const idsOf = async (rows: Promise<{ id: number }[]>): Promise<number[]> =>
  (await rows).map(({ id }) => id);

/** Returns a page of club members who belong to a survey's audience. */
export const selectAudienceMembers = (
  db: Db,
  survey: number,
  window: PeopleWindow,
): Promise<number[]> => {
  const { after, size, isReminder } = window;
  return idsOf(
    many(
      db,
      sql<{
        id: number;
      }>`select m.user_id as id from surveys s ${joinForm} cross join lateral ${audiencePeople} as m
      where s.id = ${survey} and m.user_id > ${after} and ${isNotified(isReminder, sql`m.user_id`)} and not (${wasInAudience(window)})
      order by m.user_id limit ${sql.lit(size)}`,
    ),
  );
};

/** Returns a page of people who aren't members of a survey's club but can see it, if the survey is for everyone. */
export const selectAudienceOthers = (
  db: Db,
  survey: number,
  { after, size, isReminder, before }: PeopleWindow,
): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{
        id: number;
      }>`select u.id from surveys s ${joinForm}
        join clubs c on c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null
          and c.is_published and not c.is_hidden and c.status in ('active', 'frozen')
        join users u on u.school_id = s.school_id and not u.is_disabled
      where s.id = ${survey} and s.audience = 'school' and ${before?.audience !== 'school'}::boolean and u.id > ${after} and ${isNotified(isReminder, sql`u.id`)}
        and not exists (select from club_members m where m.school_id = s.school_id and m.club_id = s.club_id
          and m.user_id = u.id and m.status = 'member')
      order by u.id limit ${sql.lit(size)}`,
    ),
  );

/** Records a reminder. Returns false if people were notified or reminded after `since`. */
export const updateReminded = (db: Db, survey: number, now: Date, since: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update surveys set reminded_at = ${now} where id = ${survey} and coalesce(reminded_at, announced_at) <= ${since}`,
  );

/** Returns the tags of a club's members. */
export const selectMemberTags = async (db: Db, club: number): Promise<string[]> =>
  (
    await many(
      db,
      sql<{
        tag: string;
      }>`select distinct t as tag from club_members m cross join unnest(m.tags) as t
      where m.club_id = ${club} and m.status = 'member' order by t`,
    )
  ).map(({ tag }) => tag);

/** Removes a person whose account is deleted as the author of surveys and from recorded audiences. */
export const deletePerson = async (db: Db, person: number): Promise<void> => {
  await sql`delete from survey_audience where user_id = ${person}`.execute(db);
  await sql`update surveys set created_by = null where created_by = ${person}`.execute(db);
};

/** The details that notifications about a survey need: its club, its author, and the people who manage its surveys. */
export interface SurveyDetails {
  readonly title: string;
  readonly club: number;
  /** Null if the author no longer sees the responses, because they lost their position or left the club. */
  readonly author: number | null;
  readonly isAnonymous: boolean;
  readonly managers: readonly number[];
}

export const selectSurveyDetails = (db: Db, survey: number): Promise<SurveyDetails | undefined> => {
  const author = sql`s.created_by`;
  const manages = isPersonPermitted(author, 'club', sql`s.club_id`, 'surveys.manage');
  const isStaff = isPersonPermitted(author, 'school', sql`0`, 'clubs.manage');
  return first(
    db,
    sql<SurveyDetails>`select s.title, s.club_id as club, case when ${manages} or ${isStaff} then s.created_by end as author, f.is_anonymous as "isAnonymous",
      array(select distinct g.user_id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where g.school_id = s.school_id and g.scope_id = s.club_id and r.scope = 'club' and 'surveys.manage' = any(r.permissions)) as managers
    from surveys s join forms f on f.school_id = s.school_id and f.owner_kind = 'survey' and f.owner_id = s.id where s.id = ${survey}`,
  );
};

/** Returns the surveys that the person created, for the personal data export. */
export const personalSurveys = (me: number): RawBuilder<unknown> =>
  sql`(select jsonb_agg(jsonb_build_object('title', s.title, 'club', c.name, 'createdAt', s.created_at) order by s.created_at)
    from surveys s join clubs c on c.school_id = s.school_id and c.id = s.club_id where s.created_by = ${me})`;

/** Returns the anonymous surveys that ask the person, even if they didn't respond. For the personal data export. */
export const personalAudiences = (me: number): RawBuilder<unknown> =>
  sql`(select jsonb_agg(jsonb_build_object('title', s.title, 'club', c.name) order by s.created_at)
    from survey_audience a join surveys s on ${isFixedPerson} join clubs c on c.school_id = s.school_id and c.id = s.club_id where a.user_id = ${me})`;
