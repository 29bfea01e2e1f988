/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  invalid_filter: { status: 400, message: 'The filter isn’t valid: {reason}.' },
  invalid_path: { status: 400, message: 'The path isn’t valid: {reason}.' },
  invalid_syntax: { status: 400, message: 'The request doesn’t follow RFC 7644: {reason}.' },
  invalid_value: { status: 400, message: '{name} isn’t valid: {reason}.' },
  no_target: { status: 400, message: 'There’s nothing at the path {path}.' },
  read_only_attribute: { status: 400, message: '{name} is read-only. Leave it out and try again.' },
  not_unique: { status: 409, message: 'Someone else already has this {name}. Choose another one.' },
  version_mismatch: {
    status: 412,
    message: 'Someone else just changed this resource. Fetch it again.',
  },
} as const;
