/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  lti_refused: {
    status: 400,
    message: 'The launch can’t be used ({reason}). Open the link in the learning platform again.',
  },
  lti_ticket_invalid: {
    status: 400,
    message:
      'This launch has been used or is too old. Open the link in the learning platform again.',
  },
  lti_account_taken: {
    status: 409,
    message: 'This account is already connected to another user of the learning platform.',
  },
  lti_address: {
    status: 400,
    message:
      'Enter the https addresses that the learning platform shows. One of them isn’t such an address, or can’t be reached from here.',
  },
  lti_registered_already: {
    status: 409,
    message: 'A learning platform with this issuer and client ID is registered already.',
  },
  lti_too_many: {
    status: 409,
    message: 'A school can register up to {max} learning platforms. Remove one first.',
  },
  lti_deployments_needed: {
    status: 409,
    message: 'Enter at least one deployment ID before you turn the platform on.',
  },
  lti_platform_changed: {
    status: 409,
    message: 'This platform has changed in the meantime. Reload the page, then change it again.',
  },
  lti_not_its_teacher: {
    status: 403,
    message:
      'Only who teaches this course, here and in the learning platform, can connect the two.',
  },
  lti_section_taken: {
    status: 409,
    message: 'This class is already connected to another course of the same learning platform.',
  },
  lti_link_refused: {
    status: 409,
    message: 'The learning platform doesn’t take links here. Start again from a place that does.',
  },
} as const;
