/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  unknown_filter: {
    status: 400,
    message: 'There’s no filter named {name}. Use one of these: {known}.',
  },
  unknown_property: {
    status: 400,
    message: 'There’s no property named {name}. Use one of these: {known}.',
  },
  page_too_large: { status: 400, message: 'You can request up to {max} rows at once.' },
  picture_changed: {
    status: 409,
    message: 'This picture has just changed. Review it before you save.',
  },
  field_locked: {
    status: 409,
    message: 'Your school decides who can see {name}. Ask an admin to change it.',
  },
} as const;
