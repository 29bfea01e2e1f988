import { employerLimits as limits } from '#contract/employers/limits.ts';
import { transact, type Scope } from '../../kernel/context.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { selectNamedJob } from '../jobs/notifications/job-notifications.queries.ts';
import { applicantsMail, decidedMail, invitationMail, linkMail } from './employers.mails.ts';
import * as queries from './employers.queries.ts';

/** These jobs mostly wait for the mail server. */
const mails = { concurrency: 4 };
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Creates a link for a contact and returns both. Only its hash is stored. Undefined if the contact can't sign in anymore. */
const newLink = async (
  scope: Scope,
  { contact, origin }: { contact: number; origin: string },
  lifeMs: number,
): Promise<{ to: queries.OpenContactRow; link: string } | undefined> => {
  const token = scope.tokens.newToken();
  const to = await transact(scope, async ({ db, school, clock }) => {
    const found = await queries.lockOpenContact(db, contact);
    if (found !== undefined)
      await queries.insertLink(db, {
        school: school.school_id,
        hash: scope.tokens.hash(token),
        contact,
        endsAt: new Date(clock.now().getTime() + lifeMs),
      });
    return found;
  });
  return to && { to, link: `${origin}/employer#link=${token}` };
};

/** Returns a contact and the job of an email. Undefined if the job was deleted or the contact can't sign in anymore. */
const findJob = async (
  scope: Scope,
  { contact, job, origin }: { contact: number; job: number; origin: string },
): Promise<{ to: queries.OpenContactRow; title: string; link: string } | undefined> => {
  const [found, to] = await transact(
    scope,
    ({ db }) => Promise.all([selectNamedJob(db, job), queries.selectOpenContact(db, contact)]),
    { readOnly: true },
  );
  if (found === undefined || to === undefined) return undefined;
  return { to, title: found.title, link: `${origin}/employer/jobs/${job}` };
};

export const employersJobs = [
  onEvent(
    'employers.send-invitation',
    'employer_contact_invited',
    async (scope, about) => {
      const made = await newLink(scope, about, limits.invitationDays * dayMs);
      if (made !== undefined)
        await scope.mail.send(invitationMail(scope.school, made.to, made.link));
    },
    mails,
  ),

  onEvent(
    'employers.send-link',
    'employer_link_requested',
    async (scope, { contact, origin }) => {
      if (contact === null) return;
      const made = await newLink(scope, { contact, origin }, limits.linkMinutes * minuteMs);
      if (made !== undefined) await scope.mail.send(linkMail(scope.school, made.to, made.link));
    },
    mails,
  ),

  onEvent(
    'employers.send-decision',
    'employer_job_decided',
    async (scope, { outcome, reason, ...about }) => {
      const found = await findJob(scope, about);
      if (found === undefined) return;
      const { to, title, link } = found;
      await scope.mail.send(decidedMail(scope.school, to, { title, outcome, reason, link }));
    },
    mails,
  ),

  onEvent(
    'employers.send-applicants',
    'employer_job_applied',
    async (scope, about) => {
      const found = await findJob(scope, about);
      if (found === undefined) return;
      const { to, title, link } = found;
      await scope.mail.send(
        applicantsMail(scope.school, to, { title, link: `${link}/applicants` }),
      );
    },
    mails,
  ),
];

/** Deletes expired sessions and links. */
export const deleteEndedAccess: MaintenanceTask = (db, now) => queries.deleteEnded(db, now);
