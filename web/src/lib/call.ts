import { keepPreviousData, notifyManager, queryOptions } from '@tanstack/react-query';
import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { authenticate } from '#contract/people/calls.ts';
import { getSchool } from '#contract/schools/calls.ts';
import { getTokens } from '#contract/sessions/calls.ts';
import { createBearerClient } from './bearer-client.ts';
import { CallError } from './call-error.ts';
import { CurrentQueryClient } from './current-query-client.ts';
import { isDoorPage } from './door-pages.ts';
import { signInWhenReached } from './offline-state.ts';
import { cookieApiCalls, createCookieClient, type CookieCall } from './cookie-client.ts';
import { clearSession, session } from './session-store.ts';
import { createTokenRenewal } from './token-renewal.ts';

/*
 * Features call the server with calls from `#contract/<feature>/calls.ts`:
 *
 * call(changePassword, { currentPassword, newPassword }): a call, typed by the contract
 * useQuery(callQuery(listConnections, { list: 'incoming' })): server data; the query key is [call, input]
 * queryClient.invalidateQueries({ queryKey: [listConnections] })
 *
 * Every error is a CallError (call-error.ts). `errorText` of error-text.ts returns its text in the user's language.
 */

const fetchHere = (url: string, init: RequestInit) => fetch(url, init);
const tokens = () => session.get().tokens;
const cookies = () => document.cookie;

const cookieCall = createCookieClient({
  fetch: fetchHere,
  tokens,
  cookies,
  standIn: async (key) => {
    const { tokens: held, credential } = session.get();
    // Exchanging a code or launch doesn't need a token.
    if (credential === 'cookie' || held === null || /^POST .*\/(?:embed|lti)\//.test(key))
      return null;
    // Renewal uses the current token.
    return (key === getTokens ? held : await renewal.fresh()).jwt;
  },
  onUnauthorized: clearSession,
});

const renewal = createTokenRenewal({
  held: () => {
    const { tokens: current, receivedAt } = session.get();
    return current && { tokens: current, receivedAt };
  },
  fetchTokens: () => cookieCall(getTokens, {}),
  save: (next) => session.set({ ...session.get(), tokens: next, receivedAt: Date.now() }),
  // A page load, so that nothing of the previous person stays in memory. At the door, the scanner stays open.
  onOtherPerson: () => {
    if (!isDoorPage(window.location.pathname)) window.location.reload();
  },
  now: Date.now,
});

/** Calls that sign the user in. After an offline start, all other calls wait for them. */
const opening: readonly Call[] = [getSchool, authenticate, getTokens];

/** Runs when the user is signed in. Without network, it fails like any call. */
const afterSignIn = <T>(run: () => Promise<T>): Promise<T> => {
  const signIn = signInWhenReached.get();
  return signIn === null ? run() : signIn().then(run);
};

/** The parts that every client of API v1 needs. upload.ts creates one that reports its progress. */
export const bearerParts = {
  tokens,
  cookies,
  onUnauthorized: clearSession,
  fresh: () => afterSignIn(renewal.fresh),
  renew: () => afterSignIn(renewal.renew),
};
const bearerCall = createBearerClient({ fetch: fetchHere, ...bearerParts });

const isCookieCall = (to: Call): to is CookieCall =>
  to.startsWith('GET /mobile_ws/') || (cookieApiCalls as readonly Call[]).includes(to);

/**
 * Makes a call with the client that its path needs. For API v1, `bearerCall` adds the JWT, which `renewal` renews before it expires, and
 * repeats the call once if the server rejects the JWT. Both clients build the request and wait for the response in request.ts.
 */
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
  const run = () => client(to, input, signal) as Promise<ReplyOf<C>>;
  return opening.includes(to) ? run() : afterSignIn(run);
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

// Notify in the same task as the event. By default, React would first revert a switch and show the choice a task later.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new CurrentQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // Retrying doesn't change a server's response, but may help after a lost connection. Retry once and soon: users are
      // waiting, and have a button to retry.
      retry: (failures, error) =>
        failures < 1 &&
        (!(error instanceof CallError) || error.status === 0 || error.status >= 502),
      retryDelay: 400,
      // Offline, a call fails visibly instead of pausing. Failed queries refetch when the connection returns.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
