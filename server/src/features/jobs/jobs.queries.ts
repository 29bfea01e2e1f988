import { sql, type RawBuilder } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type {
  ApplicationState,
  JobKind,
  JobListName,
  JobState,
  PayPeriod,
} from '#contract/jobs/limits.ts';
import { isPersonPermitted } from '../../kernel/access.ts';
import { nobody } from '../../kernel/actor.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { exists, first, hasChangedRows, many } from '../../kernel/sql.ts';
import { shownForm, type FormOwner, type ShownForm } from '../forms/forms.queries.ts';

/** The questions of a job belong to it as a form. */
export const questionsOf = (job: number): FormOwner => ({ kind: 'job', id: job });

/** The parts of a job that the school approves. */
export interface JobText {
  readonly employer: string;
  readonly title: string;
  readonly kind: JobKind;
  readonly description: string;
  readonly requirements: string;
  readonly location: string;
  readonly hours: string;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  readonly pay_min: number | null;
  readonly pay_max: number | null;
  readonly pay_currency: string | null;
  readonly pay_per: PayPeriod | null;
  readonly url: string | null;
  readonly asks_files: boolean;
  readonly questions: ShownForm | null;
}

/** A job as one person can see it. */
export interface JobRow extends JobText {
  readonly id: number;
  readonly club_id: number | null;
  readonly club_name: string | null;
  readonly club_status: ClubStatus | null;
  readonly state: JobState;
  readonly closes_at: Date;
  readonly closed_at: Date | null;
  readonly opened_at: Date | null;
  readonly checked_at: Date | null;
  readonly created_by: number | null;
  /** The employer with an account who posted it, or null. */
  readonly employer_id: number | null;
  readonly employer_website: string | null;
  /** True if its employer is suspended, or moderators hid it. The job then accepts no applications. */
  readonly is_unavailable: boolean;
  /** True if moderators hid it. */
  readonly is_hidden: boolean;
  readonly listed_at: Date;
  readonly version: number;
  readonly is_saved: boolean;
  /** The state of the person's application, or null. */
  readonly application: ApplicationState | null;
  readonly is_member: boolean;
  readonly applicants: number;
  /** What the school approved last, while the job waits for an approval. Null otherwise, and if it never opened. */
  readonly approved: JobText | null;
}

/** A person who looks at jobs. `isStaff`: they manage all jobs. */
export interface JobViewer {
  readonly viewer: number;
  readonly isStaff: boolean;
}

/** True if the employer of the job `j` is suspended, or moderators hid the job. */
export const isUnavailable: RawBuilder<boolean> = sql`(j.hidden_at is not null or exists (select from employers e
    where e.school_id = j.school_id and e.id = j.employer_id and e.suspended_at is not null))`;

const hasApplied = (viewer: number): RawBuilder<boolean> =>
  sql`exists (select from job_applications a where a.school_id = j.school_id and a.job_id = j.id and a.user_id = ${viewer})`;

/**
 * True if the club of the job `j` is there and the person can see it. Only people who manage it, its author and applicants see hidden jobs and
 * those of a suspended employer, so that applicants can withdraw.
 */
const isPosterSeen = ({ viewer, isStaff }: JobViewer): RawBuilder<boolean> =>
  sql`((j.club_id is null or j.club_id in (select s.id from clubs_seen_by(${viewer}::bigint, ${isStaff}::boolean) s where s.deleted_at is null))
    and (${isStaff}::boolean or not ${isUnavailable} or j.created_by = ${viewer} or ${hasApplied(viewer)}
      or j.club_id is not null and ${isPersonPermitted(sql`${viewer}::bigint`, 'club', sql`j.club_id`, 'jobs.manage')}))`;

const isSaved = (viewer: number): RawBuilder<boolean> =>
  sql`exists (select from saved_jobs s where s.school_id = j.school_id and s.job_id = j.id and s.user_id = ${viewer})`;

/** True if the school hasn't approved the current text of the job `j`. */
const isUnapproved = sql`j.state in ('draft', 'in_approval')`;

