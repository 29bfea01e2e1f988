import type { CallKey, InputOf, ReplyOf } from '#contract/endpoints.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { mobileError, problemError } from './call-error.ts';
import { withWords } from './error-text.ts';
import { buildRequest, send, type Fetch } from './request.ts';

/**
 * The client that rides on the session cookie: the mobile web service and the few calls of API v1 that make a session.
 * In a host's frame without cookies the jwt stands in for it.
 * Features use `call` of call.ts, which picks the client.
 */

/** Calls of API v1 that have no token yet. A 401 of theirs is an answer, not the end of a session. */
export const cookieApiCalls = [
  'POST /api/v1/login',
  'POST /api/v1/logout',
  'POST /api/v1/embed/session',
  'POST /api/v1/lti/logins',
  'POST /api/v1/lti/session',
  'GET /api/v1/session',
  'GET /api/v1/sso',
  'GET /api/v1/public/profile',
  'GET /api/v1/public/club',
  'GET /api/v1/public/event',
  'GET /api/v1/public/record',
  'POST /api/v1/inbox/leave',
  'POST /api/v1/notifications/leave',
  'POST /api/v1/password/forgot',
  'POST /api/v1/password/reset',
  'POST /api/v1/finance/shared/codes',
  'POST /api/v1/finance/shared/visits',
  'POST /api/v1/finance/shared/account',
  'POST /api/v1/finance/shared/payment-link',
  'POST /api/v1/finance/shared/statement',
  'POST /api/v1/finance/shared/statement-view',
  'POST /api/v1/finance/shared/sign-out',
] as const satisfies readonly CallKey[];

export type CookieCall =
  | Extract<CallKey, `GET /mobile_ws/${string}`>
  | (typeof cookieApiCalls)[number];

const authentication = 'GET /mobile_ws/v18/authentication';

interface Parts {
  fetch: Fetch;
  tokens: () => Tokens | null;
  cookies: () => string;
  /** The jwt that stands in for the cookie in a frame that has none; null where the cookie is there. */
  standIn: (key: CallKey) => Promise<string | null>;
  /** The authentication error handler (AUTH-08). */
  onUnauthorized: () => void;
}

export function createCookieClient({ fetch, tokens, cookies, standIn, onUnauthorized }: Parts) {
  return async function cookieCall<K extends CookieCall>(
    key: K,
    input: InputOf<K>,
    signal?: AbortSignal,
  ): Promise<ReplyOf<K>> {
    const isMobile = key.startsWith('GET /mobile_ws/');
    const csrfToken = tokens()?.csrfToken;
    const headers: Record<string, string> = {};
    // Where the jwt stands in for the cookie, tokens are renewed with both (AUTH-05).
    const takesCsrf = (isMobile && key !== authentication) || key === 'GET /api/v1/session';
    if (takesCsrf && csrfToken) headers['X-CG-CSRF-Token'] = csrfToken;

    const jwt = await standIn(key);
    if (jwt !== null) headers['Authorization'] = `Bearer ${jwt}`;

    const { response, body } = await send(
      fetch,
      buildRequest(key, input, headers, cookies(), jwt !== null),
      signal,
    );

    // Older services answer 200 and say in the header that it is an error.
    if (response.headers.has('X-Error-Status') || (isMobile && !response.ok)) {
      const error = mobileError(response, body);
      if (error.status === 401 && isMobile && key !== authentication) onUnauthorized();
      throw await withWords(error);
    }
    if (!response.ok) {
      if (response.status === 401 && key === 'GET /api/v1/session') onUnauthorized();
      throw await withWords(problemError(response, body));
    }
    return body as ReplyOf<K>;
  };
}
