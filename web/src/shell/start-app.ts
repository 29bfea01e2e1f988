import type { Tokens } from '#contract/sessions/endpoints.ts';
import { shellAtFirst } from '#contract/layout.ts';
import type { HostSession } from '#contract/embedding/host-messages.ts';
import { authenticate } from '#contract/people/calls.ts';
import { getSchool } from '#contract/schools/calls.ts';
import { getTokens } from '#contract/sessions/calls.ts';
import { CallError, notLoggedIn } from '../lib/call-error.ts';
import { call, queryClient } from '../lib/call.ts';
import {
  takePreloaded,
  takePreloadedTokens,
  takeRemainingPreloaded,
} from '../lib/preloaded-data.ts';
import { greetHost, host } from '../lib/host-page.ts';
import { takeSession, type ReceivedSession } from '../lib/host-session.ts';
import { paths } from '../paths.ts';
import { readLanguageRules, startLanguage } from '../lib/messages.ts';
import { isDoorPage } from '../lib/door-pages.ts';
import { storedStart } from '../lib/offline-start.ts';
import { signInWhenReached } from '../lib/offline-state.ts';
import { nextTask } from '../lib/next-task.ts';
import { applySchoolTheme } from '../lib/school-theme.ts';
import { school } from '../lib/school.ts';
import { authStatus, noSession, session, type Session } from '../lib/session-store.ts';
import { startAuthentication } from '../lib/start-authentication.ts';
import { createStore } from '../lib/store.ts';
import { isOfflineCopy } from '../lib/worker.ts';
import { clearPreviousUser, forgetPages } from './forget-former.ts';
import { offlinePart } from './kept-part.ts';

/** Loading until the school has loaded and authentication has started (AUTH-11). */
export type AppState = { kind: 'loading' } | { kind: 'failed'; error: unknown } | { kind: 'ready' };

export const appState = createStore<AppState>({ kind: 'loading' });

session.subscribe(() => {
  if (session.get().status === authStatus.LOGGED_OUT) void forgetPages();
});

/** `load` loads the first page, once the user is known. */
export async function startApp(isPublicMode: boolean, load: () => Promise<void>): Promise<void> {
  appState.set({ kind: 'loading' });
  try {
    if (isOfflineCopy() && (await enterOffline())) {
      await load();
      appState.set({ kind: 'ready' });
      return;
    }
    const greeting = isPublicMode ? Promise.resolve(null) : greetHost();
    const handed = takePreloaded(getSchool, {});
    if (handed) {
      // Apply the school's color while waiting for the host.
      applySchoolTheme(handed);
      await nextTask();
    }
    const init = await greeting;
    const brought = init?.school;
    const loaded =
      handed ??
      // The host's copy may be older than some of the school's settings.
      (brought && {
        ...brought,
        config: {
          layout: shellAtFirst,
          paper: 'A4' as const,
          profileGroups: false,
          ...brought.config,
        },
      }) ??
      (await call(getSchool, {}));
    if (loaded !== handed) applySchoolTheme(loaded);
    school.set(loaded);
    if (init?.session) await signInAs(init.session, host.get() ?? '');
    else await signInHere(isPublicMode);
    for (const { key, input, answer } of takeRemainingPreloaded())
      queryClient.setQueryData([key, input], answer);
    await Promise.all([load(), readLanguageRules()]);
    appState.set({ kind: 'ready' });
  } catch (error) {
    await startLanguage(null, undefined);
    appState.set({ kind: 'failed', error });
  }
}

/** Interval for trying to reach the server after the app opened from the device, in milliseconds. */
const tryMs = 15_000;

