/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  lti_refused: {
    status: 400,
    message: 'The launch isn’t valid ({reason}). Open the link in the LMS again.',
  },
  lti_ticket_invalid: {
    status: 400,
    message: 'This launch was already used or has expired. Open the link in the LMS again.',
  },
  lti_account_taken: {
    status: 409,
    message: 'This account is already connected to another LMS user. Disconnect it first.',
  },
  lti_address: {
    status: 400,
    message:
      'At least one address isn’t an https address, or the server can’t reach it. Enter the addresses shown in the LMS.',
  },
  lti_registered_already: {
    status: 409,
    message: 'An LMS with this issuer and client ID is already registered. Edit that one instead.',
  },
  lti_too_many: {
    status: 409,
    message: 'A school can register up to {max} LMSs. Remove one first.',
  },
  lti_deployments_needed: {
    status: 409,
    message: 'Enter at least one deployment ID before you turn the LMS on.',
  },
  lti_platform_changed: {
    status: 409,
    message: 'Someone else just changed this LMS. Reload the page and try again.',
  },
  lti_not_its_teacher: {
    status: 403,
    message: 'Only someone who teaches this course, here and in the LMS, can connect the two.',
  },
  lti_section_taken: {
    status: 409,
    message:
      'This course is already connected to another course in the same LMS. Disconnect it first.',
  },
  lti_link_refused: {
    status: 409,
    message: 'The LMS doesn’t accept links here. Start again from a page that does.',
  },
} as const;
