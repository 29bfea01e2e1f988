import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { notLoggedIn, problemError } from './call-error.ts';
import { withWords } from './error-text.ts';
import { buildRequest, sendRequest, type Fetch } from './request.ts';

/**
 * The client of API v1. It sends the JWT, and fails without a request if there is none (AUTH-07). Features use `call` of
 * call.ts, which selects the client.
 */
export type BearerCall = Call<Endpoint & { readonly credential: 'bearer' }>;

interface Parts {
  fetch: Fetch;
  tokens: () => Tokens | null;
  /** Renews tokens that are about to expire, and returns valid ones. */
  fresh: () => Promise<Tokens>;
  /** Renews immediately, regardless of their age. */
  renew: () => Promise<Tokens>;
  cookies: () => string;
  /** The authentication error handler (AUTH-08). */
  onUnauthorized: () => void;
}

export function createBearerClient({
  fetch,
  tokens,
  fresh,
  renew,
  cookies,
  onUnauthorized,
}: Parts) {
  return async function bearerCall<C extends BearerCall>(
    key: C,
    input: InputOf<C>,
    signal?: AbortSignal,
  ): Promise<ReplyOf<C>> {
    if (!tokens()?.jwt) throw notLoggedIn();
    const attempt = ({ jwt }: Tokens) =>
      sendRequest(
        fetch,
        buildRequest(key, input, { Authorization: `Bearer ${jwt}` }, cookies()),
        signal,
      );

    let answer = await attempt(await fresh());
    if (
      answer.response.status === 401 &&
      problemError(answer.response, answer.body).code === 'invalid_token'
    ) {
      // A wrong clock, or a laptop that slept. Retry once with a new token.
      answer = await attempt(await renew());
    }
    if (!answer.response.ok) {
      if (answer.response.status === 401) onUnauthorized();
      throw await withWords(problemError(answer.response, answer.body));
    }
    return answer.body as ReplyOf<C>;
  };
}
