import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import type { Credential, Endpoint } from '#contract/endpoint.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { getPublicClub } from '#contract/clubs/calls.ts';
import { beginEmployerSession, requestEmployerLink } from '#contract/employers/calls.ts';
import { exchangeCode } from '#contract/embedding/calls.ts';
import { getPublicEvent } from '#contract/events/calls.ts';
import {
  beginProxyVisit,
  downloadShared,
  endProxyVisit,
  getSharedPaymentLink,
  readShared,
  readSharedStatement,
  sendProxyCode,
} from '#contract/finances/calls.ts';
import { createLogin, openLaunch } from '#contract/lti/calls.ts';
import { leaveNewsletters } from '#contract/newsletters/calls.ts';
import { leaveNotifications } from '#contract/notifications/calls.ts';
import { authenticate } from '#contract/people/calls.ts';
import { getPublicDocument } from '#contract/record/calls.ts';
import {
  beginPasskeySignIn,
  beginRequiredSetup,
  beginSecondStep,
  finishRequiredSetup,
  finishSecondStep,
  forgotPassword,
  getSession,
  login,
  logout,
  resetPassword,
  signInWithPasskey,
} from '#contract/sessions/calls.ts';
import { getPublicProfile } from '#contract/sharing/calls.ts';
import { listSso } from '#contract/sso/calls.ts';
import { mobileError, problemError } from './call-error.ts';
import { withWords } from './error-text.ts';
import { buildRequest, sendRequest, type Fetch } from './request.ts';

/**
 * The client that uses the session cookie: for the mobile web service, and the calls of API v1 that create a session. In a
 * host's frame without cookies, it sends the JWT instead. Features use `call` of call.ts, which selects the client.
 */

/** Calls of API v1 that need no token. A 401 from them doesn't end the session. */
export const cookieApiCalls = [
  login,
  beginPasskeySignIn,
  signInWithPasskey,
  beginSecondStep,
  finishSecondStep,
  beginRequiredSetup,
  finishRequiredSetup,
  logout,
  exchangeCode,
  createLogin,
  openLaunch,
  getSession,
  listSso,
  getPublicProfile,
  getPublicClub,
  getPublicEvent,
  getPublicDocument,
  leaveNewsletters,
  leaveNotifications,
  forgotPassword,
  resetPassword,
  sendProxyCode,
  beginProxyVisit,
  readShared,
  getSharedPaymentLink,
  downloadShared,
  readSharedStatement,
  endProxyVisit,
  requestEmployerLink,
  beginEmployerSession,
] as const satisfies readonly CookieCall[];

export type CookieCall = Call<
  Endpoint & { readonly credential: Exclude<Credential, 'bearer' | 'employer'> }
>;

interface Parts {
  fetch: Fetch;
  tokens: () => Tokens | null;
  cookies: () => string;
  /** The JWT to send instead of the cookie in a frame without cookies, otherwise null. */
  standIn: (key: Call) => Promise<string | null>;
  /** The authentication error handler (AUTH-08). */
  onUnauthorized: () => void;
}

export function createCookieClient({ fetch, tokens, cookies, standIn, onUnauthorized }: Parts) {
  return async function cookieCall<C extends CookieCall>(
    to: C,
    input: InputOf<C>,
    signal?: AbortSignal,
  ): Promise<ReplyOf<C>> {
    const key: string = to;
    const isMobile = key.startsWith('GET /mobile_ws/');
    const csrfToken = tokens()?.csrfToken;
    const headers: Record<string, string> = {};
    // In a frame without cookies, renewing tokens requires both the JWT and the CSRF token (AUTH-05).
    const takesCsrf = (isMobile && key !== authenticate) || key === getSession;
    if (takesCsrf && csrfToken) headers['X-CG-CSRF-Token'] = csrfToken;

    const jwt = await standIn(to);
    if (jwt !== null) headers['Authorization'] = `Bearer ${jwt}`;

    const { response, body } = await sendRequest(
      fetch,
      buildRequest(key, input, headers, cookies(), jwt !== null),
      signal,
    );

    // Older services respond with 200 and an error header.
    if (response.headers.has('X-Error-Status') || (isMobile && !response.ok)) {
      const error = mobileError(response, body);
      if (error.status === 401 && isMobile && key !== authenticate) onUnauthorized();
      throw await withWords(error);
    }
    if (!response.ok) {
      if (response.status === 401 && key === getSession) onUnauthorized();
      throw await withWords(problemError(response, body));
    }
    return body as ReplyOf<C>;
  };
}
