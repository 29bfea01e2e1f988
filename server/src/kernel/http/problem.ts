import { errors, type ErrorCode } from '#contract/errors.ts';

type Details = Record<string, string | number>;

/** An expected error, with an error code of the contract. All other errors become `internal`. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;
  readonly fields: readonly FieldProblem[];

  constructor(code: ErrorCode, details: Details = {}, fields: readonly FieldProblem[] = []) {
    super(words(code, details));
    this.code = code;
    this.status = errors[code].status;
    this.details = details;
    this.fields = fields;
  }
}

/** An invalid field with the reason. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
  /** The contest of an election's ballot, with the code of its problem. */
  readonly contest?: string;
  readonly code?: string;
}

const words = (code: ErrorCode, details: Details): string =>
  errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));

/** Returns an error that rejects a call: `throw problem('connect_off')`. Handlers always use this function. */
export const problem = (
  code: ErrorCode,
  details?: Details,
  fields?: readonly FieldProblem[],
): Problem => new Problem(code, details, fields);

/**
 * Codes that mean the database is gone, full or too busy, so that a later attempt can succeed. 08…: connection lost. 40001 and 40P01:
 * repeated conflicts with other transactions. 53…: no disk space, memory or connection left; ENOSPC, EDQUOT, EROFS: the same for the file
 * store. 55P03: lock timeout. 57014: statement timeout. 57P0…: shutting down or starting. The others: its socket can't be reached.
 */
const databaseGone =
  /^(?:08...|40001|40P01|53...|55P03|57014|57P0.|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|ENOSPC|EDQUOT|EROFS)$/;
const databaseGoneWords =
  /timeout exceeded when trying to connect|Connection terminated|not queryable/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Seconds after which a client repeats a call that a frozen school refused. A move freezes a school for less. */
const frozenSeconds = 5;

/** Returns the error for a school that is frozen, so that it can be read but not changed. */
export const schoolFrozen = (): Problem => problem('school_frozen', { seconds: frozenSeconds });

const storageCodes = ['storage_full', 'school_storage_full'] as const;

/** Returns the storage limit that made the database reject a row, or undefined. */
export const storageCode = (error: unknown): (typeof storageCodes)[number] | undefined =>
  storageCodes.find((code) => isRecord(error) && error['constraint'] === code);

const codeOf = (error: unknown): string =>
  isRecord(error) && typeof error['code'] === 'string' ? error['code'] : '';

/** Returns whether the database is gone, full or too busy, so that a later attempt can succeed. */
export const isDatabaseGone = (error: unknown): boolean =>
  databaseGone.test(codeOf(error)) ||
  (error instanceof Error && databaseGoneWords.test(error.message));

/** Returns the error that the caller receives for anything that was thrown. */
export const asProblem = (error: unknown, requestId: string): Problem => {
  if (error instanceof Problem) return error;
  const full = storageCode(error);
  if (full !== undefined) return problem(full);
  const code = codeOf(error);
  // Raised by `enter_school()`.
  if (code === 'CM002') return schoolFrozen();
  if (code === 'CM003') return problem('school_moved');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('body_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('unsupported_media_type');
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return problem('bad_json', { where: 'request body' });
  if (isDatabaseGone(error)) return problem('unavailable');
  return problem('internal', { requestId });
};

/** Returns the body and headers of an error under the mobile web service (wire contract, "Errors of /mobile_ws/"). */
export const mobileProblem = (error: Problem) => ({
  headers: {
    'X-Error-Status': String(error.status),
    // A header can contain only Latin-1. The body contains the unchanged message.
    'X-Error-Message': error.message.replace(/[^\x20-\x7e]/g, '?').slice(0, 300),
  },
  body: {
    error: {
      status: error.status,
      code: error.code,
      message: error.message,
      ...(error.fields.length > 0 && { fields: error.fields }),
    },
  },
});

/** `scimType` of our codes, if RFC 7644 (3.12, table 9) has one. */
const scimTypes: Partial<Record<ErrorCode, string>> = {
  invalid_filter: 'invalidFilter',
  invalid_path: 'invalidPath',
  invalid_syntax: 'invalidSyntax',
  invalid_input: 'invalidSyntax',
  bad_json: 'invalidSyntax',
  bad_encoding: 'invalidSyntax',
  invalid_value: 'invalidValue',
  no_target: 'noTarget',
  read_only_attribute: 'mutability',
  not_unique: 'uniqueness',
};

/** Returns a SCIM error (RFC 7644, 3.12). The stable code is in a header, because the body has no field for it. */
export const scimProblem = (error: Problem) => ({
  headers: {
    'X-Error-Code': error.code,
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  },
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.status),
    ...(scimTypes[error.code] !== undefined && { scimType: scimTypes[error.code] }),
    detail: [error.message, ...error.fields.map(({ path, message }) => `${path}: ${message}`)].join(
      ' ',
    ),
  },
});

/**
 * Returns the title of an error type, which is always the same (RFC 9457, 3.1.3): the first sentence of its message, or its code in words
 * if that sentence has placeholders.
 */
const titleOf = (code: ErrorCode): string => {
  const [first = ''] = errors[code].message.split(/(?<=\.) /);
  if (!first.includes('{')) return first;
  const words = code.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Returns the problem details of API v1 (RFC 9457) with the stable code. */
export const apiProblem = (error: Problem, instance: string) => ({
  type: `urn:commons:error:${error.code}`,
  title: titleOf(error.code),
  status: error.status,
  detail: error.message,
  instance,
  code: error.code,
  ...(error.details['seconds'] !== undefined && { retryAfter: error.details['seconds'] }),
  ...(error.details['word'] !== undefined && { word: error.details['word'] }),
  ...(error.details['reason'] !== undefined && { reason: error.details['reason'] }),
  ...(error.details['scope'] !== undefined && { scope: error.details['scope'] }),
  ...(error.details['challenge'] !== undefined && { challenge: error.details['challenge'] }),
  // Clients read these fields of error 498 (product text §8).
  ...(error.details['oauthURL'] !== undefined && {
    errorCode: error.code,
    oauthURL: error.details['oauthURL'],
  }),
  ...(error.details['permission'] !== undefined && { permission: error.details['permission'] }),
  ...(error.fields.length > 0 && { errors: error.fields }),
});
