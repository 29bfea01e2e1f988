/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  job_closed: { status: 409, message: 'This job doesn’t accept applications anymore.' },
  job_changed: {
    status: 409,
    message: 'Someone else just changed this job. Reload it and try again.',
  },
  job_hidden: {
    status: 409,
    message: 'This job was hidden by moderators, so it can’t open. Ask a moderator to unhide it.',
  },
  job_by_link: {
    status: 409,
    message: 'This employer accepts applications on another website. Open the link to apply.',
  },
  job_closing: { status: 422, message: 'The job must close in the future. Choose a later time.' },
  job_pay: {
    status: 422,
    message: 'The highest pay must use the same currency and be above the lowest. Check the pay.',
  },
  job_dates: { status: 422, message: 'The last day can’t be before the first. Check the dates.' },
  job_application_decided: {
    status: 409,
    message: 'The employer already replied, so this application can’t change anymore.',
  },
  too_many_jobs: {
    status: 409,
    message: 'There can be up to {max} jobs. Delete an old one first.',
  },
  too_many_job_searches: {
    status: 409,
    message: 'You can save up to {max} searches. Delete one first.',
  },
} as const;
