import type { HandlerInput } from '#contract/endpoint.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import * as jobs from '#contract/jobs/endpoints.ts';
import { jobLimits } from '#contract/jobs/limits.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { definedOnly, idOf, ok, orNotFound } from '../../kernel/sql.ts';
import { forget, refresh, submit } from '../approvals/submissions.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { saveForm, saveQuestions } from '../forms/form-store.ts';
import { lockForm } from '../forms/forms.queries.ts';
import { jobAccess, type JobAccess } from './jobs-access.ts';
import { selectSchoolCurrency } from '../finances/finances.queries.ts';
import * as queries from './jobs.queries.ts';
import type { JobColumns, JobRow } from './jobs.queries.ts';
import { canClose, isJobWritable, stateOf, withApprovedText } from './jobs.rules.ts';
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

type Settings = Omit<HandlerInput<typeof jobs.updateJob>, 'id' | 'version'>;

const payColumns = (pay: Settings['pay']) => {
  if (pay === undefined) return {};
  if (pay === null) return { pay_min: null, pay_max: null, pay_currency: null, pay_per: null };
  const { min, max = min, per } = pay;
  if (max.currency !== min.currency || max.amount < min.amount) throw problem('job_pay');
  return {
    pay_min: min.amount,
    pay_max: max.amount === min.amount ? null : max.amount,
    pay_currency: min.currency,
    pay_per: per,
  };
};

/** Returns the address to apply at after a change. Undefined if it stays. */
const urlAfter = (
  { apply, url }: Settings,
  before: string | null,
): { url: string | null } | undefined => {
  const next = apply ?? (before === null ? 'here' : 'link');
  if (next === 'here') return before === null ? undefined : { url: null };
  const address = url ?? before;
  if (address === null)
    throw problem('invalid_input', {}, [
      { path: 'url', message: 'Enter an address that starts with https://.' },
    ]);
  return { url: address };
};

/** Returns the columns of a change. `before`: the job, or undefined for a new one. */
const columnsOf = (
  input: Settings,
  before: Pick<JobRow, 'url' | 'starts_on' | 'ends_on'> | undefined,
  now: Date,
): Partial<JobColumns> => {
  const { startsOn = before?.starts_on ?? null, endsOn = before?.ends_on ?? null } = input;
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) throw problem('job_dates');
  const closes = input.closesAt === undefined ? undefined : new Date(input.closesAt);
  if (closes !== undefined && closes <= now) throw problem('job_closing');
  return {
    ...definedOnly({
      title: input.title,
      employer: input.employer,
      kind: input.kind,
      description: input.description,
      requirements: input.requirements,
      location: input.place,
      hours: input.hours,
      starts_on: input.startsOn,
      ends_on: input.endsOn,
      asks_files: input.asksFiles,
      closes_at: closes,
    }),
    ...payColumns(input.pay),
    ...urlAfter(input, before?.url ?? null),
  };
};

/** Stores the questions of a locked job. Published questions must be complete. */
const storeQuestions = async (
  call: Call,
  job: number,
  definition: FormDefinition | undefined,
): Promise<void> => {
  if (definition === undefined) return;
  const owner = queries.questionsOf(job);
  const form = await lockForm(call.db, owner);
  if (form === undefined) {
    if (definition.questions.length > 0)
      await saveQuestions(call, owner, { version: 0, definition });
  } else if (definition.questions.length > 0) await saveForm(call, form, { definition });
  else await saveQuestions(call, owner, { version: form.version, definition });
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
  const columns: JobColumns = {
    title: input.title,
    kind: input.kind,
    description: input.description,
    requirements: '',
    location: '',
    hours: '',
    starts_on: null,
    ends_on: null,
    pay_min: null,
    pay_max: null,
    pay_currency: null,
    pay_per: null,
    url: null,
    asks_files: true,
    closes_at: new Date(input.closesAt),
    ...columnsOf(input, undefined, call.now),
    // The club is the employer.
    employer: club === null ? (input.employer ?? '') : '',
  };
  const added = await queries.insertJob(call.db, call.schoolId, {
    club,
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

/** Changes that reviewers don't need to see. */
const isContent = (name: string): boolean => name !== 'closesAt';

const update = async (
  call: Call,
  { id, version, ...input }: HandlerInput<typeof jobs.updateJob>,
): Promise<void> => {
  const { row, access, locked } = await lockManaged(call, id);
  if (!isJobWritable(row)) throw problem('club_inactive');
  if (stateOf(locked, call.now) === 'closed') throw problem('job_closed');
  const columns = columnsOf(input, row, call.now);
  const { employer: _, ...ofClub } = columns;
  const changed = row.club_id === null ? columns : ofClub;
  if (!(await queries.updateJobColumns(call.db, { id: row.id, version }, changed)))
    throw problem('job_changed');
  await storeQuestions(call, row.id, input.questions);
  await recordAct(call, row, 'edited');
  if (locked.state === 'in_approval') return refresh(call, jobKind, row.id);
  if (locked.state !== 'open' || !Object.keys(input).some(isContent)) return;
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
    const { row, locked } = await lockManaged(call, id);
    if (!canClose(locked)) throw problem('job_changed');
    if (stateOf(locked, call.now) !== 'closed') {
      await queries.updateJobState(call.db, row.id, { state: 'closed', closed_at: call.now });
      await recordAct(call, row, 'closed');
    }
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
