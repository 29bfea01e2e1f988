/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  employer_link_invalid: {
    status: 404,
    message: 'This link has expired or was already used. Request a new one.',
  },
  employer_contact_exists: {
    status: 409,
    message: 'This email address already belongs to a contact. Use another one.',
  },
  employer_suspended: {
    status: 409,
    message: 'This employer is suspended. Restore it first.',
  },
  job_of_suspended_employer: {
    status: 409,
    message:
      'This job’s employer is suspended. Ask someone who manages jobs to restore the employer, or request changes.',
  },
  too_many_employers: {
    status: 409,
    message: 'There can be up to {max} employers.',
  },
  too_many_employer_jobs: {
    status: 409,
    message: 'You can have up to {max} jobs that aren’t closed. Close or delete one first.',
  },
  too_many_employer_contacts: {
    status: 409,
    message: 'An employer can have up to {max} contacts. Delete one first.',
  },
} as const;