/** The approved title or employer of the job `j`, for people who don't manage it. */
const approvedPart = (part: 'title' | 'employer'): RawBuilder<string> =>
  sql`case when ${isUnapproved} then coalesce(j.approved ->> ${sql.lit(part)}, j.${sql.ref(part)}) else j.${sql.ref(part)} end`;

const isOpenAt = (now: Date): RawBuilder<boolean> =>
  sql`(j.state = 'open' and j.closes_at > ${now}::timestamptz and not ${isUnavailable})`;

/** True if each word of a search starts a word of the job `j` or its club `c`. `words` is an array of words. */
export const hasWords = (words: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from unnest(${words}) as w (word) where not exists (
    select from unnest(j.words || search_words(coalesce(c.name, ''))) as n (word) where starts_with(n.word, w.word)))`;

export const joinClub = sql`left join clubs c on c.school_id = j.school_id and c.id = j.club_id`;

const jobsSql = (
  { viewer }: JobViewer,
  which: RawBuilder<unknown>,
  { isFull, order = sql`` }: { isFull: boolean; order?: RawBuilder<unknown> },
): RawBuilder<JobRow> => sql`
  select j.id, j.club_id, c.name as club_name, c.status as club_status, j.employer, j.title, j.kind, j.description, j.requirements, j.location, j.hours,
    j.starts_on::text as starts_on, j.ends_on::text as ends_on, j.pay_min, j.pay_max, j.pay_currency, j.pay_per, j.url, j.asks_files, j.state, j.closes_at,
    j.closed_at, j.opened_at, j.checked_at, j.created_by, j.employer_id, ${isUnavailable} as is_unavailable,
    j.hidden_at is not null as is_hidden,
    (select e.website from employers e where e.school_id = j.school_id and e.id = j.employer_id) as employer_website, j.listed_at, j.version, ${isSaved(viewer)} as is_saved,
    (select a.state from job_applications a where a.school_id = j.school_id and a.job_id = j.id and a.user_id = ${viewer}) as application,
    exists (select from club_members m where m.school_id = j.school_id and m.club_id = j.club_id and m.user_id = ${viewer} and m.status = 'member') as is_member,
    ${isFull ? sql`(select count(*)::int from job_applications a where a.school_id = j.school_id and a.job_id = j.id)` : sql`0`} as applicants,
    ${isFull ? shownForm('job', sql`j.id`) : sql`null::jsonb`} as questions, case when ${isUnapproved} then j.approved end as approved
  from jobs j ${joinClub}
  where ${which} ${order}`;

/** Returns a job of a club that the person can see, in any state. Calls `server/database/functions/clubs_seen_by.sql`. */
export const selectJob = (db: Db, who: JobViewer, id: number): Promise<JobRow | undefined> =>
  first(db, jobsSql(who, sql`j.id = ${id} and ${isPosterSeen(who)}`, { isFull: true }));

/** Returns a job by the id that its author's client chose. */
export const selectJobByClient = (
  db: Db,
  author: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from jobs where created_by = ${author} and client_id = ${clientId}::uuid`,
  );

