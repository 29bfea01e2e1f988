/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  // 498 is what the product text asks for (spec §8); it is no status of RFC 9110.
  lms_grant_ended: {
    status: 498,
    message: 'The connection to {name} has ended. Connect again to see what is new.',
  },
  lms_not_set_up: {
    status: 409,
    message: 'The school hasn’t connected a learning system. Ask its staff.',
  },
  lms_ticket_invalid: {
    status: 400,
    message: 'This sign-on can’t be used here, or took too long. Connect again.',
  },
  course_full: {
    status: 409,
    message: 'A class can have up to {max} of these. Delete old ones first.',
  },
  lms_address: {
    status: 400,
    message: 'Enter the https address of the learning system, such as https://canvas.example.edu.',
  },
  lms_secret_needed: {
    status: 400,
    message: 'Enter the client secret: the address or the client has changed.',
  },
} as const;
