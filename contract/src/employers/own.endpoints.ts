import { z } from 'zod';
import { ownData } from '../account/endpoints.ts';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import {
  applicationDecision,
  applicationsPage,
  applicationsQuery,
  job,
  jobApplication,
  jobChangeErrors,
  jobSettings,
  jobSettingsErrors,
  needsUrl,
} from '../jobs/endpoints.ts';
import { jobLimits } from '../jobs/limits.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { schemaNames } from '../schema-names.ts';
import { wholeNumber } from '../whole-number.ts';
import { employerLimits as limits } from './limits.ts';

/*
 * Calls of employers (decision 074). Their sessions aren't those of people: the cookie is only sent to `/api/v1/employer/`, and no other
 * call accepts it.
 */

const outside = { access: 'visitor', credential: 'open', method: 'POST' } as const;
const own = { access: 'employer', credential: 'employer' } as const;
const idText = z.string().max(40);
const one = z.strictObject({ id: idText });
const done = z.object({ ok: z.literal(true) });

export const requestEmployerLink = endpoint({
  ...outside,
  name: 'employer.request-link',
  summary: 'Request a sign-in link',
  description: `Emails a link if the address belongs to an employer’s contact. The response is always the same. The link is valid for ${limits.linkMinutes} minutes. Rate limit: 5 per hour for each address.`,
  path: '/api/v1/employer/links',
  body: z.strictObject({ email: z.email().max(limits.email) }),
  reply: done,
  errors: ['too_many_requests'],
});

export const beginEmployerSession = endpoint({
  ...outside,
  name: 'employer.sign-in',
  summary: 'Sign in with a link',
  description: `Works once for each link. Sets a cookie that is valid for ${limits.sessionHours} hours or the school’s maximum, whichever is shorter.`,
  path: '/api/v1/employer/sessions',
  body: z.strictObject({
    link: z.string().min(20).max(100).describe('Part of the emailed link after `#`.'),
  }),
  reply: z.object({ endsAt: z.string() }),
  errors: ['employer_link_invalid', 'too_many_requests'],
});

export const getEmployerAccount = endpoint({
  ...own,
  name: 'employer.account',
  summary: 'Get your employer account',
  description: 'Returns the employer, the contact, and the token for writes.',
  method: 'GET',
  path: '/api/v1/employer/account',
  reply: z.object({
    employer: z.object({ name: z.string(), website: z.string() }),
    contact: z.object({
      name: z.string(),
      email: z.string(),
      invitedAt: z.string(),
      lastSignInAt: z.string().nullable(),
    }),
    currency: z.string().describe('The school’s currency.'),
    endsAt: z.string().describe('End of the session.'),
    csrfToken: z.string().describe('Token for the header `X-CG-CSRF-Token` of writes.'),
  }),
});

export const downloadEmployerData = endpoint({
  ...own,
  name: 'employer.data',
  summary: 'Export your data',
  description:
    'Returns everything stored about the contact, in sections: contact, sessions and sign-in links. Rate limit: 10 per hour.',
  method: 'GET',
  path: '/api/v1/employer/data',
  reply: ownData,
  errors: ['too_many_requests'],
});

export const endEmployerSession = endpoint({
  ...own,
  name: 'employer.sign-out',
  summary: 'Sign out',
  method: 'DELETE',
  path: '/api/v1/employer/session',
  reply: done,
});

/** A job as its employer sees it. */
export const employerJob = job
  .pick({
    id: true,
    title: true,
    employer: true,
    kind: true,
    pay: true,
    place: true,
    hours: true,
    closesAt: true,
    postedAt: true,
    state: true,
    description: true,
    requirements: true,
    startsOn: true,
    endsOn: true,
    apply: true,
    url: true,
    asksFiles: true,
    questions: true,
    checkedAt: true,
    version: true,
  })
  .extend({
    applicants: z.number().int(),
    review: z
      .object({
        state: z.enum(['waiting', 'changes_requested', 'approved', 'denied', 'withdrawn']),
        reason: z.string().describe('Comment of the reviewer, or empty.'),
        at: z.string().nullable(),
      })
      .nullable()
      .describe('Newest approval of the job, or null.'),
    can: z.object({
      edit: z.boolean(),
      submit: z.boolean(),
      close: z.boolean(),
      remove: z.boolean(),
    }),
  });
