/**
 * Every error a caller can meet: its stable code, HTTP status and plain words.
 * Codes never change meaning; words may. A `{name}` place is filled by the server.
 */
export const errors = {
  invalid_input: { status: 400, message: 'Something in the request is not valid.' },
  bad_encoding: { status: 400, message: 'The request is not valid UTF-8 text.' },
  bad_json: { status: 400, message: 'The {where} is not valid JSON.' },
  unknown_filter: { status: 400, message: 'There is no filter named {name}. Filters: {known}.' },
  unknown_ordering: {
    status: 400,
    message: 'There is no ordering named {name}. Orderings: {known}.',
  },
  unknown_property: {
    status: 400,
    message: 'There is no property named {name}. Properties: {known}.',
  },
  bad_cursor: { status: 400, message: 'This cursor is not one that a list by name has answered.' },
  page_too_large: { status: 400, message: 'At most {max} rows can be asked for at once.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  upload_too_large: { status: 413, message: 'The file is larger than {max} MB.' },
  upload_cut_off: { status: 400, message: 'The file did not arrive whole. Send it again.' },
  picture_format: {
    status: 422,
    message: 'This file is not a JPEG, PNG, WebP, AVIF or GIF picture.',
  },
  picture_heic: {
    status: 422,
    message: 'HEIC pictures cannot be read here. Save it as JPEG and send that.',
  },
  picture_pixels: { status: 422, message: 'A picture may have at most {max} million pixels.' },
  picture_damaged: { status: 422, message: 'This picture is damaged.' },
  picture_slow: {
    status: 422,
    message: 'This picture takes too long to work on. Save it smaller and send that.',
  },
  picture_changed: { status: 409, message: 'The picture has changed meanwhile. Look at it again.' },
  not_found: { status: 404, message: 'Not found.' },
  unknown_school: { status: 404, message: 'No school lives at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  not_logged_in: { status: 401, message: 'user not logged in' },
  wrong_credentials: { status: 401, message: 'The e-mail address or the password is not right.' },
  sign_in_again: { status: 403, message: 'Sign in again, and do it within {minutes} minutes.' },
  sign_in_directly: {
    status: 403,
    message: 'Another page signed you in. Sign in on the campus itself, and do it there.',
  },
  wrong_password: { status: 403, message: 'The current password is not right.' },
  invalid_token: { status: 401, message: 'The token is missing, expired or not for this school.' },
  missing_scope: { status: 403, message: 'This key lacks the scope {scope}.' },
  not_for_keys: {
    status: 403,
    message: 'No API key may make this call. Sign in and make it yourself.',
  },
  csrf_failed: {
    status: 403,
    message: 'The anti-forgery token is missing or does not belong to this session.',
  },
  cross_site_refused: { status: 403, message: 'This call cannot be made from another site.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  role_name_taken: { status: 409, message: 'Another role has this name. Choose another.' },
  connect_off: { status: 403, message: 'This school has switched connections off.' },
  field_locked: {
    status: 409,
    message: 'Your school decides who sees {name}; it cannot be changed here.',
  },
  own_profile: { status: 409, message: 'You cannot connect with yourself.' },
  transition_refused: {
    status: 409,
    message: 'That is no longer possible: the connection has changed meanwhile.',
  },
  last_admin: {
    status: 409,
    message: 'Nobody else runs this campus. Make somebody else an admin first.',
  },
  cannot_block: {
    status: 409,
    message: 'People who run the campus cannot be blocked, and cannot block; report them instead.',
  },
  report_changed: {
    status: 409,
    message: 'Somebody has moved this report meanwhile. Look at it again.',
  },
  person_not_found: { status: 404, message: 'not found' },
  import_running: {
    status: 409,
    message: 'An import is under way at this school. Wait for it to end, or cancel it.',
  },
  import_too_old: {
    status: 409,
    message:
      'What stood before an import is kept for {days} days; this one can no longer be taken back.',
  },
  import_moved_on: {
    status: 409,
    message: 'That is no longer possible: the import has moved on meanwhile.',
  },
  import_too_large: {
    status: 413,
    message: 'The files of an import are at most {max} MB together, and at most {files}.',
  },
  ending_not_confirmed: {
    status: 409,
    message: 'This import would end {people} people. Say that number to go on.',
  },
  too_many_keys: { status: 409, message: 'There can be {max} keys at once. End one first.' },
  personal_keys_off: {
    status: 403,
    message: 'This school lets nobody have API keys of their own.',
  },
  webhook_address: {
    status: 422,
    message: 'Webhooks go to https addresses on the public Internet.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'A school has at most {max} webhooks. Delete one first.',
  },
  delivery_waits: { status: 409, message: 'This delivery is on its way already.' },
  invalid_filter: { status: 400, message: 'The filter cannot be used: {reason}.' },
  invalid_path: { status: 400, message: 'The path cannot be used: {reason}.' },
  invalid_syntax: { status: 400, message: 'The request is not built as RFC 7644 says: {reason}.' },
  invalid_value: { status: 400, message: '{name} cannot be that: {reason}.' },
  no_target: { status: 400, message: 'Nothing is at the path {path}.' },
  read_only_attribute: { status: 400, message: '{name} is read only.' },
  not_unique: { status: 409, message: 'Somebody else has that {name} already.' },
  version_mismatch: { status: 412, message: 'Somebody has changed it meanwhile. Read it again.' },
  too_many_saved_searches: {
    status: 409,
    message: 'You can keep {max} searches. Remove one first.',
  },
  newsletter_changed: {
    status: 409,
    message: 'Somebody has changed this newsletter meanwhile. Look at it again.',
  },
  newsletter_sent: {
    status: 409,
    message: 'This newsletter is scheduled or sent and cannot be changed.',
  },
  newsletter_unfinished: {
    status: 409,
    message: 'A newsletter needs a title and something to read before it is sent.',
  },
  newsletter_time: {
    status: 400,
    message: 'Choose a time from now on, at most {days} days ahead.',
  },
  unsubscribe_invalid: {
    status: 410,
    message: 'This link is not whole. Open it again from the mail, or choose in your inbox.',
  },
  not_shared: { status: 404, message: 'This page is not shared, or no longer.' },
  sharing_off: {
    status: 403,
    message: 'Your school has switched off showing profiles to anybody.',
  },
  too_many_links: {
    status: 409,
    message: 'At most {max} links can be open at a time. Withdraw one first.',
  },
  too_many_roles: {
    status: 409,
    message: 'A school has at most {max} roles. Delete one that nobody needs.',
  },
  too_many_hubs: {
    status: 409,
    message: 'A school has at most {max} hubs. Rename one that is archived.',
  },
  menu_changed: {
    status: 409,
    message: 'Somebody has saved this menu meanwhile. Look at theirs, then save yours again.',
  },
  chat_not_allowed: { status: 403, message: 'You cannot write to this person.' },
  chat_self: { status: 409, message: 'You cannot begin a conversation with yourself.' },
  chat_left: { status: 403, message: 'You are no longer in this conversation.' },
  chat_empty: { status: 422, message: 'A message needs words or a file.' },
  chat_file_gone: {
    status: 409,
    message: 'A file of this message is no longer here. Attach it again.',
  },
  chat_file_unsafe: { status: 422, message: 'This file cannot be sent.' },
  chat_too_late: {
    status: 409,
    message: 'Messages can be edited for {minutes} minutes. You can still delete it.',
  },
  chat_too_many_pinned: {
    status: 409,
    message: 'You can pin {max} conversations. Unpin one first.',
  },
  chat_too_many_files: {
    status: 409,
    message: 'Too many files are on their way. Send or remove some first.',
  },
  chat_full: { status: 409, message: 'A group has at most {max} people.' },
  chat_reaction: {
    status: 422,
    message: 'That is not one emoji, or the message has {max} different reactions already.',
  },
  notification_locked: { status: 409, message: 'Your school decides this one for everybody.' },
  push_address: { status: 422, message: 'Pushes go to https addresses on the public Internet.' },
  too_many_devices: {
    status: 409,
    message: 'At most {max} devices can receive pushes. Remove one first.',
  },
  weak_password: {
    status: 422,
    message: 'Choose a password of at least 10 characters that is not easy to guess.',
  },
  reset_link_invalid: {
    status: 410,
    message: 'This link has been used or is too old. Ask for a new one.',
  },
  sso_required: {
    status: 403,
    message: 'Your school asks you to sign in through its own sign-on, not with a password.',
  },
  sso_unreachable: {
    status: 422,
    message: 'The provider did not answer as it should at that address.',
  },
  sso_private_address: {
    status: 422,
    message: 'That address is inside a private network. The operator of this server can allow it.',
  },
  sso_metadata_unreadable: {
    status: 422,
    message: 'That is not the metadata of one sign-on provider.',
  },
  sso_too_many_providers: { status: 409, message: 'A school can have 10 sign-on providers.' },
  sso_incomplete: {
    status: 409,
    message: 'The client id and the client secret are still missing.',
  },
  sso_still_required: {
    status: 409,
    message: 'It is the only way people can sign in. Allow passwords first.',
  },
  sso_not_tested: {
    status: 409,
    message: 'First switch on a provider whose test sign-on found a person.',
  },
  sso_no_fallback: {
    status: 422,
    message:
      'Name at least one person who runs this campus and has a password, so that nobody is locked out.',
  },
  not_an_origin: {
    status: 422,
    message:
      'That is not the origin of a page: https:// and a name, and nothing after it. Only on your own machine http:// will do.',
  },
  too_many_origins: { status: 409, message: 'A school can list {max} origins. Remove one first.' },
  origin_not_listed: {
    status: 403,
    message: 'Pages of {origin} may not embed this campus. Those who run it can list the origin.',
  },
  embed_code_invalid: {
    status: 410,
    message: 'This code has been used, is too old, or belongs to another page.',
  },
  embed_admin_refused: {
    status: 403,
    message: 'Who runs the campus or advises signs in by themselves; no code signs them in.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Try again in {seconds} seconds.' },
  unavailable: { status: 503, message: 'The service cannot answer right now. Try again shortly.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. The request id is {requestId}.',
  },
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
