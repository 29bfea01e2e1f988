import type { Acts } from '#contract/audit-kinds.ts';
import * as employers from '#contract/employers/endpoints.ts';
import type { Employer } from '#contract/employers/endpoints.ts';
import { employerLimits as limits } from '#contract/employers/limits.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../kernel/security/rate-limits.ts';
import { checkQuota, idOf, ok, orNotFound } from '../../kernel/sql.ts';
import { forget, refresh, renameSubmitter } from '../approvals/submissions.ts';
import {
  selectJobsInApproval,
  selectUnopenedJobs,
  updateEmployerName,
} from '../jobs/jobs.queries.ts';
import { jobKind } from '../jobs/submitted-jobs.ts';
import * as queries from './employers.queries.ts';
import { employerView } from './employers.views.ts';

/** Invitations that one person can send in an hour. */
const invitationLimit = { max: 60, seconds: 3_600 };

const readEmployer = async ({ db, now }: Call, id: number): Promise<Employer> =>
  employerView(orNotFound(await queries.selectEmployer(db, id, now)));

const recordAct = (
  call: Call,
  { id, name }: { id: number; name: string },
  act: Acts['employer_changed'],
): Promise<void> => record(call, 'employer_changed', { id: String(id), name, act });

const lock = async ({ db }: Call, id: string) =>
  orNotFound(await queries.lockEmployer(db, idOf(id)));

/** Stores a contact, who gets an email with a link. */
const invite = async (
  call: Call,
  employer: number,
  contact: { name: string; email: string; locale?: string | undefined },
): Promise<void> => {
  const { db, me, now, schoolId: school, origin } = call;
  await countUseInTransaction(call, `employer-invitations:${me.userId}`, invitationLimit);
  const added = await queries.insertContact(db, {
    school,
    employer,
    name: contact.name,
    email: contact.email,
    locale: contact.locale ?? null,
    by: me.userId,
    now,
  });
  if (added === undefined) throw problem('employer_contact_exists');
  await emit(call, 'employer_contact_invited', { contact: added.id, origin });
};

export const employersHandlers = [
  handle(employers.listEmployers, async ({ db, now }, { search = '', cursor, size }) => {
    const after = readCursor<queries.EmployerCursor>(cursor, ['text', 'number']);
    const rows = await queries.selectEmployers(db, { search, after, size: size + 1, now });
    return pageOfRows(rows, size, {
      view: employerView,
      keyOf: (row) => [row.sort_name, row.id],
    });
  }),

  handle(employers.createEmployer, async (call, { name, website, contact }) => {
    const { db, me, now, schoolId: school } = call;
    await checkQuota(db, 'employers', limits.employers, 'too_many_employers');
    const id = await queries.insertEmployer(db, { school, name, website, by: me.userId, now });
    await invite(call, id, contact);
    await recordAct(call, { id, name }, 'added');
    return readEmployer(call, id);
  }),

  handle(employers.updateEmployer, async (call, { id, name, website }) => {
    const row = await lock(call, id);
    await queries.updateEmployerColumns(call.db, row.id, { name, website });
    if (name !== undefined) {
      await updateEmployerName(call.db, row.id, name);
      await renameSubmitter(call, jobKind, await selectUnopenedJobs(call.db, row.id), name);
    }
    // Reviewers decide on a copy of the job, which has the name and the website.
    for (const job of await selectJobsInApproval(call.db, row.id, call.now))
      await refresh(call, jobKind, job);
    await recordAct(call, { id: row.id, name: name ?? row.name }, 'edited');
    return readEmployer(call, row.id);
  }),

  handle(employers.suspendEmployer, async (call, { id }) => {
    const row = await lock(call, id);
    await queries.deleteAccessOf(call.db, row.id);
    if (await queries.updateSuspended(call.db, row.id, call.now))
      await recordAct(call, row, 'suspended');
    return readEmployer(call, row.id);
  }),

  handle(employers.restoreEmployer, async (call, { id }) => {
    const row = await lock(call, id);
    if (await queries.updateSuspended(call.db, row.id, null)) {
      // Nothing from the time before the suspension can work again.
      await queries.deleteAccessOf(call.db, row.id);
      await recordAct(call, row, 'restored');
    }
    return readEmployer(call, row.id);
  }),

  handle(employers.inviteContact, async (call, { id, name, email, locale }) => {
    const row = await lock(call, id);
    if (row.is_suspended) throw problem('employer_suspended');
    const max = limits.contacts;
    if ((await queries.countContacts(call.db, row.id)) >= max)
      throw problem('too_many_employer_contacts', { max });
    await invite(call, row.id, { name, email, locale });
    await recordAct(call, row, 'contact_invited');
    return readEmployer(call, row.id);
  }),

  handle(employers.inviteContactAgain, async (call, { id, contact }) => {
    const row = await lock(call, id);
    if (!(await queries.isContactThere(call.db, row.id, idOf(contact)))) throw problem('not_found');
    if (row.is_suspended) throw problem('employer_suspended');
    await countUseInTransaction(call, `employer-invitations:${call.me.userId}`, invitationLimit);
    await emit(call, 'employer_contact_invited', { contact: idOf(contact), origin: call.origin });
    await recordAct(call, row, 'contact_invited_again');
    return readEmployer(call, row.id);
  }),

  handle(employers.deleteContact, async (call, { id, contact }) => {
    const row = await lock(call, id);
    if (!(await queries.deleteContactRow(call.db, row.id, idOf(contact))))
      throw problem('not_found');
    await recordAct(call, row, 'contact_removed');
    return readEmployer(call, row.id);
  }),

  handle(employers.deleteEmployer, async (call, { id }) => {
    const row = await lock(call, id);
    // The database deletes the approvals with the jobs. This also removes them from reviewers' notifications.
    for (const job of await selectJobsInApproval(call.db, row.id)) await forget(call, jobKind, job);
    await queries.deleteEmployerRow(call.db, row.id);
    await recordAct(call, row, 'deleted');
    return ok;
  }),
];
