import { z } from 'zod';
import { submission } from '../approvals/endpoints.ts';
import { clientId } from '../chat/ids.ts';
import { webAddress } from '../clubs/limits.ts';
import { endpoint } from '../endpoint.ts';
import { formAnswers, formDefinition } from '../forms/definition.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import {
  applicationStates,
  jobKinds,
  jobLimits as limits,
  jobLists,
  jobStates,
  payPeriods,
} from './limits.ts';

const idText = z.string().max(40);
const id = z.strictObject({ id: idText });
const count = z.number().int();
const time = z.iso.datetime({ offset: true });
const day = z.iso.date();
const signedIn = { access: 'member', credential: 'bearer' } as const;
/** Permission in the club. For jobs of the school, `jobs.manage_all` at the school. */
const manager = { ...signedIn, inClub: 'jobs.manage' } as const;
const done = z.object({ ok: z.literal(true) });

const amount = z.strictObject({
  amount: z.number().int().min(0).max(limits.amount).describe('In minor units of the currency.'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Use a currency such as USD.'),
});
const payInput = z.strictObject({
  min: amount,
  max: amount.optional().describe('Highest pay, in the same currency. If omitted, `min` applies.'),
  per: z.enum(payPeriods),
});

const money = z.object({ amount: count, currency: z.string() });
export const jobPay = z.object({
  min: money,
  max: money.nullable().describe('Highest pay, or null if `min` applies.'),
  per: z.enum(payPeriods),
});
schemaNames.add(jobPay, { id: 'JobPay' });
export type JobPay = z.output<typeof jobPay>;

export const jobItem = z.object({
  id: z.string(),
  title: z.string(),
  club: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Club that posted it. Null for jobs of the school and of employers.'),
  employer: z.string().describe('Name of the employer or department. Empty for jobs of clubs.'),
  kind: z.enum(jobKinds),
  pay: jobPay.nullable().describe('Null if it isn’t stated.'),
  place: z.string().describe('Location.'),
  hours: z.string().describe('Hours in the poster’s words, such as “8 hours a week”.'),
  closesAt: z.string(),
  postedAt: z.string().nullable().describe('Time when it opened first, or null.'),
  state: z.enum(jobStates),
  isHidden: z.boolean().describe('True if moderators hid it.'),
  isSaved: z.boolean(),
  hasApplied: z.boolean(),
  can: z.object({
    manage: z.boolean(),
    apply: z.boolean().describe('True if the caller can apply here and hasn’t applied yet.'),
  }),
});
schemaNames.add(jobItem, { id: 'JobSummary' });
export type JobItem = z.output<typeof jobItem>;

const ownApplication = z.object({
  state: z.enum(applicationStates),
  note: z.string(),
  answers: formAnswers,
  files: z.array(uploadedFile),
  answerFiles: z.array(uploadedFile).describe('Files that `answers` refer to.'),
  sentAt: z.string(),
  message: z.string().describe('Message of the poster with the decision, or empty.'),
  canChange: z.boolean(),
});

/** A job as one person sees it. */
export const job = z.object({
  ...jobItem.shape,
  description: z.string(),
  requirements: z.string(),
  startsOn: z.string().nullable().describe('First day, or null if it is flexible.'),
  endsOn: z.string().nullable().describe('Last day, or null.'),
  apply: z.enum(['here', 'link']),
  url: z.string().nullable().describe('Address to apply at. Null unless `apply` is `link`.'),
  asksFiles: z.boolean().describe('True if applicants can add files, such as a résumé.'),
  questions: z
    .object({
      revision: wholeNumber.describe('Revision of the questions. Send it with the answers.'),
      definition: formDefinition,
    })
    .nullable()
    .describe('Questions for applicants, or null.'),
  checkedAt: z
    .string()
    .nullable()
    .describe('Time when the school checked it and let it open, or null.'),
  employerWebsite: z
    .string()
    .nullable()
    .describe(
      'Website of the employer, if it posted the job with its own account. Null for other jobs.',
    ),
  isOwnClub: z.boolean().describe('True if the caller is a member of the club that posted it.'),
  application: ownApplication.nullable().describe('The caller’s application, or null.'),
  applicants: count.nullable().describe('Number of applications. Null unless the caller manages.'),
  submission: submission
    .nullable()
    .describe('Newest approval of the job. Null for everyone who can’t see it.'),
  can: jobItem.shape.can.extend({
    edit: z.boolean(),
    submit: z.boolean(),
    close: z.boolean(),
    remove: z.boolean(),
  }),
  version: wholeNumber,
});
schemaNames.add(job, { id: 'Job' });
export type Job = z.output<typeof job>;

/** The fields that a job’s author writes. The author can also be an employer. */
export const jobSettings = {
  title: text().min(1).max(limits.title),
  kind: z.enum(jobKinds),
  description: text().min(1).max(limits.description),
  requirements: text().max(limits.requirements).optional(),
  closesAt: time.describe('RFC 3339, in the future.'),
  pay: payInput.nullable().optional(),
  place: text().max(limits.place).optional(),
  hours: text().max(limits.hours).optional(),
  startsOn: day.nullable().optional(),
  endsOn: day.nullable().optional(),
  apply: z.enum(['here', 'link']),
  url: z
    .string()
    .max(limits.url)
    .regex(webAddress, 'Enter an address that starts with https://.')
    .nullable()
    .optional()
    .describe('Required if `apply` is `link`.'),
  asksFiles: z.boolean().optional(),
  questions: formDefinition.optional().describe('Questions for applicants who apply here.'),
};
const employer = text()
  .max(limits.employer)
  .optional()
  .describe('Name of the employer or department. Only for jobs without a club.');

export const needsUrl = { path: ['url'], message: 'Enter an address that starts with https://.' };

export const listJobs = endpoint({
  ...signedIn,
  name: 'jobs.list',
  summary: 'List jobs',
  description:
    'Newest first. `all` returns open jobs and those that the caller manages, `open` only jobs that accept applications, `saved` and `applied` the caller’s, and `managed` all jobs that the caller manages. `search` finds the beginnings of words in the title, club, employer and location.',
  method: 'GET',
  path: '/api/v1/jobs',
  scope: 'read',
  query: cursorQuery.extend({
    list: z.enum(jobLists).default('all'),
    search: z.string().max(limits.search).optional(),
    kind: z.enum(jobKinds).optional(),
    club: idText.optional(),
    isPaid: z.stringbool().optional(),
    closesWithin: z.coerce
      .number()
      .int()
      .min(1)
      .max(limits.closesWithin)
      .optional()
      .describe('Only jobs that close within this number of days.'),
  }),
  reply: pageOf(jobItem).extend({
    total: count.describe('Number of jobs in the list, counted up to 1,000.'),
    can: z.object({
      create: z
        .boolean()
        .describe(
          'True if the caller can post jobs of `club` or, without `club`, of any club or the school.',
        ),
      createForSchool: z.boolean(),
    }),
    clubs: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('Clubs for which the caller can post jobs.'),
    currency: z.string().describe('The school’s currency.'),
  }),
  errors: ['bad_cursor'],
});

export const getJob = endpoint({
  ...signedIn,
  name: 'jobs.get',
  summary: 'Get a job',
  description: 'Drafts and jobs in approval are visible to those who manage or review them.',
  method: 'GET',
  path: '/api/v1/jobs/{id}',
  scope: 'read',
  params: id,
  reply: job,
  errors: ['not_found'],
});

export const jobSettingsErrors = [
  'not_found',
  'forbidden',
  'club_inactive',
  'job_closing',
  'job_pay',
  'job_dates',
  'form_incomplete',
  'form_ids_repeated',
  'form_condition_forward',
  'form_condition_unknown',
  'form_range',
] as const;

export const jobChangeErrors = [
  ...jobSettingsErrors,
  'job_changed',
  'job_closed',
  'form_kind_changed',
  'submission_changed',
  'invalid_input',
] as const;

export const createJob = endpoint({
  ...manager,
  name: 'jobs.create',
  summary: 'Post a job',
  description:
    'With `jobs.manage_all`, it opens immediately. Otherwise, it waits for approval. With `isDraft`, it does neither. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/jobs',
  body: z
    .strictObject({
      clientId,
      club: idText.nullable().optional().describe('Null or omitted for the school.'),
      employer,
      isDraft: z.boolean().optional(),
      ...jobSettings,
    })
    .refine(({ apply, url }) => apply === 'here' || typeof url === 'string', needsUrl),
  reply: job,
  errors: [...jobSettingsErrors, 'too_many_jobs'],
});

export const updateJob = endpoint({
  ...manager,
  name: 'jobs.update',
  summary: 'Update a job',
  description:
    'Send only the fields to change, with the `version` you read. Without `jobs.manage_all`, a change of an open job returns it to approval, except a change of `closesAt`. Reviewers of a waiting job are notified of the change.',
  method: 'PATCH',
  path: '/api/v1/jobs/{id}',
  params: id,
  body: z
    .strictObject({ employer, ...jobSettings })
    .partial()
    .extend({ version: wholeNumber.describe('Version you read.') }),
  reply: job,
  errors: [...jobChangeErrors],
});

export const submitJob = endpoint({
  ...manager,
  name: 'jobs.submit',
  summary: 'Submit a draft job',
  description: 'With `jobs.manage_all`, it opens immediately. Otherwise, it waits for approval.',
  method: 'POST',
  path: '/api/v1/jobs/{id}/submission',
  params: id,
  reply: job,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'job_closing',
    'job_changed',
    'employer_suspended',
    'job_hidden',
  ],
});

