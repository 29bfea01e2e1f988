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

const member = { access: 'member', credential: 'bearer' } as const;
const staff = { access: 'staff', permission: 'approvals.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const version = wholeNumber.describe('Counts its changes: the one that was read');
const text = textField().max(limits.text);
const kind = z.string().min(1).max(40).describe('As the feature that it comes from names it');

const common = {
  id: z.string(),
  kind,
  title: z.string(),
  link: z.string().nullable().describe('Where it stands in the web app; null: nowhere any more'),
  club: z.object({ id: z.string(), name: z.string() }).nullable().describe('Which it is about'),
  submitter: face.nullable().describe('null: their account was erased'),
  state: z.enum(submissionStates),
  step: z
    .object({ place: z.int(), name: z.string(), count: z.int() })
    .nullable()
    .describe(
      'The step that decides, or that asked for changes. Empty name: the process has no steps',
    ),
  submittedAt: z.iso.datetime().nullable(),
  waitingSince: z.iso.datetime().nullable().describe('Since when its step waits; null: no more'),
  endedAt: z.iso.datetime().nullable(),
};

/** A submission in a list. */
export const submissionRow = z.object({
  ...common,
  can: z.object({ decide: z.boolean() }),
});
export type SubmissionRow = z.output<typeof submissionRow>;

/** Who reviews a step, as those see it who see the submission. */
export const stageReviewers = z.object({
  people: z.array(face).describe('Chosen people'),
  roles: z.array(z.string()).describe('Names of offices and of positions in the club'),
  managers: z.boolean().describe('Whoever manages approvals'),
});

export const submission = z.object({
  ...common,
  version,
  fields: z
    .array(
      z.object({
        key: z.string().nullable().describe('Of a label that the product translates'),
        label: z.string(),
        value: z.string().describe('Text, or a word that the product translates, of its key'),
        before: z.string().nullable().describe('What it replaces; null: nothing that is kept'),
      }),
    )
    .describe('What was submitted, as it stood then'),
  stages: z
    .array(
      z.object({
        place: z.int(),
        name: z.string(),
        state: z.enum(['ahead', 'waiting', 'approved', 'changes_requested', 'denied']),
        reviewers: stageReviewers,
        decidedAt: z.iso.datetime().nullable(),
        decidedBy: face.nullable(),
      }),
    )
    .describe('Its steps as they were when it was submitted, in order'),
  entries: z
    .array(
      z.object({
        number: z.int(),
        kind: z.enum(entryKinds),
        step: z.string().nullable().describe('Name of the step that decided'),
        author: face.nullable(),
        text: z.string(),
        at: z.iso.datetime(),
      }),
    )
    .describe('What happened to it, oldest first'),
  can: z.object({
    decide: z.boolean(),
    comment: z.boolean(),
    withdraw: z.boolean(),
    resubmit: z.boolean(),
    remind: z.boolean().describe('Remind the reviewers now'),
  }),
});
export type Submission = z.output<typeof submission>;

export const listSubmissions = endpoint({
  ...member,
  name: 'approvals.list',
  summary:
    'Submissions for reviewers. `waiting`: those that wait for the caller. `open`: all undecided ones the caller reviews at any step. Both begin with the longest wait. `decided`: those that have ended, the last first. Whoever manages approvals sees all of the school in the last two.',
  method: 'GET',
  path: '/api/v1/approvals',
  query: cursorQuery.extend({ list: z.enum(submissionLists).default('waiting') }),
  reply: pageOf(submissionRow).extend({
    waiting: z.int().describe('How many wait for the caller, counted up to 100'),
    can: z.object({ manage: z.boolean() }),
  }),
  errors: ['bad_cursor'],
});

export const getSubmission = endpoint({
  ...member,
  name: 'approvals.get',
  summary:
    'A submission, for who submitted it or acts for them, its reviewers at any step, and those who manage approvals.',
  method: 'GET',
  path: '/api/v1/approvals/{id}',
  params: id,
  reply: submission,
  errors: ['not_found'],
});

export const decideSubmission = endpoint({
  ...member,
  name: 'approvals.decide',
  summary:
    'Decide the step of a submission that waits. One reviewer is enough. Approving leads to the next step, or ends it; `request_changes` gives it back until it is submitted again, to this same step; `deny` ends it. The last two need a reason. Nobody decides on their own submission while anyone else can. `version` is the one that was read: of two reviewers at once the second is refused.',
  method: 'POST',
  path: '/api/v1/approvals/{id}/decision',
  params: id,
  body: z
    .strictObject({ version, decision: z.enum(decisions), reason: text.default('') })
    .refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
      path: ['reason'],
      message: 'give a reason',
    }),
  reply: submission,
  errors: ['not_found', 'forbidden', 'submission_changed', 'own_submission'],
});

