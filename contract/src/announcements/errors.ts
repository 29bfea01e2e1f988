/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  too_many_announcements: {
    status: 409,
    message: 'A school can have up to {max} announcements. Delete one first.',
  },
  announcement_changed: {
    status: 409,
    message: 'Someone else just changed this announcement. Reload it, then edit it again.',
  },
  announcement_ended: {
    status: 409,
    message: 'This announcement has ended. Create a new one instead.',
  },
  announcement_times: {
    status: 422,
    message: 'The end must be after the start, at most {days} days later. Choose another end.',
  },
} as const;
