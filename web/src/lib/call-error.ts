import type { ErrorCode } from '#contract/errors.ts';

/** `network`: no response. `unknown`: a response without one of our codes (from a proxy or an older service). */
export type CallErrorCode = ErrorCode | 'network' | 'unknown';

interface CallErrorParts {
  status: number;
  code: CallErrorCode;
  message: string;
  body?: unknown;
  fields?: Readonly<Record<string, string>>;
  retryAfter?: number | null;
}

/** An error of either client. */
export class CallError extends Error {
  /** HTTP status, or the one in `X-Error-Status`; 0 if there was no response. */
  readonly status: number;
  readonly code: CallErrorCode;
  /** The unparsed response. */
  readonly body: unknown;
  /** Error messages by input field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | null;

  constructor({ status, code, message, body, fields = {}, retryAfter = null }: CallErrorParts) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.body = body;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function fieldsOf(problems: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!Array.isArray(problems)) return fields;
  for (const problem of problems) {
    if (!isRecord(problem) || typeof problem['message'] !== 'string') continue;
    // `interests.3` belongs to the field `interests`, because one input shows one message.
    const name = String(problem['path'] ?? '').split('.')[0] ?? '';
    fields[name] ??= problem['message'];
  }
  return fields;
}

const codeOf = (value: unknown): CallErrorCode =>
  typeof value === 'string' ? (value as ErrorCode) : 'unknown';

/** problem+json (RFC 9457) of API v1. */
export function problemError(response: Response, body: unknown): CallError {
  const problem = isRecord(body) ? body : {};
  const wait = Number(problem['retryAfter'] ?? response.headers.get('Retry-After') ?? Number.NaN);
  return new CallError({
    status: response.status,
    code: codeOf(problem['code']),
    message: String(problem['detail'] ?? problem['title'] ?? response.statusText),
    body,
    fields: fieldsOf(problem['errors']),
    retryAfter: Number.isFinite(wait) ? wait : null,
  });
}

/** Errors of the mobile web service. The X-Error headers take precedence over the HTTP status. */
export function mobileError(response: Response, body: unknown): CallError {
  const declared = response.headers.has('X-Error-Status');
  const status = Number(response.headers.get('X-Error-Status'));
  const inner = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const text = response.headers.get('X-Error-Message');
  return new CallError({
    status: declared ? (Number.isInteger(status) && status > 0 ? status : 500) : response.status,
    code: codeOf(inner['code']),
    message: text || (declared ? 'Unknown error' : response.statusText || 'Unknown error'),
    body,
    fields: fieldsOf(inner['fields']),
  });
}

export const networkError = (cause: unknown): CallError => {
  const error = new CallError({ status: 0, code: 'network', message: 'No answer from the server' });
  error.cause = cause;
  return error;
};

/** The error if a call requires a signed-in user and there is none. */
export const notLoggedIn = (): CallError =>
  new CallError({ status: 401, code: 'not_logged_in', message: 'user not logged in' });
