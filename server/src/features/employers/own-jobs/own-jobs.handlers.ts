import type { Submission } from '#contract/approvals/endpoints.ts';
import * as own from '#contract/employers/own.endpoints.ts';
import type {
  EmployerApplication,
  EmployerJob,
  EmployerJobItem,
} from '#contract/employers/own.endpoints.ts';
import { employerLimits } from '#contract/employers/limits.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { JobState } from '#contract/jobs/limits.ts';
import { nobody } from '../../../kernel/actor.ts';
import { handle, type EmployerCall } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { idOf, ok, orNotFound } from '../../../kernel/sql.ts';
import { forget, submissionOf, submit } from '../../approvals/submissions.ts';
import * as applications from '../../jobs/applications/applications.queries.ts';
import { decideApplication } from '../../jobs/applications/deciding.ts';
import { applicationViews, readApplicants } from '../../jobs/applications/reading-applications.ts';
import {
  changeJob,
  closeJob,
  newColumns,
  storeQuestions,
  type LockedJob,
} from '../../jobs/job-changes.ts';
import * as jobs from '../../jobs/jobs.queries.ts';
import type { JobRow } from '../../jobs/jobs.queries.ts';
import { stateOf } from '../../jobs/jobs.rules.ts';
import { jobView } from '../../jobs/jobs.views.ts';
import { recordAct } from '../../jobs/opening.ts';
import { jobKind } from '../../jobs/submitted-jobs.ts';
import { holdEmployer } from '../employers.queries.ts';

/* Jobs of employers with an account. Every call reads the job first, and finds only those of the caller's employer. */

/** The viewer for queries about jobs. Employers can see all their jobs, and have no clubs or applications. */
const reader = { viewer: nobody, isStaff: true } as const;

/** Returns a job of the caller's employer. Throws a 404 for all others. */
const readOwn = async ({ db, employer }: EmployerCall, id: number): Promise<JobRow> => {
  const row = orNotFound(await jobs.selectJob(db, reader, id));
  if (row.employer_id !== employer.employerId) throw problem('not_found');
  return row;
};

const lockOwn = async (call: EmployerCall, id: string): Promise<LockedJob> => {
  const row = await readOwn(call, idOf(id));
  return { row, locked: orNotFound(await jobs.lockJob(call.db, row.id)) };
};

/** Returns whether an employer can delete a job in a state. Others are open or wait for the school. */
const isRemovable = (state: JobState): boolean => state === 'draft' || state === 'closed';

const decided: readonly string[] = ['approved', 'changes_requested', 'denied'];

/** Returns the state of an approval with the reviewer's reason, but not the reviewer. */
const reviewView = (submission: Submission | null): EmployerJob['review'] => {
  if (submission === null || submission.state === 'draft') return null;
  const last = submission.entries.findLast(({ kind }) => decided.includes(kind));
  const state = submission.state === 'submitted' ? 'waiting' : submission.state;
  const isDecided = state !== 'waiting' && state !== 'withdrawn';
  return {
    state,
    reason: isDecided ? (last?.text ?? '') : '',
    at: (isDecided ? last?.at : submission.submittedAt) ?? null,
  };
};

const readJob = async (call: EmployerCall, id: number): Promise<EmployerJob> => {
  const row = await readOwn(call, id);
  const submission = await submissionOf(call, jobKind, row.id);
  const { can, applicants, ...view } = jobView(
    row,
    { now: call.now, manages: true },
    { submission: null, application: null },
  );
  return {
    ...view,
    applicants: applicants ?? 0,
    review: reviewView(submission),
    can: {
      edit: can.edit,
      submit: can.submit,
      close: can.close,
      remove: isRemovable(stateOf(row, call.now)),
    },
  };
};

const itemView =
  (now: Date) =>
  (row: JobRow): EmployerJobItem => {
    const { id, title, kind, state, closesAt } = jobView(
      row,
      { now, manages: true },
      { submission: null, application: null },
    );
    return { id, title, kind, state, closesAt, applicants: row.applicants };
  };

/** Submits a job to the school. No job of an employer opens without an approval. */
const sendToSchool = async (call: EmployerCall, row: JobRow): Promise<void> => {
  if (row.closes_at <= call.now) throw problem('job_closing');
  await submit(call, jobKind, row.id);
};

