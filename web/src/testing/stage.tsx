import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { AuthenticatedUser, User } from '#contract/people.ts';
import type { School } from '#contract/schools.ts';
import { school } from '../lib/school.ts';
import { authStatus, noSession, session } from '../lib/session-store.ts';
import { AlertArea } from '../shell/alert-area.tsx';
import { clearAlerts } from '../shell/alerts.ts';

/*
 * const { asked, router } = await stage(<ProfileView uid="7" … />, { answers: { user_profile: () => ({ data: ana }) } });
 * Shows a part of the app as a browser would: router, query cache and alert area are real, the server is `answers`,
 * by the last part of the path. `strike` in afterEach.
 */

// A dialog's machinery loads with its first opening; on a busy machine that takes a while.
configure({ asyncUtilTimeout: 8_000 });

export const someone: User = {
  uid: '7',
  id: '7',
  firstName: 'Ana',
  lastName: 'Silva',
  photoUrl: null,
  largePhotoUrl: null,
  genderPronoun: null,
  accountType: 'Student',
  yearOfGraduation: null,
  major: null,
  connectionStatus: 0,
  visitableProfile: true,
  mutualCount: 0,
  mutuals: [],
  can: { visit: true, connect: true, message: false, edit: false },
};

export const me: AuthenticatedUser = {
  ...someone,
  uid: '1',
  id: '1',
  firstName: 'Mia',
  lastName: 'Own',
  connectionStatus: -1,
  accountTypeType: 'student',
  isAdmin: false,
  isListed: true,
  locale: null,
  can: { visit: true, connect: false, message: false, edit: true },
};

export const someSchool: School = {
  school_code: 'demo',
  name: 'Demo University',
  top_bar_bg_color: '005fbf',
  school_favicon: null,
  logo: null,
  config: { connect: true, messageStandalone: false, locale: 'en' },
};

type Answer = (asked: Record<string, string>) => unknown;
export type Answers = Readonly<Record<string, Answer>>;

/** A server that gives `answers`, and the list of what it was asked. */
export function playServer(answers: Answers): { path: string; query: Record<string, string> }[] {
  const asked: { path: string; query: Record<string, string> }[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://campus.test');
    const path = url.pathname.split('/').at(-1) ?? '';
    const query = Object.fromEntries(url.searchParams);
    asked.push({ path, query });
    const answer = await answers[path]?.(query);
    if (answer instanceof Response) return answer;
    if (answer === undefined) return Response.json({}, { status: 404, headers: { 'X-Error-Status': '404' } });
    return Response.json(answer);
  });
  return asked;
}

interface Stage {
  answers?: Answers;
  isConnectOn?: boolean;
  at?: string;
}

export async function stage(node: ReactNode, { answers = {}, isConnectOn = true, at = '/' }: Stage = {}) {
  const asked = playServer(answers);
  school.set({ ...someSchool, config: { ...someSchool.config, connect: isConnectOn } });
  session.set({ status: authStatus.LOGGED_IN, user: me, tokens: { csrfToken: 'c', jwt: 'j' }, heldSince: Date.now() });
  const root = createRootRoute({
    component: () => (
      <>
        {node}
        <AlertArea />
      </>
    ),
  });
  const routeTree = root.addChildren(['/', '/embed/profile/$uid', '$'].map((path) => createRoute({ getParentRoute: () => root, path })));
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) =>
      Object.keys(search).length === 0 ? '' : `?${new URLSearchParams(search as Record<string, string>).toString()}`,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => router.load());
  return { ...view, asked, router, client };
}

/** Takes the stage down, so that the next test finds nothing of it. */
export function strike(): void {
  cleanup();
  clearAlerts();
  clearAlerts();
  session.set(noSession);
  vi.unstubAllGlobals();
}
