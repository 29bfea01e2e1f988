import { approvalKinds as listed } from '../lists/approval-kinds.ts';

/* Lists for approvals. This file doesn't import zod because the browser uses it at run time. */

/**
 * Types of submissions. Each feature lists its own (`<feature>/approval-kinds.ts`). If there are none, the web app hides
 * approvals.
 */
export const approvalKinds: readonly string[] = listed;
export type ApprovalKindName = (typeof listed)[number];

/** States of a submission. The last three are final: a later submission is a new one. */
export const submissionStates = [
  'draft',
  'submitted',
  'changes_requested',
  'approved',
  'denied',
  'withdrawn',
] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** Decisions of a reviewer. The last two require a reason. */
export const decisions = ['approve', 'request_changes', 'deny'] as const;
export type Decision = (typeof decisions)[number];

export const entryKinds = [
  'submitted',
  'resubmitted',
  'approved',
  'changes_requested',
  'denied',
  'withdrawn',
  'comment',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Reviewers of a step: chosen people, a role of the school, or a position in the club that the submission is about. */
export const reviewerKinds = ['people', 'role', 'position'] as const;
export type ReviewerKind = (typeof reviewerKinds)[number];

export const submissionLists = ['waiting', 'open', 'decided'] as const;
export type SubmissionList = (typeof submissionLists)[number];

/** Limits: characters of reasons, comments and names, steps of a process, people of a step, and days between reminders. */
export const approvalLimits = {
  /** Days until the submitter can remind the reviewers, and days between two reminders. */
  remindDays: 3,
  text: 2_000,
  stepName: 60,
  steps: 12,
  people: 20,
  reminderDays: 90,
} as const;
