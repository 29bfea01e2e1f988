import { keepPreviousData, notifyManager, queryOptions } from '@tanstack/react-query';
import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { getTokens } from '#contract/sessions/calls.ts';
import { createBearerClient } from './bearer-client.ts';
import { CallError } from './call-error.ts';
import { CurrentQueryClient } from './current-query-client.ts';
import { cookieApiCalls, createCookieClient, type CookieCall } from './cookie-client.ts';
import { clearSession, session } from './session-store.ts';
import { createTokenRenewal } from './token-renewal.ts';

/*
 * How features call the server, with calls from `#contract/<feature>/calls.ts`:
 *   call(changePassword, { currentPassword, newPassword })          one call, typed by the contract
 *   useQuery(callQuery(listConnections, { list: 'incoming' }))      server data; the query key is [call, input]
 *   queryClient.invalidateQueries({ queryKey: [listConnections] })
 * Every failure is a CallError (call-error.ts); `errorText` of error-text.ts has its text in the person's language.
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
    return (key === getTokens ? held : await renewal.fresh()).jwt;
  },
  onUnauthorized: clearSession,
});

const renewal = createTokenRenewal({
  held: () => {
    const { tokens: current, heldSince } = session.get();
    return current && { tokens: current, heldSince };
  },
  fetchTokens: () => cookieCall(getTokens, {}),
  save: (next) => session.set({ ...session.get(), tokens: next, heldSince: Date.now() }),
  now: Date.now,
});

/** What every client of API v1 stands on; upload.ts makes one that tells its progress. */
export const bearerParts = { tokens, cookies, onUnauthorized: clearSession, ...renewal };
const bearerCall = createBearerClient({ fetch: fetchHere, ...bearerParts });

const isCookieCall = (to: Call): to is CookieCall =>
  to.startsWith('GET /mobile_ws/') || (cookieApiCalls as readonly Call[]).includes(to);

/** Makes a call with the client that its path needs. */
export function call<C extends Call>(
  to: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<ReplyOf<C>> {
  // A type parameter doesn't narrow in a condition, so the types can't show that each client gets its own calls.
  const client = (isCookieCall(to) ? cookieCall : bearerCall) as (
    to: Call,
    input: unknown,
    signal?: AbortSignal,
  ) => Promise<unknown>;
  return client(to, input, signal) as Promise<ReplyOf<C>>;
}

/** Query options of a call. The query key is the call and its input. */
export const callQuery = <C extends Call>(to: C, input: InputOf<C>) =>
  queryOptions({
    queryKey: [to, input] as const,
    queryFn: ({ signal }) => call(to, input, signal),
  });

/** Like `callQuery`, but keeps the previous data while a changed input loads. */
export const steadyCallQuery = <C extends Call>(to: C, input: InputOf<C>) => ({
  ...callQuery(to, input),
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