/** Returns a job by the id that an employer's client chose. */
export const selectJobOfEmployerByClient = (
  db: Db,
  employer: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from jobs where employer_id = ${employer} and client_id = ${clientId}::uuid`,
  );

/** The list time and id of the last job on the previous page. */
export type JobCursor = readonly [Date, number];

export interface JobFilters {
  readonly list: JobListName;
  readonly search: string | undefined;
  readonly kind: JobKind | undefined;
  readonly club: number | undefined;
  readonly isPaid: boolean | undefined;
  /** Only jobs that close before then. */
  readonly closesBefore: Date | undefined;
  /** Clubs whose jobs the person manages. Staff manage all. */
  readonly managed: readonly number[];
}

const filtered = (who: JobViewer, filters: JobFilters, now: Date): RawBuilder<boolean> => {
  const { viewer, isStaff } = who;
  const { list, search = '', kind, club, isPaid, closesBefore, managed } = filters;
  const isManaged = isStaff ? sql`true` : sql`j.club_id = any(${managed as number[]}::bigint[])`;
  const lists: Record<JobListName, RawBuilder<unknown>> = {
    all: sql`(${isOpenAt(now)} or ${isManaged})`,
    open: isOpenAt(now),
    saved: sql`${isSaved(viewer)} and j.state in ('open', 'closed')`,
    applied: hasApplied(viewer),
    managed: isManaged,
  };
  return sql`${sql.join(
    [
      lists[list],
      isPosterSeen(who),
      ...(search === '' ? [] : [hasWords(sql`search_words(${search})`)]),
      ...(kind === undefined ? [] : [sql`j.kind = ${kind}`]),
      ...(club === undefined ? [] : [sql`j.club_id = ${club}`]),
      ...(isPaid === undefined ? [] : [sql`coalesce(j.pay_min > 0, false) = ${isPaid}`]),
      ...(closesBefore === undefined ? [] : [sql`j.closes_at < ${closesBefore}`]),
    ],
    sql` and `,
  )}`;
};

/** Returns jobs, newest first. Calls `server/database/functions/clubs_seen_by.sql`. */
export const selectJobs = (
  db: Db,
  who: JobViewer,
  filters: JobFilters,
  { after, size, now }: { after: JobCursor | null; size: number; now: Date },
): Promise<JobRow[]> =>
  many(
    db,
    jobsSql(
      who,
      sql`${filtered(who, filters, now)}
        ${after === null ? sql`` : sql`and (j.listed_at, j.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}`,
      { isFull: false, order: sql`order by j.listed_at desc, j.id desc limit ${sql.lit(size)}` },
    ),
  );

/** Returns the jobs of an employer in every state, newest first, with the number of applications. */
export const selectJobsOfEmployer = (
  db: Db,
  employer: number,
  { after, size }: { after: JobCursor | null; size: number },
): Promise<JobRow[]> =>
  many(
    db,
    jobsSql(
      { viewer: nobody, isStaff: true },
      sql`j.employer_id = ${employer}
        ${after === null ? sql`` : sql`and (j.listed_at, j.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}`,
      { isFull: true, order: sql`order by j.listed_at desc, j.id desc limit ${sql.lit(size)}` },
    ),
  );

const countedMax = 1_000;
/** Returns the number of jobs that match, counted up to 1,000. Calls `server/database/functions/clubs_seen_by.sql`. */
export const countJobs = async (
  db: Db,
  who: JobViewer,
  filters: JobFilters,
  now: Date,
): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from (select from jobs j ${joinClub} where ${filtered(who, filters, now)} limit ${sql.lit(countedMax)}) as found`,
    )
  )?.n ?? 0;

/** A club in which a person has a position. */
export interface OfficerClub {
  readonly id: number;
  readonly name: string;
}

export const selectOfficerClubs = (db: Db, person: number): Promise<OfficerClub[]> =>
  many(
    db,
    sql<OfficerClub>`select c.id, c.name from clubs c where c.deleted_at is null and c.id in (
      select g.scope_id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
      where g.user_id = ${person} and r.scope = 'club') order by c.sort_name, c.id`,
  );

/** Who posts a job: a club, an employer with an account, or the school if both are null. */
export interface JobPoster {
  readonly club: number | null;
  readonly employer: number | null;
}

/** Returns the number of jobs of a club, or of the school with null. */
export const countJobsOf = async (db: Db, club: number | null): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from jobs where club_id is not distinct from ${club} and employer_id is null`,
    )
  )?.n ?? 0;

/** Returns the number of an employer's jobs that aren't closed. */
export const countUnclosedJobs = async (db: Db, employer: number, now: Date): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from jobs where employer_id = ${employer} and state <> 'closed'
        and not (state = 'open' and closes_at <= ${now}::timestamptz)`,
    )
  )?.n ?? 0;

/** The columns of a job that people set. */
export interface JobColumns {
  readonly title: string;
  readonly employer: string;
  readonly kind: JobKind;
  readonly description: string;
  readonly requirements: string;
  readonly location: string;
  readonly hours: string;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  readonly pay_min: number | null;
  readonly pay_max: number | null;
  readonly pay_currency: string | null;
  readonly pay_per: PayPeriod | null;
  readonly url: string | null;
  readonly asks_files: boolean;
  readonly closes_at: Date;
}

