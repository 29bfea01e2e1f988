import type { HandlerInput } from '#contract/endpoint.ts';
import * as jobs from '#contract/jobs/endpoints.ts';
import { jobLimits } from '#contract/jobs/limits.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { idOf, ok, orNotFound } from '../../kernel/sql.ts';
import { forget, submit } from '../approvals/submissions.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { jobAccess, type JobAccess } from './jobs-access.ts';
import { selectSchoolCurrency } from '../finances/finances.queries.ts';
import * as queries from './jobs.queries.ts';
import type { JobRow } from './jobs.queries.ts';
import { changeJob, closeJob, newColumns, storeQuestions } from './job-changes.ts';
import { isJobWritable, withApprovedText } from './jobs.rules.ts';
import { jobItemView } from './jobs.views.ts';
import { openJob, recordAct } from './opening.ts';
import { readJob, readManaged, readSeen } from './reading.ts';
import { jobKind } from './submitted-jobs.ts';

const dayMs = 86_400_000;

/** Returns the club of a new job, if the caller manages its jobs and it accepts changes. Null for the school. */
const postingClub = async (
  call: Call,
  access: JobAccess,
  id: string | null,
): Promise<number | null> => {
  if (id === null) {
    if (!access.manages(null)) throw problem('forbidden');
    return null;
  }
  const club = idOf(id);
  const viewer = { viewer: call.me.userId, isStaff: access.isStaff };
  const row = orNotFound(await selectClubState(call.db, viewer, club));
  if (!access.manages(club)) throw problem('forbidden');
  if (!isWritable(row)) throw problem('club_inactive');
  return club;
};

/** Opens a job for staff, and submits it for everyone else. */
const openOrSubmit = async (call: Call, access: JobAccess, row: JobRow): Promise<void> => {
  if (row.closes_at <= call.now) throw problem('job_closing');
  if (!access.isStaff) {
    await submit(call, jobKind, row.id);
    return;
  }
  // Its submission could wait for changes. No one needs to decide on it anymore.
  await forget(call, jobKind, row.id);
  await openJob(call, row);
};

const readRow = async (call: Call, { isStaff }: JobAccess, id: number): Promise<JobRow> =>
  orNotFound(await queries.selectJob(call.db, { viewer: call.me.userId, isStaff }, id));

/** Stores a new job, and opens or submits it unless it is a draft. Returns its id. */
const create = async (call: Call, input: HandlerInput<typeof jobs.createJob>): Promise<number> => {
  const access = await jobAccess(call);
  const club = await postingClub(call, access, input.club ?? null);
  const max = jobLimits.jobs;
  if ((await queries.countJobsOf(call.db, club)) >= max) throw problem('too_many_jobs', { max });
  // The club is the employer.
  const columns = newColumns(input, club === null ? (input.employer ?? '') : '', call.now);
  const added = await queries.insertJob(call.db, call.schoolId, {
    club,
    employer: null,
    by: call.me.userId,
    clientId: input.clientId,
    now: call.now,
    columns,
  });
  if (added === undefined)
    return orNotFound(await queries.selectJobByClient(call.db, call.me.userId, input.clientId)).id;
  await storeQuestions(call, added.id, input.questions);
  const row = await readRow(call, access, added.id);
  await recordAct(call, row, 'added');
  if (input.isDraft !== true) await openOrSubmit(call, access, row);
  return added.id;
};

/** Returns a job of the caller's, locked for a change. */
const lockManaged = async (call: Call, id: string) => {
  const seen = await readManaged(call, id);
  const locked = orNotFound(await queries.lockJob(call.db, seen.row.id));
  return { ...seen, locked };
};

const update = async (
  call: Call,
  { id, ...change }: HandlerInput<typeof jobs.updateJob>,
): Promise<void> => {
  const { row, access, locked } = await lockManaged(call, id);
  if (!(await changeJob(call, { row, locked }, change))) return;
  if (access.isStaff) return queries.updateApproved(call.db, row.id, call.now);
  // Otherwise, people could turn an approved job into a different one without a review.
  await openOrSubmit(call, access, await readRow(call, access, row.id));
};

export const jobsHandlers = [
  handle(jobs.listJobs, async (call, { list, cursor, size, search, kind, ...input }) => {
    const after = readCursor<queries.JobCursor>(cursor, ['time', 'number']);
    const access = await jobAccess(call);
    const who = { viewer: call.me.userId, isStaff: access.isStaff };
    const club = input.club === undefined ? undefined : idOf(input.club);
    const filters = {
      list,
      search,
      kind,
      club,
      isPaid: input.isPaid,
      closesBefore:
        input.closesWithin === undefined
          ? undefined
          : new Date(call.now.getTime() + input.closesWithin * dayMs),
      managed: access.clubs.map(({ id }) => id),
    };
    const [rows, total, currency] = await Promise.all([
      queries.selectJobs(call.db, who, filters, { after, size: size + 1, now: call.now }),
      queries.countJobs(call.db, who, filters, call.now),
      selectSchoolCurrency(call.db),
    ]);
    return {
      ...pageOfRows(rows, size, {
        view: (row) => {
          const manages = access.manages(row.club_id);
          return jobItemView(manages ? row : withApprovedText(row), { now: call.now, manages });
        },
        keyOf: (row) => [row.listed_at, row.id],
      }),
      total,
      can: {
        create:
          club === undefined ? access.isStaff || access.clubs.length > 0 : access.manages(club),
        createForSchool: access.isStaff,
      },
      clubs: access.clubs.map(({ id, name }) => ({ id: String(id), name })),
      currency,
    };
  }),

  handle(jobs.getJob, (call, { id }) => readJob(call, id)),

  handle(jobs.createJob, async (call, input) => readJob(call, String(await create(call, input)))),

  handle(jobs.updateJob, async (call, input) => {
    await update(call, input);
    return readJob(call, input.id);
  }),

  handle(jobs.submitJob, async (call, { id }) => {
    const { row, access, locked } = await lockManaged(call, id);
    if (!isJobWritable(row)) throw problem('club_inactive');
    if (locked.state !== 'draft') throw problem('job_changed');
    await openOrSubmit(call, access, row);
    return readJob(call, id);
  }),

  handle(jobs.closeJob, async (call, { id }) => {
    await closeJob(call, await lockManaged(call, id));
    return readJob(call, id);
  }),

  handle(jobs.deleteJob, async (call, { id }) => {
    const { row } = await lockManaged(call, id);
    await forget(call, jobKind, row.id);
    await queries.deleteJobRow(call.db, row.id);
    await recordAct(call, row, 'deleted');
    return ok;
  }),

  handle(jobs.saveJob, async (call, { id }) => {
    const { row } = await readSeen(call, id);
    await queries.insertSavedJob(call.db, {
      school: call.schoolId,
      job: row.id,
      person: call.me.userId,
      now: call.now,
    });
    return ok;
  }),

  handle(jobs.unsaveJob, async (call, { id }) => {
    if (!(await queries.isJobThere(call.db, idOf(id)))) throw problem('not_found');
    await queries.deleteSavedJob(call.db, idOf(id), call.me.userId);
    return ok;
  }),
];
