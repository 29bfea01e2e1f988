import type { Tokens } from '#contract/sessions/endpoints.ts';
import { shellAtFirst } from '#contract/layout.ts';
import type { HostSession } from '#contract/embedding/host-messages.ts';
import { authenticate } from '#contract/people/calls.ts';
import { getSchool } from '#contract/schools/calls.ts';
import { getTokens } from '#contract/sessions/calls.ts';
import { CallError } from '../lib/call-error.ts';
import { call, queryClient } from '../lib/call.ts';
import {
  takePreloaded,
  takePreloadedTokens,
  takeRemainingPreloaded,
} from '../lib/preloaded-data.ts';
import { greetHost, host } from '../lib/host-page.ts';
import { takeSession, type HandedSession } from '../lib/host-session.ts';
import { paths } from '../paths.ts';
import { readLanguageRules, startLanguage } from '../lib/messages.ts';
import { isOfflineCopy } from '../lib/offline-copy.ts';
import { storedStart } from '../lib/offline-start.ts';
import { nextTask } from '../lib/next-task.ts';
import { applySchoolTheme } from '../lib/school-theme.ts';
import { school } from '../lib/school.ts';
import { authStatus, noSession, session, type Session } from '../lib/session-store.ts';
import { startAuthentication } from '../lib/start-authentication.ts';
import { createStore } from '../lib/store.ts';
import { forgetFormer } from './forget-former.ts';

/** Loading until the school has loaded and authentication has started (AUTH-11). */
export type AppState = { kind: 'loading' } | { kind: 'failed'; error: unknown } | { kind: 'ready' };

export const appState = createStore<AppState>({ kind: 'loading' });

/** `load` fetches what is shown first, once it is known who is here. */
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
      // It colours the page while the host thinks.
      applySchoolTheme(handed);
      await nextTask();
    }
    const init = await greeting;
    const brought = init?.school;
    const loaded =
      handed ??
      // A host may hold an answer of before schools had some of their settings.
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

/** Without network: who was here last, on the pages that open then. What they do is sent later, with tokens of its own. */
async function enterOffline(): Promise<boolean> {
  const start = storedStart();
  if (start === null) return false;
  applySchoolTheme(start.school);
  school.set(start.school);
  await enter({ ...noSession, status: authStatus.LOGGED_IN, user: start.user });
  return true;
}

/** Looks up who is here and speaks their language; after a login with the tokens that came with it. */
export async function signInHere(isPublicMode: boolean, tokens?: Tokens): Promise<void> {
  await enter(
    await startAuthentication({
      isPublicMode,
      lookUp: async () =>
        takePreloaded(authenticate, { source: 'sep' }) ?? call(authenticate, { source: 'sep' }),
      fetchTokens: async () => tokens ?? takePreloadedTokens() ?? call(getTokens, {}),
      now: Date.now,
    }),
  );
}

/**
 * Signs in with what a host or the sign-in window hands over; answers whether it did. Whoever was here before is not any more,
 * and what came with the page was theirs. A code or token that is nothing any more leaves nobody signed in.
 */
export const signInAs = (given: HostSession, origin: string): Promise<boolean> =>
  signInWith(() => takeSession(given, origin));

/** The same with a session that is had in another way. */
export async function signInWith(take: () => Promise<HandedSession>): Promise<boolean> {
  takeRemainingPreloaded();
  queryClient.clear();
  let next: Session = { ...noSession, status: authStatus.LOGGED_OUT };
  try {
    const { tokens, carrier, heldSince } = await take();
    // The lookup is theirs already, and nobody is shown meanwhile.
    session.set({ ...session.get(), user: null, tokens, carrier, heldSince });
    const found = await startAuthentication({
      isPublicMode: false,
      lookUp: () => call(authenticate, { source: 'sep' }),
      fetchTokens: async () => tokens,
      now: () => heldSince,
    });
    if (found.user !== null) next = { ...found, carrier };
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0 || error.status >= 500) throw error;
  }
  await enter(next);
  return next.user !== null;
}

async function enter(next: Session): Promise<void> {
  // Whoever verifies a document has mostly never been to this school.
  const isOfVisitor = window.location.pathname.startsWith(paths.verify);
  await startLanguage(next.user?.locale, school.get()?.config.locale, isOfVisitor);
  session.set(next);
  if (next.user !== null) void forgetFormer(next.user.uid);
}