/** Dates are sent as text: a JavaScript date would shift them by the server's time zone. */
const columnValue = (name: string, value: unknown): RawBuilder<unknown> =>
  name === 'starts_on' || name === 'ends_on' ? sql`${value}::date` : sql`${value}`;

/** Stores a draft. Returns undefined if the author's client already created it. `by`: null for an employer. */
export const insertJob = (
  db: Db,
  school: SchoolId,
  {
    club,
    employer,
    by,
    clientId,
    now,
    columns,
  }: JobPoster & { by: number | null; clientId: string; now: Date; columns: JobColumns },
): Promise<{ id: number } | undefined> => {
  const names = Object.keys(columns);
  return first(
    db,
    sql<{ id: number }>`
    insert into jobs (school_id, club_id, employer_id, created_by, client_id, created_at, listed_at, ${sql.join(names.map((name) => sql.ref(name)))})
    values (${school}, ${club}, ${employer}, ${by}, ${clientId}::uuid, ${now}, ${now},
      ${sql.join(Object.entries(columns).map(([name, value]) => columnValue(name, value)))})
    on conflict do nothing returning id`,
  );
};

/** Changes a job that still has this version. Returns false if someone else changed it. */
export const updateJobColumns = (
  db: Db,
  { id, version }: { id: number; version: number },
  columns: Partial<JobColumns>,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update jobs set ${sql.join([
      sql`version = version + 1`,
      ...Object.entries(columns).map(
        ([name, value]) => sql`${sql.ref(name)} = ${columnValue(name, value)}`,
      ),
    ])} where id = ${id} and version = ${version}`,
  );

/** Locks a job, so that other changes of it and applications wait. */
export const lockJob = (
  db: Db,
  id: number,
): Promise<
  | {
      state: JobState;
      closes_at: Date;
      url: string | null;
      version: number;
      is_unavailable: boolean;
    }
  | undefined
> =>
  first(
    db,
    sql`select j.state, j.closes_at, j.url, j.version, ${isUnavailable} as is_unavailable from jobs j where j.id = ${id} for no key update`,
  );

export const updateJobState = async (
  db: Db,
  id: number,
  columns: {
    readonly state: JobState;
    readonly closed_at?: Date;
    readonly opened_at?: Date;
    readonly listed_at?: Date;
    readonly checked_at?: Date;
  },
): Promise<void> => {
  await db.updateTable('jobs').set(columns).where('id', '=', id).execute();
};

/** Stores the text of a job as approved now. */
export const updateApproved = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update jobs j set checked_at = ${now}, approved = jsonb_build_object('title', j.title, 'employer', j.employer, 'kind', j.kind,
      'description', j.description, 'requirements', j.requirements, 'location', j.location, 'hours', j.hours, 'starts_on', j.starts_on,
      'ends_on', j.ends_on, 'pay_min', j.pay_min, 'pay_max', j.pay_max, 'pay_currency', j.pay_currency, 'pay_per', j.pay_per, 'url', j.url,
      'asks_files', j.asks_files, 'questions', ${shownForm('job', sql`j.id`)})
    where j.id = ${id}`.execute(db);
};

export const deleteJobRow = async (db: Db, id: number): Promise<void> => {
  await sql`delete from jobs where id = ${id}`.execute(db);
};

export const insertSavedJob = async (
  db: Db,
  saved: { school: SchoolId; job: number; person: number; now: Date },
): Promise<void> => {
  await sql`insert into saved_jobs (school_id, job_id, user_id, saved_at)
    values (${saved.school}, ${saved.job}, ${saved.person}, ${saved.now}) on conflict do nothing`.execute(
    db,
  );
};

export const deleteSavedJob = async (db: Db, job: number, person: number): Promise<void> => {
  await sql`delete from saved_jobs where job_id = ${job} and user_id = ${person}`.execute(db);
};

export const isJobThere = (db: Db, job: number): Promise<boolean> =>
  exists(db, sql`select from jobs where id = ${job}`);

