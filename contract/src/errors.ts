/**
 * Every error a caller can meet: its stable code, HTTP status and plain words.
 * Codes never change meaning; words may. A `{name}` place is filled by the server.
 */
export const errors = {
  invalid_input: { status: 400, message: 'Something in the request is not valid.' },
  bad_encoding: { status: 400, message: 'The request is not valid UTF-8 text.' },
  bad_json: { status: 400, message: 'The request body is not valid JSON.' },
  unknown_filter: { status: 400, message: 'There is no filter named {name}. Filters: {known}.' },
  unknown_ordering: { status: 400, message: 'There is no ordering named {name}. Orderings: {known}.' },
  unknown_property: { status: 400, message: 'There is no property named {name}. Properties: {known}.' },
  page_too_large: { status: 400, message: 'At most {max} rows can be asked for at once.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  not_found: { status: 404, message: 'Not found.' },
  unknown_school: { status: 404, message: 'No school lives at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  not_logged_in: { status: 401, message: 'user not logged in' },
  wrong_credentials: { status: 401, message: 'The e-mail address or the password is not right.' },
  wrong_password: { status: 403, message: 'The current password is not right.' },
  invalid_token: { status: 401, message: 'The token is missing, expired or not for this school.' },
  csrf_failed: { status: 403, message: 'The anti-forgery token is missing or does not belong to this session.' },
  cross_site_refused: { status: 403, message: 'This call cannot be made from another site.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  connect_off: { status: 403, message: 'This school has switched connections off.' },
  field_locked: { status: 409, message: 'Your school decides who sees {name}; it cannot be changed here.' },
  own_profile: { status: 409, message: 'You cannot connect with yourself.' },
  transition_refused: { status: 409, message: 'That is no longer possible: the connection has changed meanwhile.' },
  last_admin: { status: 409, message: 'Nobody else runs this campus. Make somebody else an admin first.' },
  cannot_block: { status: 409, message: 'People who run the campus cannot be blocked, and cannot block; report them instead.' },
  report_changed: { status: 409, message: 'Somebody has moved this report meanwhile. Look at it again.' },
  person_not_found: { status: 404, message: 'not found' },
  import_running: { status: 409, message: 'An import is under way at this school. Wait for it to end, or cancel it.' },
  import_moved_on: { status: 409, message: 'That is no longer possible: the import has moved on meanwhile.' },
  import_too_large: { status: 413, message: 'The files of an import are at most {max} MB together, and at most {files}.' },
  ending_not_confirmed: { status: 409, message: 'This import would end {people} people. Say that number to go on.' },
  too_many_keys: { status: 409, message: 'A school has at most {max} keys. End one first.' },
  invalid_filter: { status: 400, message: 'The filter cannot be used: {reason}.' },
  invalid_path: { status: 400, message: 'The path cannot be used: {reason}.' },
  invalid_syntax: { status: 400, message: 'The request is not built as RFC 7644 says: {reason}.' },
  invalid_value: { status: 400, message: '{name} cannot be that: {reason}.' },
  no_target: { status: 400, message: 'Nothing is at the path {path}.' },
  read_only_attribute: { status: 400, message: '{name} is read only.' },
  not_unique: { status: 409, message: 'Somebody else has that {name} already.' },
  version_mismatch: { status: 412, message: 'Somebody has changed it meanwhile. Read it again.' },
  weak_password: { status: 422, message: 'Choose a password of at least 10 characters that is not easy to guess.' },
  reset_link_invalid: { status: 410, message: 'This link has been used or is too old. Ask for a new one.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Try again in {seconds} seconds.' },
  unavailable: { status: 503, message: 'The service cannot answer right now. Try again shortly.' },
  internal: { status: 500, message: 'Something went wrong on our side. The request id is {requestId}.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** A stable error code. */
export type ErrorCode = keyof typeof errors;

/** Codes any call may answer, so that endpoints list only what is theirs. */
export const everyCallErrors = [
  'invalid_input',
  'bad_encoding',
  'body_too_large',
  'unknown_school',
  'too_many_requests',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[];