export const closeJob = endpoint({
  ...manager,
  name: 'jobs.close',
  summary: 'Close a job',
  description: `Ends applications now. Applications are deleted ${limits.applicationDays} days later. Idempotent.`,
  method: 'POST',
  path: '/api/v1/jobs/{id}/closing',
  params: id,
  reply: job,
  errors: ['not_found', 'forbidden', 'job_changed'],
});

export const deleteJob = endpoint({
  ...manager,
  name: 'jobs.delete',
  summary: 'Delete a job',
  description: 'Also deletes all applications.',
  method: 'DELETE',
  path: '/api/v1/jobs/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const saveJob = endpoint({
  ...signedIn,
  name: 'jobs.save',
  summary: 'Save a job',
  description: 'Only the caller sees it. Idempotent.',
  method: 'PUT',
  path: '/api/v1/jobs/{id}/saved',
  scope: 'write',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const unsaveJob = endpoint({
  ...signedIn,
  name: 'jobs.unsave',
  summary: 'Remove a saved job',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/jobs/{id}/saved',
  scope: 'write',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const applyForJob = endpoint({
  ...signedIn,
  name: 'jobs.apply',
  summary: 'Apply for a job',
  description:
    'Sends or replaces the caller’s application. The people who manage the job see the name, email address, note, answers and files. Can be changed until they decide. Idempotent.',
  method: 'PUT',
  path: '/api/v1/jobs/{id}/application',
  params: id,
  body: z.strictObject({
    note: text().max(limits.note).optional(),
    answers: formAnswers.optional(),
    revision: wholeNumber
      .optional()
      .describe('Revision of the questions you read. Fails if the questions have changed.'),
    files: z.array(idText).max(limits.files).optional().describe('IDs of the caller’s uploads.'),
  }),
  reply: z.object({ state: z.enum(applicationStates), job }),
  errors: [
    'not_found',
    'job_closed',
    'job_by_link',
    'job_application_decided',
    'form_revised',
    'form_answers_invalid',
    'invalid_input',
  ],
});

export const withdrawJobApplication = endpoint({
  ...signedIn,
  name: 'jobs.withdraw',
  summary: 'Withdraw your application',
  description: 'Deletes it with its answers and files. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/jobs/{id}/application',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const jobApplication = z.object({
  id: z.string(),
  person: face,
  email: z.string().nullable(),
  state: z.enum(applicationStates),
  sentAt: z.string(),
  note: z.string(),
  questions: z
    .array(z.object({ id: z.string(), title: z.string(), kind: z.string(), answer: z.string() }))
    .describe('Answers, with the questions at the time of the application.'),
  answerFiles: z.array(uploadedFile).describe('Files in the answers.'),
  files: z.array(uploadedFile),
  message: z.string().describe('Message with the decision, or empty.'),
  decidedAt: z.string().nullable(),
});
schemaNames.add(jobApplication, { id: 'JobApplication' });
export type JobApplication = z.output<typeof jobApplication>;

/** Which applications to list. */
export const applicationsQuery = cursorQuery.extend({
  state: z.enum(applicationStates).optional(),
});

/** Returns the shape of a page of applications. */
export const applicationsPage = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({
    deletedAt: z.string().describe('Time when the applications will be deleted.'),
  });

/** A decision on an application. */
export const applicationDecision = z.strictObject({
  state: z.enum(applicationStates),
  message: text().max(limits.message).optional(),
});

export const listJobApplications = endpoint({
  ...manager,
  name: 'jobs.applications',
  summary: 'List a job’s applications',
  description: `Newest first. For those who manage the job. Deleted ${limits.applicationDays} days after it closes.`,
  method: 'GET',
  path: '/api/v1/jobs/{id}/applications',
  params: id,
  query: applicationsQuery,
  reply: applicationsPage(jobApplication),
  errors: ['not_found', 'bad_cursor'],
});

export const decideJobApplication = endpoint({
  ...manager,
  name: 'jobs.decide',
  summary: 'Decide on an application',
  description: 'Notifies the applicant, who sees the state and the message.',
  method: 'PUT',
  path: '/api/v1/jobs/{id}/applications/{uid}',
  params: id.extend({ uid: idText }),
  body: applicationDecision,
  reply: jobApplication,
  errors: ['not_found'],
});
