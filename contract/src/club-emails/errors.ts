/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  club_email_no_tags: { status: 422, message: 'Choose at least one tag, or another audience.' },
  too_many_club_emails: {
    status: 409,
    message: 'A club can have up to {max} unsent emails. Send or delete one first.',
  },
} as const;
