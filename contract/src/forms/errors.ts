/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  form_changed: {
    status: 409,
    message: 'Someone else just changed this form. Reload it, then edit it again.',
  },
  form_ids_repeated: {
    status: 422,
    message: 'Two questions or options have the same ID. Use a different ID for each.',
  },
  form_condition_forward: {
    status: 422,
    message: 'A condition can only refer to an earlier question. Choose another question.',
  },
  form_condition_unknown: {
    status: 422,
    message: 'A condition refers to something that isn’t in the form. Change the condition.',
  },
  form_kind_changed: {
    status: 422,
    message:
      'This question already has answers, so you can’t change its type. Create a new question.',
  },
  form_range: {
    status: 422,
    message: 'The lowest value must be below the highest. Change one of them.',
  },
  form_times: {
    status: 422,
    message: 'The form must close after it opens. Choose a later closing time.',
  },
  form_incomplete: {
    status: 422,
    message: 'A question is incomplete. Add a title, and at least two options to a choice.',
  },
  form_anonymous_files: {
    status: 422,
    message:
      'An anonymous form can’t ask for files, because a file has an owner. Remove the question.',
  },
  form_anonymous_fixed: {
    status: 409,
    message: 'This form was already published, so you can’t change whether it’s anonymous.',
  },
  form_anonymous_answered: {
    status: 409,
    message: 'Someone has responded to this anonymous form, so you can’t change its questions.',
  },
  form_not_open: { status: 409, message: 'This form isn’t open yet. Try again later.' },
  form_closed: { status: 409, message: 'This form is closed.' },
  form_full: { status: 409, message: 'This form has reached its response limit.' },
  form_answered: { status: 409, message: 'You’ve already responded to this form.' },
  form_revised: {
    status: 409,
    message: 'The questions changed while you were answering. Check your answers and send again.',
  },
  form_answers_invalid: {
    status: 422,
    message: 'Some answers aren’t valid. Correct them, then send again.',
  },
  form_draft_anonymous: {
    status: 409,
    message: 'The server doesn’t store drafts of anonymous responses. Keep them on your device.',
  },
} as const;
