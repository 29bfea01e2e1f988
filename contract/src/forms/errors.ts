/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  form_changed: {
    status: 409,
    message: 'Someone else just changed this form. Reload it, then edit it again.',
  },
  form_ids_repeated: { status: 422, message: 'Two questions or options have the same id.' },
  form_condition_forward: {
    status: 422,
    message: 'A condition can only refer to a question that comes earlier.',
  },
  form_condition_unknown: {
    status: 422,
    message: 'A condition refers to something that isn’t in the form.',
  },
  form_kind_changed: {
    status: 422,
    message: 'A question with answers can’t change its type. Create a new question.',
  },
  form_range: { status: 422, message: 'The lowest value has to be below the highest.' },
  form_times: { status: 422, message: 'The form has to close after it opens.' },
  form_incomplete: {
    status: 422,
    message: 'A question isn’t finished. It needs a title, and a choice needs two options.',
  },
  form_anonymous_files: {
    status: 422,
    message: 'An anonymous form can’t ask for files, because a file has an owner.',
  },
  form_anonymous_fixed: {
    status: 409,
    message: 'You can’t change if a form is anonymous after publishing it.',
  },
  form_anonymous_answered: {
    status: 409,
    message: 'The questions of an anonymous form can’t change after someone has responded.',
  },
  form_not_open: { status: 409, message: 'This form isn’t open yet.' },
  form_closed: { status: 409, message: 'This form is closed.' },
  form_full: { status: 409, message: 'This form has reached its response limit.' },
  form_answered: { status: 409, message: 'You’ve already responded to this form.' },
  form_revised: {
    status: 409,
    message: 'The questions changed while you were answering. Check your answers and send again.',
  },
  form_answers_invalid: { status: 422, message: 'Some answers need attention.' },
  form_draft_anonymous: {
    status: 409,
    message: 'Drafts of anonymous responses stay on your device.',
  },
} as const;
