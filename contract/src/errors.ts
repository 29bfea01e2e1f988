/**
 * Every error a caller can meet: its stable code, HTTP status and plain words.
 * Codes never change meaning; words may. A `{name}` place is filled by the server.
 */
export const errors = {
  invalid_input: { status: 400, message: 'Something in the request isn’t valid.' },
  bad_encoding: { status: 400, message: 'The request isn’t valid UTF-8 text.' },
  bad_json: { status: 400, message: 'The {where} isn’t valid JSON.' },
  unknown_filter: { status: 400, message: 'There’s no filter named {name}. Filters: {known}.' },
  unknown_ordering: {
    status: 400,
    message: 'There’s no ordering named {name}. Orderings: {known}.',
  },
  unknown_property: {
    status: 400,
    message: 'There’s no property named {name}. Properties: {known}.',
  },
  bad_cursor: { status: 400, message: 'This cursor didn’t come from a list sorted by name.' },
  page_too_large: { status: 400, message: 'You can request up to {max} rows at once.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  upload_too_large: { status: 413, message: 'The file is larger than {max} MB.' },
  upload_cut_off: { status: 400, message: 'The upload was interrupted. Send the file again.' },
  picture_format: {
    status: 422,
    message: 'This file type isn’t supported. Send a JPEG, PNG, WebP, AVIF or GIF.',
  },
  picture_heic: {
    status: 422,
    message: 'HEIC isn’t supported. Save the picture as JPEG and send that.',
  },
  picture_pixels: { status: 422, message: 'A picture can have up to {max} million pixels.' },
  picture_damaged: { status: 422, message: 'This picture is damaged.' },
  picture_slow: {
    status: 422,
    message: 'This picture took too long to process. Send a smaller one.',
  },
  picture_changed: {
    status: 409,
    message: 'The picture has changed in the meantime. Review it again.',
  },
  not_found: { status: 404, message: 'Not found.' },
  unknown_school: { status: 404, message: 'There’s no school at this address.' },
  method_not_allowed: { status: 405, message: 'This address doesn’t support that method.' },
  not_logged_in: { status: 401, message: 'user not logged in' },
  wrong_credentials: { status: 401, message: 'Incorrect email or password.' },
  sign_in_again: {
    status: 403,
    message: 'Sign in again, then try again within {minutes} minutes.',
  },
  sign_in_directly: {
    status: 403,
    message:
      'You’re signed in through another page. Sign in on the campus itself and try again there.',
  },
  wrong_password: { status: 403, message: 'The current password is incorrect.' },
  invalid_token: { status: 401, message: 'The token is missing, expired or not for this school.' },
  missing_scope: { status: 403, message: 'This key doesn’t have the {scope} scope.' },
  not_for_keys: {
    status: 403,
    message: 'API keys can’t make this call. Sign in and make it yourself.',
  },
  csrf_failed: {
    status: 403,
    message: 'The anti-forgery token is missing or doesn’t belong to this session.',
  },
  cross_site_refused: { status: 403, message: 'This call can’t be made from another site.' },
  forbidden: { status: 403, message: 'You don’t have permission to do that.' },
  role_name_taken: {
    status: 409,
    message: 'Another role already has this name. Choose another name.',
  },
  connect_off: { status: 403, message: 'This school has turned connections off.' },
  field_locked: {
    status: 409,
    message: 'Your school decides who sees {name}; it can’t be changed here.',
  },
  own_profile: { status: 409, message: 'You can’t connect with yourself.' },
  transition_refused: {
    status: 409,
    message: 'That’s no longer possible: the connection has changed in the meantime.',
  },
  last_admin: {
    status: 409,
    message: 'This is the only admin. Make someone else an admin first.',
  },
  cannot_block: {
    status: 409,
    message: 'Admins can’t block or be blocked; report them instead.',
  },
  report_changed: {
    status: 409,
    message: 'Someone else updated this report. Read it again.',
  },
  person_not_found: { status: 404, message: 'not found' },
  import_running: {
    status: 409,
    message: 'Another import is running at this school. Wait for it to finish, or cancel it.',
  },
  import_too_old: {
    status: 409,
    message: 'Imports can be undone for {days} days; this one is older.',
  },
  import_moved_on: {
    status: 409,
    message: 'That’s no longer possible: the import has moved on.',
  },
  import_too_large: {
    status: 413,
    message: 'The files of an import can be up to {max} MB together, and up to {files} files.',
  },
  ending_not_confirmed: {
    status: 409,
    message: 'This import would deactivate {people} people. Send that number to continue.',
  },
  too_many_keys: { status: 409, message: 'There can be {max} keys at once. Revoke one first.' },
  personal_keys_off: {
    status: 403,
    message: 'This school has turned off personal API keys.',
  },
  webhook_address: {
    status: 422,
    message: 'Webhooks need a public https URL.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'A school can have up to {max} webhooks. Delete one first.',
  },
  delivery_waits: { status: 409, message: 'This delivery is already queued.' },
  invalid_filter: { status: 400, message: 'The filter can’t be used: {reason}.' },
  invalid_path: { status: 400, message: 'The path can’t be used: {reason}.' },
  invalid_syntax: { status: 400, message: 'The request doesn’t follow RFC 7644: {reason}.' },
  invalid_value: { status: 400, message: '{name} isn’t valid: {reason}.' },
  no_target: { status: 400, message: 'There’s nothing at the path {path}.' },
  read_only_attribute: { status: 400, message: '{name} is read-only.' },
  not_unique: { status: 409, message: 'Someone else already has that {name}.' },
  version_mismatch: {
    status: 412,
    message: 'Someone else changed it in the meantime. Read it again.',
  },
  too_many_saved_searches: {
    status: 409,
    message: 'You can save up to {max} searches. Delete one first.',
  },
  newsletter_changed: {
    status: 409,
    message: 'Someone else changed this newsletter in the meantime. Read it again.',
  },
  newsletter_sent: {
    status: 409,
    message: 'This newsletter is scheduled or sent and can’t be changed.',
  },
  newsletter_unfinished: {
    status: 409,
    message: 'A newsletter needs a title and some content before it’s sent.',
  },
  newsletter_time: {
    status: 400,
    message: 'Choose a time in the future, at most {days} days ahead.',
  },
  unsubscribe_invalid: {
    status: 410,
    message:
      'This link is incomplete. Open it again from the email, or change your settings in the app.',
  },
  not_shared: { status: 404, message: 'This profile isn’t public.' },
  sharing_off: {
    status: 403,
    message: 'Your school has turned off public profiles.',
  },
  too_many_links: {
    status: 409,
    message: 'At most {max} links can be active at a time. Revoke one first.',
  },
  too_many_roles: {
    status: 409,
    message: 'A school can have up to {max} roles. Delete one you don’t need.',
  },
  too_many_hubs: {
    status: 409,
    message: 'A school can have up to {max} hubs. Reuse an archived one.',
  },
  menu_changed: {
    status: 409,
    message:
      'Someone else saved this menu in the meantime. Look at their version, then save yours again.',
  },
  chat_not_allowed: { status: 403, message: 'You can’t message this person.' },
  chat_self: { status: 409, message: 'You can’t start a conversation with yourself.' },
  chat_left: { status: 403, message: 'You’re no longer in this conversation.' },
  chat_empty: { status: 422, message: 'A message needs text or a file.' },
  chat_file_gone: {
    status: 409,
    message: 'An attachment is no longer available. Attach it again.',
  },
  upload_unsafe: { status: 422, message: 'This file can’t be sent.' },
  chat_too_late: {
    status: 409,
    message: 'Messages can be edited for {minutes} minutes. You can still delete it.',
  },
  chat_too_many_pinned: {
    status: 409,
    message: 'You can pin {max} conversations. Unpin one first.',
  },
  too_many_uploads: {
    status: 409,
    message: 'Too many files are being uploaded. Send or remove some first.',
  },
  chat_full: { status: 409, message: 'A group can have up to {max} people.' },
  chat_reaction: {
    status: 422,
    message: 'That isn’t a single emoji, or the message already has {max} different reactions.',
  },
  notification_locked: { status: 409, message: 'Your school has locked this setting.' },
  push_address: { status: 422, message: 'Push needs a public https URL.' },
  too_many_devices: {
    status: 409,
    message: 'Up to {max} devices can get push notifications. Remove one first.',
  },
  weak_password: {
    status: 422,
    message: 'Choose a password of at least 10 characters that isn’t easy to guess.',
  },
  reset_link_invalid: {
    status: 410,
    message: 'This link was already used or has expired. Request a new one.',
  },
  sso_required: {
    status: 403,
    message: 'Sign in with your school’s single sign-on instead of a password.',
  },
  sso_unreachable: {
    status: 422,
    message: 'The provider didn’t respond correctly at that URL.',
  },
  sso_private_address: {
    status: 422,
    message: 'That URL is on a private network. The server administrator can allow it.',
  },
  sso_metadata_unreadable: {
    status: 422,
    message: 'That isn’t valid metadata of one identity provider.',
  },
  sso_too_many_providers: {
    status: 409,
    message: 'A school can have up to 10 identity providers. Remove one first.',
  },
  sso_incomplete: {
    status: 409,
    message: 'The client ID and the client secret are still missing.',
  },
  sso_still_required: {
    status: 409,
    message: 'This is the only way to sign in. Allow passwords first.',
  },
  sso_not_tested: {
    status: 409,
    message: 'First turn on a provider whose test found a person.',
  },
  sso_no_fallback: {
    status: 422,
    message: 'Name at least one admin who has a password, so that no one is locked out.',
  },
  not_an_origin: {
    status: 422,
    message:
      'That isn’t an origin: send https:// and a host name only. On your own machine http:// works too.',
  },
  too_many_origins: {
    status: 409,
    message: 'A school can allow up to {max} origins. Remove one first.',
  },
  origin_not_listed: {
    status: 403,
    message: 'Pages of {origin} can’t embed this campus. An admin can allow the origin.',
  },
  embed_code_invalid: {
    status: 410,
    message: 'This code was already used, has expired, or belongs to another page.',
  },
  embed_admin_refused: {
    status: 403,
    message: 'Admins and advisers have to sign in themselves; a code can’t sign them in.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Try again in {seconds} seconds.' },
  unavailable: { status: 503, message: 'The service can’t respond right now. Try again shortly.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our end. The request ID is {requestId}.',
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