schemaNames.add(employerJob, { id: 'EmployerJob' });
export type EmployerJob = z.output<typeof employerJob>;

export const listEmployerJobs = endpoint({
  ...own,
  name: 'employer.jobs',
  summary: 'List your jobs',
  description: 'Newest first, in every state.',
  method: 'GET',
  path: '/api/v1/employer/jobs',
  query: cursorQuery,
  reply: pageOf(
    employerJob.pick({ id: true, title: true, kind: true, state: true, closesAt: true }).extend({
      applicants: employerJob.shape.applicants,
    }),
  ),
  errors: ['bad_cursor'],
});
export type EmployerJobItem = z.output<(typeof listEmployerJobs)['reply']>['items'][number];

export const getEmployerJob = endpoint({
  ...own,
  name: 'employer.job',
  summary: 'Get one of your jobs',
  method: 'GET',
  path: '/api/v1/employer/jobs/{id}',
  params: one,
  reply: employerJob,
  errors: ['not_found'],
});

export const createEmployerJob = endpoint({
  ...own,
  name: 'employer.job-create',
  summary: 'Post a job',
  description:
    'Submits the job to the school for approval. With `isDraft`, only stores it. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/employer/jobs',
  body: z
    .strictObject({ clientId, isDraft: z.boolean().optional(), ...jobSettings })
    .refine(({ apply, url }) => apply === 'here' || typeof url === 'string', needsUrl),
  reply: employerJob,
  errors: [...jobSettingsErrors, 'too_many_employer_jobs'],
});

export const updateEmployerJob = endpoint({
  ...own,
  name: 'employer.job-update',
  summary: 'Update one of your jobs',
  description:
    'Send only the fields to change, with the `version` you read. Changing an open job returns it to approval, unless only `closesAt` changes.',
  method: 'PATCH',
  path: '/api/v1/employer/jobs/{id}',
  params: one,
  body: z
    .strictObject(jobSettings)
    .partial()
    .extend({ version: wholeNumber.describe('Version you read.') }),
  reply: employerJob,
  errors: [...jobChangeErrors],
});

export const submitEmployerJob = endpoint({
  ...own,
  name: 'employer.job-submit',
  summary: 'Submit a draft job',
  method: 'POST',
  path: '/api/v1/employer/jobs/{id}/submission',
  params: one,
  reply: employerJob,
  errors: ['not_found', 'job_closing', 'job_changed'],
});

export const closeEmployerJob = endpoint({
  ...own,
  name: 'employer.job-close',
  summary: 'Close one of your jobs',
  description: `Ends applications now. Applications are deleted ${jobLimits.applicationDays} days later. Idempotent.`,
  method: 'POST',
  path: '/api/v1/employer/jobs/{id}/closing',
  params: one,
  reply: employerJob,
  errors: ['not_found', 'job_changed'],
});

export const deleteEmployerJob = endpoint({
  ...own,
  name: 'employer.job-delete',
  summary: 'Delete one of your jobs',
  description: 'Only drafts and closed jobs. Also deletes all applications.',
  method: 'DELETE',
  path: '/api/v1/employer/jobs/{id}',
  params: one,
  reply: done,
  errors: ['not_found', 'job_changed'],
});

/** The fields that the job's page lists, and nothing else: no picture and no ID of the person. */
export const employerApplication = jobApplication
  .omit({ person: true })
  .extend({ name: z.string().describe('Name of the applicant.') });
schemaNames.add(employerApplication, { id: 'EmployerApplication' });
export type EmployerApplication = z.output<typeof employerApplication>;

export const listEmployerApplications = endpoint({
  ...own,
  name: 'employer.applications',
  summary: 'List applications for your job',
  description: `Newest first. Deleted ${jobLimits.applicationDays} days after the job closes.`,
  method: 'GET',
  path: '/api/v1/employer/jobs/{id}/applications',
  params: one,
  query: applicationsQuery,
  reply: applicationsPage(employerApplication),
  errors: ['not_found', 'bad_cursor'],
});

export const decideEmployerApplication = endpoint({
  ...own,
  name: 'employer.decide',
  summary: 'Decide on an application',
  description: 'Notifies the applicant, who sees the state and the message.',
  method: 'PUT',
  path: '/api/v1/employer/jobs/{id}/applications/{application}',
  params: one.extend({ application: idText }),
  body: applicationDecision,
  reply: employerApplication,
  errors: ['not_found'],
});
