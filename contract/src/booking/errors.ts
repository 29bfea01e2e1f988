/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  slot_taken: {
    status: 409,
    message: 'Someone else has taken this time in the meantime. Choose another one.',
  },
  slot_unavailable: { status: 409, message: 'This time isn’t offered. Choose another one.' },
  booking_clash: { status: 409, message: 'You have booked another meeting at this time.' },
  booking_closed: { status: 409, message: 'This person offers no meetings at the moment.' },
  booking_too_late: {
    status: 409,
    message: 'It’s too late to change this meeting. Write to the other person instead.',
  },
  booking_canceled: { status: 409, message: 'This meeting was canceled.' },
  booking_answers: { status: 400, message: 'Answer the questions that are required.' },
  booking_offer_changed: {
    status: 409,
    message: 'You saved your hours somewhere else in the meantime. Reload the page.',
  },
  booking_hours: {
    status: 400,
    message: 'Hours have to end after they begin, and can’t overlap on one day.',
  },
  booking_kind_unknown: { status: 404, message: 'This kind of meeting is no longer offered.' },
  booking_office_changed: {
    status: 409,
    message: 'Someone else saved this office in the meantime. Reload the page.',
  },
  too_many_offices: { status: 409, message: 'A school can have up to {max} offices.' },
} as const;
