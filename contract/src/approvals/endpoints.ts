import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import {
  approvalLimits as limits,
  decisions,
  entryKinds,
  reviewerKinds,
  submissionLists,
  submissionStates,
} from './kinds.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const staff = { access: 'staff', permission: 'approvals.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const version = wholeNumber.describe('Number of changes so far. Send the one you read.');
const text = textField().max(limits.text);
const kind = z.string().min(1).max(40).describe('Type of submission, as named by its feature.');

const common = {
  id: z.string(),
  kind,
  title: z.string(),
  link: z.string().nullable().describe('URL in the web app, or null if it’s gone.'),
  club: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Club that the submission is about, or null.'),
  submitter: face
    .nullable()
    .describe('Submitter, or null if their account was deleted or `submitterName` is set.'),
  submitterName: z
    .string()
    .nullable()
    .describe('Name of the employer that submitted it. Null for people of the school.'),
  state: z.enum(submissionStates),
  step: z
    .object({
      place: z.int().describe('Position of the step. The first step is 0.'),
      name: z.string(),
      count: z.int().describe('Number of steps.'),
    })
    .nullable()
    .describe(
      'Current step, or the step that requested changes. The name is empty if the process has no steps.',
    ),
  submittedAt: z.iso.datetime().nullable().describe('Time of the submission, or null for a draft.'),
  waitingSince: z.iso
    .datetime()
    .nullable()
    .describe('Start of the current step’s wait, or null if none is waiting.'),
  endedAt: z.iso.datetime().nullable().describe('Time when it ended, or null.'),
};

export const submissionRow = z.object({
  ...common,
  can: z.object({ decide: z.boolean() }),
});
schemaNames.add(submissionRow, { id: 'SubmissionSummary' });
export type SubmissionRow = z.output<typeof submissionRow>;

/** Reviewers of a step, for everyone who can see the submission. */
export const stageReviewers = z.object({
  people: z.array(face).describe('People chosen as reviewers.'),
  roles: z.array(z.string()).describe('Names of school roles and of positions in the club.'),
  managers: z.boolean().describe('True if everyone who manages approvals reviews the step.'),
});
schemaNames.add(stageReviewers, { id: 'StepReviewers' });

export const submission = z.object({
  ...common,
  version,
  fields: z
    .array(
      z.object({
        key: z.string().nullable().describe('Key of a label that the product translates, or null.'),
        label: z.string(),
        value: z.string().describe('Text, or a word that the product translates by the key.'),
        before: z.string().nullable().describe('Previous value, or null if none is stored.'),
      }),
    )
    .describe('Fields as submitted.'),
  stages: z
    .array(
      z.object({
        place: z.int().describe('Position of the step. The first step is 0.'),
        name: z.string(),
        state: z.enum(['ahead', 'waiting', 'approved', 'changes_requested', 'denied']),
        reviewers: stageReviewers,
        decidedAt: z.iso.datetime().nullable().describe('Time of the decision, or null.'),
        decidedBy: face.nullable().describe('Reviewer who decided, or null.'),
      }),
    )
    .describe('Steps at the time of submission, in order.'),
  entries: z
    .array(
      z.object({
        number: z.int().describe('Number of the entry.'),
        kind: z.enum(entryKinds),
        step: z.string().nullable().describe('Name of the step that decided, or null.'),
        author: face
          .nullable()
          .describe(
            'Person who acted, or null if their account was deleted or `authorName` is set.',
          ),
        authorName: z
          .string()
          .nullable()
          .describe('Name of the employer that acted. Null for people of the school.'),
        text: z.string(),
        at: z.iso.datetime(),
      }),
    )
    .describe('Activity on the submission, oldest first.'),
  can: z.object({
    decide: z.boolean(),
    comment: z.boolean(),
    withdraw: z.boolean(),
    resubmit: z.boolean(),
    remind: z.boolean().describe('True if the caller can remind the reviewers now.'),
  }),
});
schemaNames.add(submission, { id: 'Submission' });
export type Submission = z.output<typeof submission>;

export const listSubmissions = endpoint({
  ...signedIn,
  name: 'approvals.list',
  summary: 'List submissions to review',
  description:
    '`waiting` returns submissions waiting for the caller. `open` returns all undecided submissions that the caller reviews at any step. Both are sorted by longest wait first. `decided` returns ended submissions, latest first. People who manage approvals see all of the school’s submissions in `open` and `decided`.',
  method: 'GET',
  path: '/api/v1/approvals',
  query: cursorQuery.extend({ list: z.enum(submissionLists).default('waiting') }),
  reply: pageOf(submissionRow).extend({
    waiting: z.int().describe('Number of submissions waiting for the caller, counted up to 100.'),
    can: z.object({ manage: z.boolean() }),
  }),
  errors: ['bad_cursor'],
});

export const getSubmission = endpoint({
  ...signedIn,
  name: 'approvals.get',
  summary: 'Get a submission',
  description:
    'Visible to the submitter, anyone acting for them, its reviewers at any step, and people who manage approvals.',
  method: 'GET',
  path: '/api/v1/approvals/{id}',
  params: id,
  reply: submission,
  errors: ['not_found'],
});

