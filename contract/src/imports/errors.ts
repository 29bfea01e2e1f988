/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  import_running: {
    status: 409,
    message: 'Another import is running. Wait for it to finish, or cancel it.',
  },
  import_too_old: {
    status: 409,
    message:
      'You can undo imports for {days} days, and this one is older. Import corrected files instead.',
  },
  import_moved_on: {
    status: 409,
    message: 'This import’s status has changed. Reload it to see the latest.',
  },
  import_too_large: {
    status: 413,
    message: 'An import can have up to {files} files and {max} MB in total. Send fewer files.',
  },
  import_list_unknown: {
    status: 400,
    message:
      'The columns of “{name}” don’t match any list. Rename the file after the list it contains, such as people.csv.',
  },
  import_list_twice: {
    status: 400,
    message: '“{name}” and “{other}” both contain {list}. Send only one of them.',
  },
  disabling_not_confirmed: {
    status: 409,
    message: 'This import would deactivate {people} people. Send that number to continue.',
  },
  import_file: {
    status: 422,
    message: 'We couldn’t read the file: {reason}',
  },
} as const;
