/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  newsletter_changed: {
    status: 409,
    message: 'Someone else just changed this newsletter. Reload it, then try again.',
  },
  newsletter_sent: {
    status: 409,
    message: 'This newsletter is scheduled or sent and can’t be changed.',
  },
  newsletter_unfinished: {
    status: 409,
    message: 'A newsletter needs a title and some content before it’s sent.',
  },
  newsletter_time: {
    status: 400,
    message: 'Choose a time in the future, at most {days} days ahead.',
  },
} as const;
