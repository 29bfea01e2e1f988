import { featureErrors } from './lists/errors.ts';

/**
 * All errors: their stable code, HTTP status and message. Errors of one feature are in its folder (`<feature>/errors.ts`). Codes
 * never change their meaning; messages can. The server fills `{name}` placeholders.
 */
const general = {
  invalid_input: { status: 400, message: 'The request isn’t valid. Correct the listed fields.' },
  bad_encoding: { status: 400, message: 'The request isn’t valid UTF-8 text.' },
  unknown_ordering: {
    status: 400,
    message: 'There’s no sort order named {name}. Use one of these: {known}.',
  },
  bad_cursor: { status: 400, message: 'This cursor didn’t come from a list sorted by name.' },
  body_too_large: { status: 413, message: 'The request body is too large. Send less data.' },
  answer_too_large: {
    status: 507,
    message: 'The response would be too large. Request less data.',
  },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  upload_too_large: {
    status: 413,
    message: 'The file is larger than {max} MB. Send a smaller one.',
  },
  upload_cut_off: { status: 400, message: 'The upload was interrupted. Try again.' },
  picture_format: {
    status: 422,
    message: 'This file type isn’t supported. Choose a JPEG, PNG, WebP, AVIF or GIF.',
  },
  picture_heic: {
    status: 422,
    message: 'HEIC isn’t supported. Save the picture as JPEG and try again.',
  },
  picture_pixels: {
    status: 422,
    message: 'A picture can have up to {max} million pixels. Send a smaller one.',
  },
  picture_damaged: { status: 422, message: 'This picture is damaged. Choose another one.' },
  picture_slow: {
    status: 422,
    message: 'This picture took too long to process. Try a smaller one.',
  },
  not_found: { status: 404, message: 'Not found.' },
  unknown_school: {
    status: 404,
    message: 'There’s no school at this address. Check the web address.',
  },
  school_moved: {
    status: 421,
    message: 'Your school is on a different server. Try again in a moment.',
  },
  school_frozen: {
    status: 503,
    message: 'You can’t make changes right now. Try again in {seconds} seconds.',
  },
  method_not_allowed: { status: 405, message: 'This address doesn’t support that method.' },
  not_logged_in: { status: 401, message: 'user not logged in' },
  wrong_password: { status: 403, message: 'Your current password is incorrect.' },
  invalid_token: { status: 401, message: 'The token is missing, expired or not for this school.' },
  missing_scope: {
    status: 403,
    message: 'This key doesn’t have the {scope} scope. Use a key that has it.',
  },
  not_for_keys: {
    status: 403,
    message: 'API keys can’t do this. Sign in and do it yourself.',
  },
  cross_site_refused: { status: 403, message: 'You can’t make this call from another site.' },
  connect_off: {
    status: 403,
    message:
      'Your school has turned connections off. You can still find everyone in the directory.',
  },
  transition_refused: {
    status: 409,
    message: 'This connection has changed since you opened it. Reload the page to see its status.',
  },
  last_admin: {
    status: 409,
    message: 'There needs to be at least one admin. Make someone else an admin first.',
  },
  person_not_found: { status: 404, message: 'not found' },
  unsubscribe_invalid: {
    status: 410,
    message:
      'This link is incomplete. Open it again from the email, or change your settings in the app.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Try again in {seconds} seconds.' },
  shown_once: {
    status: 409,
    message: 'You already created this, and its secret can’t be shown again. Create a new one.',
  },
  unavailable: { status: 503, message: 'The server is busy right now. Try again in a moment.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our end. The request ID is {requestId}.',
  },
  forbidden: { status: 403, message: 'You don’t have permission to do that.' },
  bad_json: { status: 400, message: 'The {where} isn’t valid JSON.' },
  csrf_failed: {
    status: 403,
    message:
      'The anti-forgery token is missing or doesn’t belong to this session. Reload the page.',
  },
} as const;

/** The data of an error: an HTTP status, and a message that says what to do. */
type Errors = Readonly<Record<string, { readonly status: number; readonly message: string }>>;

export const errors = { ...general, ...featureErrors } as const satisfies Errors;

export type ErrorCode = keyof typeof errors;

/** Codes that every call can return, so that endpoints list only their own. */
export const everyCallErrors = [
  'invalid_input',
  'bad_encoding',
  'body_too_large',
  'unknown_school',
  'school_moved',
  'school_frozen',
  'too_many_requests',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[];
