/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  slot_taken: {
    status: 409,
    message: 'Someone else just booked this time. Choose another.',
  },
  slot_unavailable: { status: 409, message: 'This time isn’t available. Choose another.' },
  booking_conflict: {
    status: 409,
    message: 'You already have a meeting at this time. Choose another time.',
  },
  booking_closed: {
    status: 409,
    message: 'This person isn’t taking meetings right now. Try again later.',
  },
  booking_too_late: {
    status: 409,
    message: 'It’s too late to change this meeting. Message the other person instead.',
  },
  booking_canceled: { status: 409, message: 'This meeting was canceled.' },
  booking_answers: { status: 400, message: 'Answer the required questions.' },
  booking_offer_changed: {
    status: 409,
    message: 'You changed your hours in another window. Reload the page.',
  },
  booking_hours: {
    status: 400,
    message: 'Some hours overlap, or end before they start. Correct them first.',
  },
  booking_kind_unknown: {
    status: 404,
    message: 'This meeting type is no longer available. Choose another one.',
  },
  booking_office_changed: {
    status: 409,
    message: 'Someone else just changed this office. Reload the page.',
  },
  too_many_offices: {
    status: 409,
    message: 'A school can have up to {max} offices. Delete one first.',
  },
} as const;
