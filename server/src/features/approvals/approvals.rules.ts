import type { Decision, SubmissionState } from '#contract/approvals/kinds.ts';
import type { Submission } from '#contract/approvals/endpoints.ts';
import type { WholeSubmission } from './approvals.queries.ts';

/** A person's relationship to a submission. */
export interface Part {
  /** True for the submitter, and for people who act for them. */
  readonly isSubmitter: boolean;
  /** True for reviewers of any step, and for approval managers. */
  readonly isReviewer: boolean;
}

export const isOpen = (state: SubmissionState): boolean =>
  state === 'submitted' || state === 'changes_requested';

export const canOf = (
  row: Pick<WholeSubmission, 'state' | 'may_decide' | 'may_remind'>,
  { isSubmitter }: Part,
): Submission['can'] => ({
  decide: row.may_decide,
  comment: isOpen(row.state),
  withdraw: isSubmitter && isOpen(row.state),
  resubmit: isSubmitter && row.state === 'changes_requested',
  remind: isSubmitter && row.may_remind,
});

/** Returns the state after a decision on a step, given the submission's steps in order. */
export const nextOf = (
  decision: Decision,
  step: number,
  places: readonly number[],
): { state: SubmissionState; step: number | null } => {
  if (decision === 'deny') return { state: 'denied', step: null };
  if (decision === 'request_changes') return { state: 'changes_requested', step };
  const next = places.find((place) => place > step);
  return next === undefined
    ? { state: 'approved', step: null }
    : { state: 'submitted', step: next };
};
