import { sql } from 'kysely';
import type { FormAnswers } from '#contract/forms/definition.ts';
import type { ApplicationState } from '#contract/jobs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectFileUse, type UploadReference } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { exists, first, many } from '../../../kernel/sql.ts';
import { personSummary, type PersonSummaryRow } from '../../people/summary/summary.queries.ts';
import type { WholeUploadRow } from '../../uploads/uploads.views.ts';

export interface ApplicationRow {
  readonly id: number;
  readonly user_id: number;
  readonly state: ApplicationState;
  readonly note: string;
  readonly message: string;
  readonly sent_at: Date;
  readonly decided_at: Date | null;
  readonly files: readonly WholeUploadRow[];
}

/** An application with its applicant, for those who manage the job. */
export interface ApplicantRow extends ApplicationRow {
  readonly person: PersonSummaryRow;
  readonly email: string | null;
}

const files = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width,
      'height', f.height) order by x.position), '[]')
    from job_application_files x join uploads f on f.school_id = x.school_id and f.id = x.upload_id
    where x.school_id = a.school_id and x.application_id = a.id)`;
const columns = sql`a.id, a.user_id, a.state, a.note, a.message, a.sent_at, a.decided_at, ${files} as files`;

export const selectApplicationOf = (
  db: Db,
  job: number,
  person: number,
): Promise<ApplicationRow | undefined> =>
  first(
    db,
    sql<ApplicationRow>`select ${columns} from job_applications a where a.job_id = ${job} and a.user_id = ${person}`,
  );

/** The time and id of the last application on the previous page. */
export type ApplicationCursor = readonly [Date, number];

/** Returns applications for a job, newest first, or only that of one person or with one id. */
export const selectApplicants = (
  db: Db,
  job: number,
  {
    state,
    person,
    application,
    after,
    size,
  }: {
    state?: ApplicationState | undefined;
    person?: number;
    application?: number;
    after: ApplicationCursor | null;
    size: number;
  },
): Promise<ApplicantRow[]> =>
  many(
    db,
    sql<ApplicantRow>`select ${columns}, ${personSummary('u')} as person, u.email
    from job_applications a join users u on u.school_id = a.school_id and u.id = a.user_id and not u.is_disabled
    where a.job_id = ${job}
      ${state === undefined ? sql`` : sql`and a.state = ${state}`}
      ${person === undefined ? sql`` : sql`and a.user_id = ${person}`}
      ${application === undefined ? sql`` : sql`and a.id = ${application}`}
      ${after === null ? sql`` : sql`and (a.sent_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
    order by a.sent_at desc, a.id desc limit ${sql.lit(size)}`,
  );

/**
 * Stores a person's application, or replaces the note of one that is undecided. Returns undefined if it is decided. `is_new`: it was
 * stored now.
 */
export const upsertApplication = (
  db: Db,
  given: { school: SchoolId; job: number; person: number; note: string; now: Date },
): Promise<{ id: number; is_new: boolean } | undefined> =>
  first(
    db,
    sql<{
      id: number;
      is_new: boolean;
    }>`insert into job_applications as a (school_id, job_id, user_id, note, sent_at)
    values (${given.school}, ${given.job}, ${given.person}, ${given.note}, ${given.now})
    on conflict (school_id, job_id, user_id) do update set note = excluded.note where a.state = 'sent'
    returning id, xmax = 0 as is_new`,
  );

/** Sets the files of an application, in this order. */
export const replaceApplicationFiles = async (
  db: Db,
  school: SchoolId,
  application: number,
  uploads: readonly number[],
): Promise<void> => {
  const ids = sql`${uploads as number[]}::bigint[]`;
  await sql`delete from job_application_files where application_id = ${application} and upload_id <> all(${ids})`.execute(
    db,
  );
  await sql`insert into job_application_files (school_id, application_id, upload_id, position)
    select ${school}::int, ${application}::bigint, n.id, n.position from unnest(${ids}) with ordinality as n (id, position)
    on conflict (school_id, application_id, upload_id) do update set position = excluded.position`.execute(
    db,
  );
};

export const deleteApplication = async (db: Db, job: number, person: number): Promise<void> => {
  await sql`delete from job_applications where job_id = ${job} and user_id = ${person}`.execute(db);
};

/** Stores a decision. Returns undefined if the person hasn't applied; `is_changed` is false if it repeats the last decision. */
export const updateDecision = (
  db: Db,
  given: {
    job: number;
    person: number;
    state: ApplicationState;
    message: string | undefined;
    /** Null for an employer. */
    by: number | null;
    now: Date;
  },
): Promise<{ id: number; is_changed: boolean } | undefined> =>
  first(
    db,
    sql<{
      id: number;
      is_changed: boolean;
    }>`with before as (select * from job_applications where job_id = ${given.job} and user_id = ${given.person} for no key update)
    update job_applications a set state = ${given.state}, message = coalesce(${given.message ?? null}::text, a.message),
      decided_at = case when ${given.state} = 'sent' then null else ${given.now}::timestamptz end, decided_by = ${given.by}
    from before b where a.school_id = b.school_id and a.id = b.id
    returning a.id, (a.state, a.message) <> (b.state, b.message) as is_changed`,
  );

/** Returns a person's stored answers to the questions of a job. */
export const selectStoredAnswers = (
  db: Db,
  form: number,
  person: number,
): Promise<{ id: number; answers: FormAnswers } | undefined> =>
  first(
    db,
    sql<{
      id: number;
      answers: FormAnswers;
    }>`select id, answers from form_responses where form_id = ${form} and user_id = ${person}`,
  );

/** Returns the ids of applications for jobs that closed before a time, and of the answers in them. */
export const selectExpired = (
  db: Db,
  closedBefore: Date,
  size: number,
): Promise<{ id: number; response: number | null }[]> =>
  many(
    db,
    sql<{ id: number; response: number | null }>`select a.id, r.id as response
    from jobs j join job_applications a on a.school_id = j.school_id and a.job_id = j.id
      left join forms f on f.school_id = j.school_id and f.owner_kind = 'job' and f.owner_id = j.id
      left join form_responses r on r.school_id = f.school_id and r.form_id = f.id and r.user_id = a.user_id
    where coalesce(j.closed_at, j.closes_at) < ${closedBefore}::timestamptz limit ${sql.lit(size)}`,
  );

export const deleteApplications = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`delete from job_applications where id = any(${ids as number[]}::bigint[])`.execute(db);
};

/** Files of applications. Their addresses contain the id of the application. */
export const applicationUploads: UploadReference = {
  kind: 'job_application',
  isUsed: sql`exists (select from job_application_files n where n.upload_id = f.id)`,
  isReferencedBy: (application) =>
    sql`exists (select from job_application_files n where n.upload_id = f.id and n.application_id = ${application})`,
  storageType: 'forms',
  uses: selectFileUse(
    'job',
    sql`a.job_id`,
    sql`from job_application_files n join job_applications a on a.school_id = n.school_id and a.id = n.application_id
      where n.school_id = f.school_id and n.upload_id = f.id`,
  ),
};

/** Returns whether a job has an application without a decision that was sent after a time. */
export const hasApplicationsSince = (db: Db, job: number, since: Date): Promise<boolean> =>
  exists(
    db,
    sql`select from job_applications where job_id = ${job} and state = 'sent' and sent_at > ${since}::timestamptz`,
  );
