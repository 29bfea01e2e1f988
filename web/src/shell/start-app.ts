import type { Tokens } from '#contract/sessions.ts';
import { call, queryClient } from '../lib/call.ts';
import { takeFirst, takeFirstTokens, takeRest } from '../lib/first-answers.ts';
import { startLanguage } from '../lib/messages.ts';
import { applySchoolTheme } from '../lib/school-theme.ts';
import { school } from '../lib/school.ts';
import { session } from '../lib/session-store.ts';
import { startAuthentication } from '../lib/start-authentication.ts';
import { createStore } from '../lib/store.ts';

/** Loading until the school has loaded and authentication has started (AUTH-11). */
export type AppState = { kind: 'loading' } | { kind: 'failed'; error: unknown } | { kind: 'ready' };

export const appState = createStore<AppState>({ kind: 'loading' });

/** `load` fetches what is shown first, once it is known who is here. */
export async function startApp(isPublicMode: boolean, load: () => Promise<void>): Promise<void> {
  appState.set({ kind: 'loading' });
  try {
    const loaded = takeFirst('GET /mobile_ws/v18/school', {}) ?? (await call('GET /mobile_ws/v18/school', {}));
    applySchoolTheme(loaded);
    school.set(loaded);
    await signInHere(isPublicMode);
    for (const { key, input, answer } of takeRest()) queryClient.setQueryData([key, input], answer);
    await load();
    appState.set({ kind: 'ready' });
  } catch (error) {
    await startLanguage(null, undefined);
    appState.set({ kind: 'failed', error });
  }
}

/** Looks up who is here and speaks their language; after a login with the tokens that came with it. */
export async function signInHere(isPublicMode: boolean, tokens?: Tokens): Promise<void> {
  const next = await startAuthentication({
    isPublicMode,
    lookUp: async () =>
      takeFirst('GET /mobile_ws/v18/authentication', { source: 'sep' }) ?? call('GET /mobile_ws/v18/authentication', { source: 'sep' }),
    fetchTokens: async () => tokens ?? takeFirstTokens() ?? call('GET /mobile_ws/v18/auth_tokens', {}),
    now: Date.now,
  });
  await startLanguage(next.user?.locale, school.get()?.config.locale);
  session.set(next);
}