/** Stores a new job, and submits it unless it is a draft. Returns its id. */
const create = async (
  call: EmployerCall,
  { clientId, isDraft, ...input }: HandlerInput<typeof own.createEmployerJob>,
): Promise<number> => {
  const { db, now, schoolId, employer } = call;
  const { employerId } = employer;
  if (!(await holdEmployer(db, employerId))) throw problem('not_logged_in');
  const max = employerLimits.jobs;
  if ((await jobs.countUnclosedJobs(db, employerId, now)) >= max)
    throw problem('too_many_employer_jobs', { max });
  const added = await jobs.insertJob(db, schoolId, {
    club: null,
    employer: employerId,
    by: null,
    clientId,
    now,
    columns: newColumns(input, employer.employer, now),
  });
  if (added === undefined)
    return orNotFound(await jobs.selectJobOfEmployerByClient(db, employerId, clientId)).id;
  await storeQuestions(call, added.id, input.questions);
  const row = await readOwn(call, added.id);
  await recordAct(call, row, 'added');
  if (isDraft !== true) await sendToSchool(call, row);
  return added.id;
};

/** Returns applications with the fields that the job's page lists, and nothing else. */
const applicationsView = async (
  call: EmployerCall,
  job: number,
  rows: readonly applications.ApplicantRow[],
): Promise<(row: applications.ApplicantRow) => EmployerApplication> => {
  const viewOf = await applicationViews({ ...call, me: { userId: nobody } }, job, rows);
  return (row) => {
    const { person, ...view } = viewOf(row);
    return { ...view, name: `${person.firstName} ${person.lastName}`.trim() };
  };
};

export const ownJobsHandlers = [
  handle(own.listEmployerJobs, async (call, { cursor, size }) => {
    const { db, now, employer } = call;
    const after = readCursor<jobs.JobCursor>(cursor, ['time', 'number']);
    const rows = await jobs.selectJobsOfEmployer(db, employer.employerId, {
      after,
      size: size + 1,
    });
    return pageOfRows(rows, size, { view: itemView(now), keyOf: (row) => [row.listed_at, row.id] });
  }),

  handle(own.getEmployerJob, (call, { id }) => readJob(call, idOf(id))),

  handle(own.createEmployerJob, async (call, input) => readJob(call, await create(call, input))),

  handle(own.updateEmployerJob, async (call, { id, ...change }) => {
    const job = await lockOwn(call, id);
    if (await changeJob(call, job, change))
      await sendToSchool(call, await readOwn(call, job.row.id));
    return readJob(call, job.row.id);
  }),

  handle(own.submitEmployerJob, async (call, { id }) => {
    const { row, locked } = await lockOwn(call, id);
    if (locked.state !== 'draft') throw problem('job_changed');
    await sendToSchool(call, row);
    return readJob(call, row.id);
  }),

  handle(own.closeEmployerJob, async (call, { id }) => {
    const job = await lockOwn(call, id);
    await closeJob(call, job);
    return readJob(call, job.row.id);
  }),

  handle(own.deleteEmployerJob, async (call, { id }) => {
    const { row, locked } = await lockOwn(call, id);
    if (!isRemovable(stateOf(locked, call.now))) throw problem('job_changed');
    await forget(call, jobKind, row.id);
    await jobs.deleteJobRow(call.db, row.id);
    await recordAct(call, row, 'deleted');
    return ok;
  }),

  handle(own.listEmployerApplications, async (call, { id, ...page }) => {
    const row = await readOwn(call, idOf(id));
    return readApplicants(call.db, row, page, (rows) => applicationsView(call, row.id, rows));
  }),

  handle(own.decideEmployerApplication, async (call, { id, application, state, message }) => {
    const { db } = call;
    const row = await readOwn(call, idOf(id));
    const find = async () =>
      orNotFound(
        (
          await applications.selectApplicants(db, row.id, {
            application: idOf(application),
            after: null,
            size: 1,
          })
        )[0],
      );
    const { user_id: person } = await find();
    await decideApplication(call, { job: row.id, person, state, message, by: null });
    const after = await find();
    return (await applicationsView(call, row.id, [after]))(after);
  }),
];