export const decideSubmission = endpoint({
  ...signedIn,
  name: 'approvals.decide',
  summary: 'Decide on a submission',
  description:
    'Any one reviewer can decide. `approve` starts the next step or completes the submission. `request_changes` returns it to the submitter, who resubmits it to this same step. `deny` ends it. `request_changes` and `deny` require a reason. You can’t decide on your own submission unless no one else can. Send the `version` you read: if two reviewers decide at the same time, the second request fails.',
  method: 'POST',
  path: '/api/v1/approvals/{id}/decision',
  params: id,
  body: z
    .strictObject({ version, decision: z.enum(decisions), reason: text.default('') })
    .refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
      path: ['reason'],
      message: 'Enter a reason.',
    }),
  reply: submission,
  errors: [
    'not_found',
    'forbidden',
    'submission_changed',
    'own_submission',
    'employer_suspended',
    'job_hidden',
    'job_of_suspended_employer',
  ],
});

export const commentSubmission = endpoint({
  ...signedIn,
  name: 'approvals.comment',
  summary: 'Comment on a submission',
  description:
    'The submission must not have ended. Everyone who can see the submission can see the comment. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/approvals/{id}/comments',
  params: id,
  body: z.strictObject({ clientId: clientId.optional(), text: text.min(1) }),
  reply: submission,
  errors: ['not_found', 'submission_changed'],
});

export const withdrawSubmission = endpoint({
  ...signedIn,
  name: 'approvals.withdraw',
  summary: 'Withdraw your submission',
  description: 'Ends a submission that has not been decided.',
  method: 'POST',
  path: '/api/v1/approvals/{id}/withdraw',
  params: id,
  body: z.strictObject({ version }),
  reply: submission,
  errors: ['not_found', 'submission_changed'],
});

export const remindReviewers = endpoint({
  ...signedIn,
  name: 'approvals.remind',
  summary: 'Remind reviewers',
  description: `Available to the submitter after a submission has waited ${limits.remindDays} days, at most every ${limits.remindDays} days.`,
  method: 'POST',
  path: '/api/v1/approvals/{id}/reminder',
  params: id,
  reply: submission,
  errors: ['not_found', 'submission_changed', 'reminder_early'],
});

export const resubmitSubmission = endpoint({
  ...signedIn,
  name: 'approvals.resubmit',
  summary: 'Resubmit a submission',
  description: 'Sends your submission to the step that requested changes.',
  method: 'POST',
  path: '/api/v1/approvals/{id}/resubmit',
  params: id,
  body: z.strictObject({ version }),
  reply: submission,
  errors: ['not_found', 'submission_changed'],
});

const named = z.object({ id: z.string(), name: z.string() });

export const approvalProcess = z.object({
  kind,
  name: z.string().describe('Name in English. The web app has its own translations.'),
  isOfClub: z.boolean().describe('True if its submissions can be about a club.'),
  reminderDays: z.int().nullable().describe('Days between reminders, or null if none are sent.'),
  version,
  steps: z
    .array(
      z.object({
        name: z.string(),
        reviewers: z.enum(reviewerKinds),
        people: z.array(face),
        role: named
          .nullable()
          .describe('Role or position. Null for chosen people, and if it was deleted.'),
      }),
    )
    .describe('Steps in order. If empty, the people who manage approvals decide.'),
});
schemaNames.add(approvalProcess, { id: 'ApprovalProcess' });
export type ApprovalProcess = z.output<typeof approvalProcess>;

export const listProcesses = endpoint({
  ...staff,
  name: 'approvals.processes',
  summary: 'List approval processes',
  description:
    'Returns the steps for each type of submission, and the roles and positions that can review them.',
  method: 'GET',
  path: '/api/v1/school/approval-processes',
  reply: z.object({
    items: z.array(approvalProcess),
    roles: z.array(named).describe('Roles of the school.'),
    positions: z.array(named).describe('Officer positions in clubs.'),
  }),
});

export const updateProcess = endpoint({
  ...staff,
  name: 'approvals.process-update',
  summary: 'Replace the steps of an approval process',
  description: 'Existing submissions keep their steps.',
  method: 'PUT',
  path: '/api/v1/school/approval-processes/{kind}',
  params: z.strictObject({ kind }),
  body: z.strictObject({
    version: wholeNumber.describe('Version you read, or 0 before the first change.'),
    reminderDays: z
      .int()
      .min(1)
      .max(limits.reminderDays)
      .nullable()
      .describe('Days between reminders, or null for none.'),
    steps: z
      .array(
        z
          .strictObject({
            name: textField().min(1).max(limits.stepName),
            reviewers: z.enum(reviewerKinds),
            people: z
              .array(z.string().max(40))
              .max(limits.people)
              .default([])
              .describe('User IDs of the reviewers.'),
            role: z
              .string()
              .max(40)
              .nullable()
              .default(null)
              .describe('ID of a role or position, or null for chosen people.'),
          })
          .refine(
            ({ reviewers, people, role }) =>
              reviewers === 'people' ? people.length > 0 && role === null : role !== null,
            { path: ['people'], message: 'Choose the reviewers.' },
          ),
      )
      .max(limits.steps),
  }),
  reply: approvalProcess,
  errors: ['not_found', 'approval_process_changed', 'approval_reviewers_unknown'],
});