/** Changes the name of an employer with an account in its jobs. */
export const updateEmployerName = async (db: Db, employer: number, name: string): Promise<void> => {
  await sql`update jobs set employer = ${name},
      approved = case when approved is not null then jsonb_set(approved, '{employer}', to_jsonb(${name}::text)) end
    where employer_id = ${employer}`.execute(db);
};

/** Returns the contacts who get emails about a job. None if it isn't of an employer with an account. */
export const selectContactIds = async (db: Db, job: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select c.id from jobs j join employer_contacts c on c.school_id = j.school_id and c.employer_id = j.employer_id
        where j.id = ${job} and c.last_sign_in_at is not null order by c.id`,
    )
  ).map(({ id }) => id);

/** Returns an employer's jobs that are waiting for approval: all of them, or only those that can still open at `openableAt`. */
export const selectJobsInApproval = async (
  db: Db,
  employer: number,
  openableAt?: Date,
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select id from jobs where employer_id = ${employer} and state = 'in_approval'
        ${openableAt === undefined ? sql`` : sql`and closes_at > ${openableAt}::timestamptz`} order by id`,
    )
  ).map(({ id }) => id);

/** Returns an employer's jobs that aren't open. Their approval may be undecided. */
export const selectUnopenedJobs = async (db: Db, employer: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select id from jobs where employer_id = ${employer} and state in ('draft', 'in_approval') order by id`,
    )
  ).map(({ id }) => id);

/** Removes an erased person from jobs. Jobs that they posted stay, because they belong to the club or the school. */
export const deletePersonOf = async (db: Db, person: number): Promise<void> => {
  for (const table of ['job_applications', 'saved_jobs', 'job_searches'])
    await sql`delete from ${sql.table(table)} where user_id = ${person}`.execute(db);
  await sql`update jobs set created_by = null where created_by = ${person}`.execute(db);
  await sql`update job_applications set decided_by = null where decided_by = ${person}`.execute(db);
};

/** Returns this feature's part of the personal data export. Answers to questions are in that of forms. */
export const personalData: PersonalData = (me) => ({
  jobsPosted: sql`(select jsonb_agg(jsonb_build_object('title', j.title, 'club', c.name, 'employer', j.employer, 'kind', j.kind,
      'description', j.description, 'state', j.state, 'createdAt', j.created_at) order by j.created_at)
    from jobs j ${joinClub} where j.created_by = ${me})`,
  jobApplications: sql`(select jsonb_agg(jsonb_build_object('job', ${approvedPart('title')}, 'club', c.name, 'employer', ${approvedPart('employer')}, 'note', a.note, 'state', a.state,
      'message', a.message, 'sentAt', a.sent_at, 'decidedAt', a.decided_at,
      'files', (select jsonb_agg(u.name order by f.position) from job_application_files f join uploads u on u.school_id = f.school_id and u.id = f.upload_id
        where f.school_id = a.school_id and f.application_id = a.id)) order by a.sent_at)
    from job_applications a join jobs j on j.school_id = a.school_id and j.id = a.job_id ${joinClub} where a.user_id = ${me})`,
  jobDecisions: sql`(select jsonb_agg(jsonb_build_object('job', j.title, 'state', a.state, 'decidedAt', a.decided_at) order by a.decided_at)
    from job_applications a join jobs j on j.school_id = a.school_id and j.id = a.job_id where a.decided_by = ${me})`,
  savedJobs: sql`(select jsonb_agg(jsonb_build_object('job', ${approvedPart('title')}, 'savedAt', s.saved_at) order by s.saved_at)
    from saved_jobs s join jobs j on j.school_id = s.school_id and j.id = s.job_id where s.user_id = ${me})`,
  jobSearches: sql`(select jsonb_agg(jsonb_build_object('search', s.search, 'kind', s.kind, 'club', c.name, 'onlyPaid', s.is_paid, 'alerts', s.alerts,
      'createdAt', s.created_at) order by s.created_at)
    from job_searches s left join clubs c on c.school_id = s.school_id and c.id = s.club_id where s.user_id = ${me})`,
});
