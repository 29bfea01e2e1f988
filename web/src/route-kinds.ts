import { loginHref } from '#contract/redirect.ts';
import { isEmbedded } from './lib/host-page.ts';
import type { Address } from './lib/router/address.ts';
import { page, type Part, type Route } from './lib/router/router.ts';
import { authStatus, session } from './lib/session-store.ts';

/*
 * Kinds of routes: `inShell` is what a signed-in person sees with the bars, `bare` the same without them.
 */

export const isSignedIn = () => session.get().status === authStatus.LOGGED_IN;

// In a host's page the address stays: whoever is not signed in is offered it there (members-only.tsx).
const before = ({ href }: Address) => (isSignedIn() || isEmbedded() ? undefined : loginHref(href));

type Own = Pick<Route, 'search' | 'isKept'>;
const shell = page(() => import('./shell/app-shell.tsx'), 'AppShell');
const alone = page(() => import('./shell/members-only.tsx'), 'MembersOnly');
export const inShell = (
  path: string,
  parts: readonly Part[],
  own: Own = { search: [] },
): Route => ({
  path,
  parts: [shell, ...parts],
  // The bars do not jump when the menu comes; mostly it came with the page.
  data: async () => (await import('./shell/menu.data.ts')).prefetchMenu(),
  before,
  isMember: true,
  ...own,
});
export const bare = (path: string, part: Part): Route => ({
  path,
  parts: [alone, part],
  before,
  isMember: true,
  search: [],
});
/** An address that only leads on. */
export const leadsTo = (path: string, to: string): Route => ({
  path,
  parts: [],
  before: (address) => before(address) ?? to,
});
