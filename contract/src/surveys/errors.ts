/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  survey_not_for_you: { status: 403, message: 'This survey is for other members of the club.' },
  survey_no_tags: { status: 422, message: 'Choose at least one tag, or another audience.' },
  survey_service_anonymous: {
    status: 422,
    message:
      'An anonymous survey can’t count as service, because no one would know whose hours they are. Turn off one of the two.',
  },
  survey_service_question: {
    status: 422,
    message: 'Choose the hours question again. It needs to be a number question.',
  },
  survey_published: {
    status: 409,
    message: 'This survey has already been published. Reload the page.',
  },
  survey_audience_fixed: {
    status: 409,
    message:
      'You can’t change an anonymous survey’s audience after publishing it. Create a new survey instead.',
  },
  survey_audience_small: {
    status: 422,
    message:
      'An anonymous survey needs an audience of {min} or more people. Choose a larger audience.',
  },
  survey_limit_step: {
    status: 422,
    message:
      'The response limit of an anonymous survey must be a multiple of {step}. Change the limit.',
  },
  survey_reminded: {
    status: 409,
    message: 'A reminder was sent within the last day. Try again later.',
  },
  too_many_surveys: {
    status: 409,
    message: 'A club can have up to {max} surveys. Delete one first.',
  },
} as const;
