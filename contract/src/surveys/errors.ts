/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  survey_not_for_you: { status: 403, message: 'This survey is for other members.' },
  survey_no_tags: { status: 422, message: 'Choose at least one tag, or another audience.' },
  survey_published: {
    status: 409,
    message: 'This survey has been published already. Reload it.',
  },
  too_many_surveys: { status: 409, message: 'A club can have up to {max} surveys.' },
} as const;
