/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  newsletter_changed: {
    status: 409,
    message: 'Someone else just changed this newsletter. Reload the page, then edit it again.',
  },
  newsletter_sent: {
    status: 409,
    message: 'This is already scheduled or sent. Duplicate it to make changes.',
  },
  newsletter_unfinished: {
    status: 409,
    message: 'Add a title and some content first.',
  },
  newsletter_time: {
    status: 400,
    message: 'Choose a time in the future, at most {days} days ahead.',
  },
} as const;
