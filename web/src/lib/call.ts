import { CurrentQueryClient } from './current-query-client.ts';
import { keepPreviousData, notifyManager, queryOptions } from '@tanstack/react-query';
import type { CallKey, InputOf, ReplyOf } from '#contract/endpoints.ts';
import { createBearerClient } from './bearer-client.ts';
import { CallError } from './call-error.ts';
import { cookieApiCalls, createCookieClient, type CookieCall } from './cookie-client.ts';
import { clearSession, session } from './session-store.ts';
import { createTokenRenewal } from './token-renewal.ts';

/*
 * How a feature speaks to the server:
 *   call('POST /api/v1/password', { currentPassword, newPassword })      one call, typed by the contract
 *   useQuery(callQuery('GET /api/v1/connections', { list: 'incoming' })) server data; the key is [call, input]
 *   queryClient.invalidateQueries({ queryKey: ['GET /api/v1/connections'] })
 * Every failure is a CallError (call-error.ts); `errorText` of error-text.ts says it in the person's language.
 */

const fetchHere = (url: string, init: RequestInit) => fetch(url, init);
const tokens = () => session.get().tokens;
const cookies = () => document.cookie;

const cookieCall = createCookieClient({
  fetch: fetchHere,
  tokens,
  cookies,
  standIn: async (key) => {
    const { tokens: held, carrier } = session.get();
    // A code or a launch is nobody's yet.
    if (carrier === 'cookie' || held === null || /^POST .*\/(?:embed|lti)\//.test(key)) return null;
    // Renewing is done with the token at hand.
    return (key === 'GET /mobile_ws/v18/auth_tokens' ? held : await renewal.fresh()).jwt;
  },
  onUnauthorized: clearSession,
});

const renewal = createTokenRenewal({
  held: () => {
    const { tokens: current, heldSince } = session.get();
    return current && { tokens: current, heldSince };
  },
  fetchTokens: () => cookieCall('GET /mobile_ws/v18/auth_tokens', {}),
  save: (next) => session.set({ ...session.get(), tokens: next, heldSince: Date.now() }),
  now: Date.now,
});

/** What every client of API v1 stands on; upload.ts makes one that tells its progress. */
export const bearerParts = { tokens, cookies, onUnauthorized: clearSession, ...renewal };
const bearerCall = createBearerClient({ fetch: fetchHere, ...bearerParts });

const isCookieCall = (key: CallKey): key is CookieCall =>
  key.startsWith('GET /mobile_ws/') || (cookieApiCalls as readonly CallKey[]).includes(key);

/** One call by its key, on the client that its path belongs to. */
export function call<K extends CallKey>(
  key: K,
  input: InputOf<K>,
  signal?: AbortSignal,
): Promise<ReplyOf<K>> {
  // The key decides which client may take it; a type parameter cannot carry that through a condition.
  const client = (isCookieCall(key) ? cookieCall : bearerCall) as (
    key: CallKey,
    input: unknown,
    signal?: AbortSignal,
  ) => Promise<unknown>;
  return client(key, input, signal) as Promise<ReplyOf<K>>;
}

/** Query options of a call: its key and input are the cache key. */
export const callQuery = <K extends CallKey>(key: K, input: InputOf<K>) =>
  queryOptions({
    queryKey: [key, input] as const,
    queryFn: ({ signal }) => call(key, input, signal),
  });

/** The same, showing the former answer while a changed input loads. */
export const steadyCallQuery = <K extends CallKey>(key: K, input: InputOf<K>) => ({
  ...callQuery(key, input),
  placeholderData: keepPreviousData,
});

// In the same task as the event: by default React puts a switch back first and shows the choice a task later.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new CurrentQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // An answer of the server does not change by asking again; a lost connection may. Once and soon: people wait for
      // what happened, and have a button to try again.
      retry: (failures, error) =>
        failures < 1 &&
        (!(error instanceof CallError) || error.status === 0 || error.status >= 502),
      retryDelay: 400,
      // Offline a call fails and says so instead of waiting unseen; what failed is asked again when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
