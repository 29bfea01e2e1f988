/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  event_email_no_statuses: {
    status: 422,
    message: 'Choose at least one status, or all attendees.',
  },
  too_many_event_emails: {
    status: 409,
    message: 'An event can have up to {max} unsent emails. Send or delete one first.',
  },
} as const;
