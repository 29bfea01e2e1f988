import { CurrentQueryClient } from '../lib/current-query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
  type ErrorRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { act, cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { permissionsOf } from '#contract/permissions.ts';
import type { AuthenticatedUser, User } from '#contract/people/endpoints.ts';
import type { School } from '#contract/schools/endpoints.ts';
import { known, parseSearch, stringifySearch } from '../lib/search-params.ts';
import { school } from '../lib/school.ts';
import { authStatus, noSession, session } from '../lib/session-store.ts';
import { ConfirmArea } from '../kit/confirm-area.tsx';
import { AlertArea } from '../ui/alert-area.tsx';
import { clearAlerts } from '../ui/alerts.ts';
import type { CallErrorCode } from '../lib/call-error.ts';

/*
 * const { asked, router } = await stage(<ProfileView uid="7" … />, { answers: { user_profile: () => ({ data: ana }) } });
 * Shows a part of the app as a browser would: the router, query cache and alert area are real, and the server returns `answers`, by the
 * last part of the path. Call `strike` in afterEach.
 */

// A dialog's code loads when it first opens, which takes a while on a busy machine.
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
  permissions: [],
  isListed: true,
  isCounted: false,
  locale: null,
  can: { visit: true, connect: false, message: false, edit: true },
};

/** The same person as an admin. */
export const admin: AuthenticatedUser = {
  ...me,
  isAdmin: true,
  permissions: [...permissionsOf('school')],
};

export const someSchool: School = {
  school_code: 'demo',
  name: 'Demo University',
  top_bar_bg_color: '005fbf',
  school_favicon: null,
  logo: null,
  config: {
    connect: true,
    messageStandalone: false,
    paper: 'A4',
    profileGroups: false,
    locale: 'en',
    layout: { topBar: false, slideOut: 'framed' },
  },
};

type Answer = (asked: Record<string, string>) => unknown;
export type Answers = Readonly<Record<string, Answer>>;

interface Asked {
  path: string;
  query: Record<string, string>;
  /** The request body. */
  body?: unknown;
}

/** Returns an error response of the server. */
export const failure = (
  status: number,
  code: CallErrorCode,
  fields?: Readonly<Record<string, string>>,
) => {
  const errors = Object.entries(fields ?? {}).map(([path, message]) => ({ path, message }));
  return Response.json({ code, title: code, status, errors }, { status });
};

/** Stubs the server with `answers`, and returns the list of its requests. */
export function playServer(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://campus.test');
    const path = url.pathname.split('/').at(-1) ?? '';
    const query = Object.fromEntries(url.searchParams);
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    asked.push({ path, query, ...(body !== undefined && { body }) });
    const answer = await answers[path]?.(query);
    if (answer instanceof Response) return answer;
    if (answer === undefined)
      return Response.json({}, { status: 404, headers: { 'X-Error-Status': '404' } });
    return Response.json(answer);
  });
  return asked;
}

interface Stage {
  answers?: Answers;
  isConnectOn?: boolean;
  /** The signed-in person. */
  user?: AuthenticatedUser;
  at?: string;
}

const Root = () => (
  <>
    <Outlet />
    <AlertArea />
    <ConfirmArea />
  </>
);
/** Makes a test fail when a component throws. */
const Crash = ({ error }: { error: unknown }): never => {
  throw error;
};

interface Played {
  path: string;
  component: RouteComponent;
}

/** Returns a router with a test's own pages, at the address of the window. */
export function play(
  pages: readonly Played[],
  {
    component = Outlet,
    ...options
  }: { component?: RouteComponent; defaultErrorComponent?: ErrorRouteComponent } = {},
) {
  const root = createRootRoute({ component });
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren(
      pages.map((own) =>
        createRoute({ getParentRoute: () => root, validateSearch: known, ...own }),
      ),
    ),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: Crash,
    ...options,
  });
  return router;
}

export async function stage(
  node: ReactNode,
  { answers = {}, isConnectOn = true, user = me, at = '/' }: Stage = {},
) {
  const asked = playServer(answers);
  school.set({ ...someSchool, config: { ...someSchool.config, connect: isConnectOn } });
  session.set({
    ...noSession,
    status: authStatus.LOGGED_IN,
    user,
    tokens: { csrfToken: 'c', jwt: 'j' },
    receivedAt: Date.now(),
  });
  window.history.replaceState(null, '', at);
  const component = () => node;
  const router = play(
    ['/embed/profile/$uid', '/$'].map((path) => ({ path, component })),
    { component: Root },
  );
  await router.load();
  const client = new CurrentQueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
  });
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(async () => undefined);
  return { ...view, asked, router, client };
}

/** Removes everything that the test has rendered or changed, so that the next test starts clean. */
export function resetStage(): void {
  cleanup();
  // Messages for screen readers stay in the document for some seconds, and other tests would find them.
  for (const log of document.querySelectorAll('[data-live-announcer] [role="log"]'))
    log.replaceChildren();
  clearAlerts();
  clearAlerts();
  session.set(noSession);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}
