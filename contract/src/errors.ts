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
  last_admin: { status: 409, message: 'You are the last one who runs this campus. Make somebody else an admin first.' },
  cannot_block: { status: 409, message: 'People who run the campus cannot be blocked, and cannot block; report them instead.' },
  report_changed: { status: 409, message: 'Somebody has moved this report meanwhile. Look at it again.' },
  person_not_found: { status: 404, message: 'not found' },
  weak_password: { status: 422, message: 'Choose a password of at least 10 characters that is not easy to guess.' },
  reset_link_invalid: { status: 410, message: 'This link has been used or is too old. Ask for a new one.' },
  sso_required: { status: 403, message: 'Your school asks you to sign in through its own sign-on, not with a password.' },
  sso_unreachable: { status: 422, message: 'The provider did not answer as it should at that address.' },
  sso_private_address: { status: 422, message: 'That address is inside a private network. The operator of this server can allow it.' },
  sso_metadata_unreadable: { status: 422, message: 'That is not the metadata of one sign-on provider.' },
  sso_too_many_providers: { status: 409, message: 'A school can have 10 sign-on providers.' },
  sso_incomplete: { status: 409, message: 'The client id and the client secret are still missing.' },
  sso_still_required: { status: 409, message: 'It is the only way people can sign in. Allow passwords first.' },
  sso_not_tested: { status: 409, message: 'First switch on a provider whose test sign-on found a person.' },
  sso_no_fallback: {
    status: 422,
    message: 'Name at least one person who runs this campus and has a password, so that nobody is locked out.',
  },
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