/** Offline, uses the last user and their stored data. Their actions are sent later, with their own tokens. */
async function enterOffline(): Promise<boolean> {
  const start = storedStart();
  if (start === null || (start.hasEnded === true && !isDoorPage(window.location.pathname)))
    return false;
  const { uid } = start.user;
  applySchoolTheme(start.school);
  school.set(start.school);
  // Without the stored data, the pages say that it is missing.
  if (start.hasEnded !== true)
    await offlinePart
      .load()
      .then(({ showStoredReplies }) => showStoredReplies(uid))
      .catch(() => undefined);
  await enter({ ...noSession, status: authStatus.LOGGED_IN, user: start.user });
  let running: Promise<void> | null = null;
  const signIn = () => (running ??= signInOrReload(uid).finally(() => (running = null)));
  signInWhenReached.set(signIn);
  const tryOnce = () => {
    if (signInWhenReached.get() === null) clearInterval(timer);
    else if (!isDoorPage(window.location.pathname)) void signIn().catch(() => undefined);
  };
  const timer = setInterval(tryOnce, tryMs);
  window.addEventListener('online', tryOnce);
  return true;
}

async function signInOrReload(uid: string): Promise<void> {
  try {
    await signInAgain(uid);
    void queryClient.invalidateQueries();
  } catch (error) {
    const isOther = error instanceof CallError && error.status === 401;
    // A page load, so that nothing of the previous person stays in memory.
    if (isOther && !isDoorPage(window.location.pathname)) window.location.reload();
    throw error;
  }
}

/** Signs in the same person again. The page stays open while they are signed out. */
export async function signInAgain(uid: string): Promise<void> {
  const found = await findSession(false);
  if (found.user?.uid === uid) return enter(found);
  // Someone else may have signed in in another tab. Their data stays.
  if (found.user?.uid !== storedStart()?.user.uid) await forgetPages();
  throw notLoggedIn();
}

/** Loads the user and their language. After a sign-in, it uses the tokens that came with it. */
export async function signInHere(isPublicMode: boolean, tokens?: Tokens): Promise<void> {
  await enter(await findSession(isPublicMode, tokens));
}

const findSession = (isPublicMode: boolean, tokens?: Tokens): Promise<Session> =>
  startAuthentication({
    isPublicMode,
    lookUp: async () =>
      takePreloaded(authenticate, { source: 'sep' }) ?? call(authenticate, { source: 'sep' }),
    fetchTokens: async () => tokens ?? takePreloadedTokens() ?? call(getTokens, {}),
    now: Date.now,
  });

/**
 * Signs in with a session from a host or the sign-in window, and returns whether it succeeded. It signs out the previous
 * user, and discards the data that came with their page. An expired code or token leaves no user signed in.
 */
export const signInAs = (given: HostSession, origin: string): Promise<boolean> =>
  signInWith(() => takeSession(given, origin));

/** Signs in with a session from another source. */
export async function signInWith(take: () => Promise<ReceivedSession>): Promise<boolean> {
  takeRemainingPreloaded();
  queryClient.clear();
  let next: Session = { ...noSession, status: authStatus.LOGGED_OUT };
  try {
    const { tokens, credential, receivedAt } = await take();
    // The lookup already uses the new session, and no user is shown until it returns.
    session.set({
      ...session.get(),
      user: null,
      tokens,
      credential,
      receivedAt,
    });
    const found = await startAuthentication({
      isPublicMode: false,
      lookUp: () => call(authenticate, { source: 'sep' }),
      fetchTokens: async () => tokens,
      now: () => receivedAt,
    });
    if (found.user !== null) next = { ...found, credential };
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0 || error.status >= 500) throw error;
  }
  await enter(next);
  return next.user !== null;
}

async function enter(next: Session): Promise<void> {
  // People who verify a document have usually never been to this school's site.
  const { pathname } = window.location;
  const isOfEmployer = pathname === paths.employer || pathname.startsWith(`${paths.employer}/`);
  const isOfVisitor = pathname.startsWith(paths.verify) || isOfEmployer;
  // A person may use a browser that an employer used before, or the other way around.
  await startLanguage(
    isOfEmployer ? null : next.user?.locale,
    school.get()?.config.locale,
    isOfVisitor,
  );
  // Before the session, whose subscribers store this user as the device's owner (lib/offline-data.ts).
  if (next.user !== null) void clearPreviousUser(next.user.uid);
  session.set(next);
  if (next.tokens !== null) signInWhenReached.set(null);
}
