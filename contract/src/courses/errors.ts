/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  // Product text §8 requires 498, which isn't a status of RFC 9110.
  lms_grant_ended: {
    status: 498,
    message: 'The connection to {name} has ended. Connect again to see new content.',
  },
  lms_not_set_up: {
    status: 409,
    message: 'Your school hasn’t connected an LMS. Contact an admin.',
  },
  lms_ticket_invalid: {
    status: 400,
    message: 'This sign-in expired, or you started it in another browser. Connect again.',
  },
  course_full: {
    status: 409,
    message:
      'This course has reached the limit of {max} announcements or links. Delete an old one first.',
  },
  lms_address: {
    status: 400,
    message: 'Enter your LMS address, such as https://canvas.example.edu.',
  },
  lms_secret_needed: {
    status: 400,
    message: 'Enter the client secret again, because the address or client ID changed.',
  },
} as const;