export const commentSubmission = endpoint({
  ...member,
  name: 'approvals.comment',
  summary:
    'Add a comment to a submission that has not ended. All who see the submission read it. A repeated `clientId` adds nothing.',
  method: 'POST',
  path: '/api/v1/approvals/{id}/comments',
  params: id,
  body: z.strictObject({ clientId: clientId.optional(), text: text.min(1) }),
  reply: submission,
  errors: ['not_found', 'submission_changed'],
});

export const withdrawSubmission = endpoint({
  ...member,
  name: 'approvals.withdraw',
  summary: 'Withdraw an own submission that has not been decided. It ends.',
  method: 'POST',
  path: '/api/v1/approvals/{id}/withdraw',
  params: id,
  body: z.strictObject({ version }),
  reply: submission,
  errors: ['not_found', 'submission_changed'],
});

export const remindReviewers = endpoint({
  ...member,
  name: 'approvals.remind',
  summary: `Remind the reviewers of an own submission that has waited ${limits.remindDays} days, at most once in as many days.`,
  method: 'POST',
  path: '/api/v1/approvals/{id}/reminder',
  params: id,
  reply: submission,
  errors: ['not_found', 'submission_changed', 'reminder_early'],
});

export const resubmitSubmission = endpoint({
  ...member,
  name: 'approvals.resubmit',
  summary:
    'Submit an own submission again after changes were requested. It goes to the step that asked for them.',
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
  name: z.string().describe('In English; the web app has its own words'),
  isOfClub: z.boolean().describe('Its submissions can be about a club'),
  reminderDays: z.int().nullable().describe('Days between reminders; null: none are sent'),
  version,
  steps: z
    .array(
      z.object({
        name: z.string(),
        reviewers: z.enum(reviewerKinds),
        people: z.array(face),
        role: named.nullable().describe('An office or position; null where it was deleted'),
      }),
    )
    .describe('In order. None: whoever manages approvals decides'),
});
export type ApprovalProcess = z.output<typeof approvalProcess>;

export const listProcesses = endpoint({
  ...staff,
  name: 'approvals.processes',
  summary:
    'The steps of each kind of submission, with the offices and positions that can review them.',
  method: 'GET',
  path: '/api/v1/school/approval-processes',
  reply: z.object({
    items: z.array(approvalProcess),
    roles: z.array(named).describe('Offices of the school'),
    positions: z.array(named).describe('Positions of officers in clubs'),
  }),
});

export const updateProcess = endpoint({
  ...staff,
  name: 'approvals.process-update',
  summary:
    'Replace the steps of a kind of submission. What has been submitted keeps the steps it had.',
  method: 'PUT',
  path: '/api/v1/school/approval-processes/{kind}',
  params: z.strictObject({ kind }),
  body: z.strictObject({
    version: wholeNumber.describe('The one that was read; 0 before the first change'),
    reminderDays: z.int().min(1).max(limits.reminderDays).nullable(),
    steps: z
      .array(
        z
          .strictObject({
            name: textField().min(1).max(limits.stepName),
            reviewers: z.enum(reviewerKinds),
            people: z.array(z.string().max(40)).max(limits.people).default([]).describe('uids'),
            role: z.string().max(40).nullable().default(null),
          })
          .refine(
            ({ reviewers, people, role }) =>
              reviewers === 'people' ? people.length > 0 && role === null : role !== null,
            { path: ['people'], message: 'say who reviews it' },
          ),
      )
      .max(limits.steps),
  }),
  reply: approvalProcess,
  errors: ['not_found', 'approval_process_changed', 'approval_reviewers_unknown'],
});
