import type { HandlerInput } from '#contract/endpoint.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import type * as jobs from '#contract/jobs/endpoints.ts';
import type { AuthorCall } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { definedOnly } from '../../kernel/sql.ts';
import { refresh } from '../approvals/submissions.ts';
import { saveForm, saveQuestions } from '../forms/form-store.ts';
import { lockForm } from '../forms/forms.queries.ts';
import * as queries from './jobs.queries.ts';
import type { JobColumns, JobRow } from './jobs.queries.ts';
import { canClose, isJobWritable, stateOf } from './jobs.rules.ts';
import { recordAct } from './opening.ts';
import { jobKind } from './submitted-jobs.ts';

/* Changes of jobs by the people who manage them and by employers. The callers have checked who can change the job, and locked it. */

type Change = Omit<HandlerInput<typeof jobs.updateJob>, 'id'>;
type Settings = Omit<Change, 'version'>;
type NewJob = Omit<HandlerInput<typeof jobs.createJob>, 'clientId' | 'club' | 'isDraft'>;

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

/** Returns the address of the application page after a change. Undefined if the address stays the same. */
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

/** Returns the columns of a new job. `employer`: its name, or empty for clubs and the school. */
export const newColumns = (input: NewJob, employer: string, now: Date): JobColumns => ({
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
  ...columnsOf(input, undefined, now),
  employer,
});

/** Stores the questions of a locked job. Published questions must be complete. */
export const storeQuestions = async (
  call: AuthorCall,
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

/** Changes that reviewers don't need to see. */
const isContent = (name: string): boolean => name !== 'closesAt';

/** A job that is locked for a change. */
export interface LockedJob {
  readonly row: JobRow;
  readonly locked: NonNullable<Awaited<ReturnType<typeof queries.lockJob>>>;
}

/** Changes a job. Returns true if it is open with content that the school hasn't approved. */
export const changeJob = async (
  call: AuthorCall,
  { row, locked }: LockedJob,
  { version, ...input }: Change,
): Promise<boolean> => {
  if (!isJobWritable(row)) throw problem('club_inactive');
  if (stateOf(locked, call.now) === 'closed') throw problem('job_closed');
  const columns = columnsOf(input, row, call.now);
  const { employer: _, ...withoutEmployer } = columns;
  // Jobs of clubs have no employer, and the account of an employer has its name.
  const isNamed = row.club_id === null && row.employer_id === null;
  const changed = isNamed ? columns : withoutEmployer;
  if (!(await queries.updateJobColumns(call.db, { id: row.id, version }, changed)))
    throw problem('job_changed');
  await storeQuestions(call, row.id, input.questions);
  await recordAct(call, row, 'edited');
  if (locked.state === 'in_approval') {
    await refresh(call, jobKind, row.id);
    return false;
  }
  return locked.state === 'open' && Object.keys(input).some(isContent);
};

/** Ends applications for a job. */
export const closeJob = async (call: AuthorCall, { row, locked }: LockedJob): Promise<void> => {
  if (!canClose(locked)) throw problem('job_changed');
  if (stateOf(locked, call.now) === 'closed') return;
  await queries.updateJobState(call.db, row.id, { state: 'closed', closed_at: call.now });
  await recordAct(call, row, 'closed');
};
