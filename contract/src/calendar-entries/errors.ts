/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  calendar_entry_changed: {
    status: 409,
    message: 'This event has changed since you opened it. Review the new version and try again.',
  },
  too_many_calendar_entries: {
    status: 409,
    message: 'A calendar can have up to {max} personal events. Delete some first.',
  },
  calendar_entries_too_large: {
    status: 409,
    message: 'Your events from calendar apps use too much space. Delete some first.',
  },
  occurrence_required: {
    status: 400,
    message: 'This event repeats. Choose one of its dates.',
  },
} as const;
