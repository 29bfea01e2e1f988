import type { HandlerInput } from '#contract/endpoint.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import * as jobs from '#contract/jobs/endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { idOf, ok, orNotFound } from '../../../kernel/sql.ts';
import { storeAnswers } from '../../forms/form-store.ts';
import { deleteAnswers, selectForm } from '../../forms/forms.queries.ts';
import { lockUploads } from '../../uploads/uploads.queries.ts';
import { lockJob, questionsOf } from '../jobs.queries.ts';
import { shownStateOf } from '../jobs.rules.ts';
import { readJob, readManaged, readSeen } from '../reading.ts';
import { announceApplicant } from './announcing-applicants.ts';
import * as queries from './applications.queries.ts';
import { decideApplication } from './deciding.ts';
import { applicationViews, readApplicants } from './reading-applications.ts';

const deleteOwnAnswers = async (call: Call, job: number): Promise<void> => {
  const form = await selectForm(call.db, questionsOf(job));
  if (form === undefined) return;
  const stored = await queries.selectStoredAnswers(call.db, form.form_id, call.me.userId);
  if (stored !== undefined) await deleteAnswers(call.db, [stored.id]);
};

/** Replaces the caller's answers, if the job has questions. */
const replaceAnswers = async (
  call: Call,
  job: number,
  sent: { answers: FormAnswers; revision: number | undefined },
): Promise<void> => {
  const owner = questionsOf(job);
  const form = await selectForm(call.db, owner);
  if (form === undefined || form.definition.questions.length === 0) return;
  const { answers, revision = form.revision } = sent;
  await deleteOwnAnswers(call, job);
  await storeAnswers(call, owner, { revision, answers });
};

/** Returns the ids of the caller's uploads for an application. Throws a 404 if one isn't theirs. */
const checkFiles = async (
  call: Call,
  files: readonly string[],
  asksFiles: boolean,
): Promise<number[]> => {
  const ids = [...new Set(files.map(idOf))];
  if (ids.length > 0 && !asksFiles)
    throw problem('invalid_input', {}, [
      { path: 'files', message: 'This job doesn’t take files.' },
    ]);
  const own = await lockUploads(call.db, ids, call.me.userId);
  if (own.length < ids.length) throw problem('not_found');
  return ids;
};

const apply = async (
  call: Call,
  { id, note = '', answers = {}, revision, files = [] }: HandlerInput<typeof jobs.applyForJob>,
): Promise<void> => {
  const { db, me, now, schoolId } = call;
  const { row } = await readSeen(call, id);
  const locked = orNotFound(await lockJob(db, row.id));
  if (shownStateOf(locked, now) !== 'open') throw problem('job_closed');
  if (locked.url !== null) throw problem('job_by_link');
  const uploads = await checkFiles(call, files, row.asks_files);
  const stored = await queries.upsertApplication(db, {
    school: schoolId,
    job: row.id,
    person: me.userId,
    note,
    now,
  });
  if (stored === undefined) throw problem('job_application_decided');
  await queries.replaceApplicationFiles(db, schoolId, stored.id, uploads);
  await replaceAnswers(call, row.id, { answers, revision });
  if (!stored.is_new) return;
  await emit(call, 'job_applied', { job: row.id, person: me.userId });
  await announceApplicant(call, row.id);
};

export const applicationsHandlers = [
  handle(jobs.applyForJob, async (call, input) => {
    await apply(call, input);
    const job = await readJob(call, input.id);
    return { state: orNotFound(job.application).state, job };
  }),

  handle(jobs.withdrawJobApplication, async (call, { id }) => {
    const job = idOf(id);
    const { userId: me } = call.me;
    const own = await queries.selectApplicationOf(call.db, job, me);
    // Someone without an application gets the same reply as before, if they can see the job.
    if (own === undefined) await readSeen(call, id);
    await deleteOwnAnswers(call, job);
    await queries.deleteApplication(call.db, job, me);
    return ok;
  }),

  handle(jobs.listJobApplications, async (call, { id, ...page }) => {
    const { row } = await readManaged(call, id);
    return readApplicants(call.db, row, page, (rows) => applicationViews(call, row.id, rows));
  }),

  handle(jobs.decideJobApplication, async (call, { id, uid, state, message }) => {
    const { row } = await readManaged(call, id);
    const person = idOf(uid);
    await decideApplication(call, { job: row.id, person, state, message, by: call.me.userId });
    const [after] = await queries.selectApplicants(call.db, row.id, {
      person,
      after: null,
      size: 1,
    });
    const found = orNotFound(after);
    return (await applicationViews(call, row.id, [found]))(found);
  }),
];
