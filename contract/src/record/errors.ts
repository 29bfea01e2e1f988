/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  record_entry_changed: {
    status: 409,
    message:
      'This experience has changed since you opened it. Reload the page, then edit it again.',
  },
  record_entry_fixed: {
    status: 409,
    message: 'This experience can’t be changed right now. Withdraw the request first.',
  },
  record_entry_source: {
    status: 409,
    message: 'This comes from your school’s data, so you can’t edit or delete it.',
  },
  record_dates: {
    status: 422,
    message: 'The end must be on or after the start, and not in the future. Choose another date.',
  },
  too_many_record_entries: {
    status: 409,
    message: 'A record can have up to {max} experiences. Delete one you no longer need.',
  },
  record_kind_unknown: {
    status: 422,
    message: 'This experience type no longer exists. Choose another.',
  },
  record_kind_used: {
    status: 409,
    message: 'Experiences, badges or surveys use this type, so it can’t be deleted.',
  },
  record_setup_changed: {
    status: 409,
    message: 'Someone else just changed this. Reload the page and try again.',
  },
  record_setup_full: {
    status: 409,
    message: 'You’ve reached the limit of {max}. Delete one first.',
  },
  record_name_taken: { status: 409, message: 'This name is already in use. Choose another.' },
  record_document_empty: {
    status: 422,
    message: 'Choose at least one verified experience or badge.',
  },
  too_many_record_documents: {
    status: 409,
    message: 'You can have up to {max} valid documents. Revoke one first.',
  },
  record_signature_unknown: {
    status: 422,
    message: 'Upload your signature as a picture, then choose it.',
  },
  record_document_unknown: {
    status: 404,
    message: 'No document has this code. Check the code and try again.',
  },
} as const;
