/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  newsletter_changed: {
    status: 409,
    message: 'Someone else just changed this newsletter. Reload it, then try again.',
  },
  newsletter_sent: {
    status: 409,
    message: 'This newsletter is scheduled or sent, so you can’t change it.',
  },
  newsletter_unfinished: {
    status: 409,
    message: 'This newsletter needs a title and some content. Add them before you send it.',
  },
  newsletter_time: {
    status: 400,
    message: 'Choose a time in the future, at most {days} days ahead.',
  },
} as const;
