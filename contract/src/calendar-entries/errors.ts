/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  calendar_entry_changed: {
    status: 409,
    message: 'This entry was changed in the meantime. Check the new version and try again.',
  },
  too_many_calendar_entries: {
    status: 409,
    message: 'A calendar can have up to {max} entries of your own. Delete some first.',
  },
  occurrence_required: {
    status: 400,
    message: 'Say which occurrence of the series you mean.',
  },
} as const;
