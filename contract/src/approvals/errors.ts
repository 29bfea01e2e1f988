/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  submission_changed: {
    status: 409,
    message: 'Someone else just changed this submission. Copy your text, then reload the page.',
  },
  submission_open: {
    status: 409,
    message: 'This submission is already waiting for a decision. You can edit it after that.',
  },
  reminder_early: {
    status: 409,
    message: 'You can remind reviewers every 3 days. Try again later.',
  },
  own_submission: {
    status: 403,
    message: 'You can’t review your own submission. Ask someone else to review it.',
  },
  approval_process_changed: {
    status: 409,
    message: 'Someone else just changed these steps. Reload the page and try again.',
  },
  approval_reviewers_unknown: {
    status: 422,
    message: 'The reviewers of “{step}” no longer exist. Choose others.',
  },
} as const;
