import { approvalKinds as listed } from '../lists/approval-kinds.ts';

/* Lists of approvals. No zod here: the browser imports these at run time. */

/** Kinds of submissions; each feature lists its own (`<feature>/approval-kinds.ts`). While there are none, the web app shows nothing of approvals. */
export const approvalKinds: readonly string[] = listed;
export type ApprovalKindName = (typeof listed)[number];

/** Where a submission stands. The last three are ends: what is submitted again afterwards is a new submission. */
export const submissionStates = [
  'draft',
  'submitted',
  'changes_requested',
  'approved',
  'denied',
  'withdrawn',
] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** What a reviewer can decide; the last two want a reason. */
export const decisions = ['approve', 'request_changes', 'deny'] as const;
export type Decision = (typeof decisions)[number];

/** What happens to a submission. */
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

/** Who reviews a step: chosen people, an office of the school, or whoever has a position in the club it is about. */
export const reviewerKinds = ['people', 'role', 'position'] as const;
export type ReviewerKind = (typeof reviewerKinds)[number];

/** Lists of submissions. */
export const submissionLists = ['waiting', 'open', 'decided'] as const;
export type SubmissionList = (typeof submissionLists)[number];

/** Characters of reasons, comments and names, steps of a process, people of a step, days between reminders. */
export const approvalLimits = {
  /** Days that something waits before whoever submitted it can remind its reviewers, and between two times. */
  remindDays: 3,
  text: 2_000,
  stepName: 60,
  steps: 12,
  people: 20,
  reminderDays: 90,
} as const;
