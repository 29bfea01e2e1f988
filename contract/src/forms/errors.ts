/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  form_changed: {
    status: 409,
    message: 'Someone else just changed this form. Compare it with yours, then save again.',
  },
  form_ids_repeated: {
    status: 422,
    message: 'Two questions or options have the same ID. Use a different ID for each.',
  },
  form_condition_forward: {
    status: 422,
    message:
      'A condition can only refer to a question that comes earlier. Move the question or change the condition.',
  },
  form_condition_unknown: {
    status: 422,
    message: 'A condition refers to something that isn’t in the form. Change the condition.',
  },
  form_kind_changed: {
    status: 422,
    message:
      'You can’t change the type of a question that has answers. Add a new question instead.',
  },
  form_range: {
    status: 422,
    message: 'The minimum needs to be lower than the maximum.',
  },
  form_times: {
    status: 422,
    message: 'The closing date needs to be in the future and after the opening date.',
  },
  form_incomplete: {
    status: 422,
    message: 'A question is incomplete. Add its text and, for a choice, at least two options.',
  },
  form_anonymous_files: {
    status: 422,
    message:
      'An anonymous form can’t ask for files, because files show who uploaded them. Remove that question.',
  },
  form_anonymous_fixed: {
    status: 409,
    message:
      'You can’t change whether a form is anonymous after publishing it. Create a new form instead.',
  },
  form_anonymous_answered: {
    status: 409,
    message:
      'You can’t change an anonymous form’s questions after someone has responded. Create a new form instead.',
  },
  form_not_open: { status: 409, message: 'This form isn’t open yet. Come back later.' },
  form_closed: {
    status: 409,
    message: 'This form is closed. Contact the host if you’d still like to respond.',
  },
  form_full: {
    status: 409,
    message:
      'This form has reached its response limit. Contact the host if you’d still like to respond.',
  },
  form_answered: { status: 409, message: 'You’ve already responded to this form.' },
  form_revised: {
    status: 409,
    message:
      'The questions changed while you were answering. Check your answers and send them again.',
  },
  form_answers_invalid: {
    status: 422,
    message: 'Some answers aren’t valid. Correct them, then send again.',
  },
  form_draft_anonymous: {
    status: 409,
    message: 'Drafts of anonymous answers stay on your device. Send your answers when you’re done.',
  },
} as const;
