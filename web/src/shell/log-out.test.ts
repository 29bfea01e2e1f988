import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logout } from '#contract/sessions/calls.ts';
import { call } from '../lib/call.ts';
import { networkError } from '../lib/call-error.ts';
import { translate } from '../lib/messages.ts';
import { authStatus, noSession, session } from '../lib/session-store.ts';
import { me } from '../testing/stage.tsx';
import { alerts } from '../ui/alerts.ts';
import { logOut } from './log-out.ts';
import { unsentPart } from './unsent-part.ts';

vi.mock('../lib/call.ts', async (original) => ({
  ...(await original<typeof import('../lib/call.ts')>()),
  call: vi.fn<() => unknown>(),
}));
vi.mock('./unsent-part.ts', () => ({
  unsentPart: { load: vi.fn<() => unknown>(), preload: () => undefined },
}));

const asked = vi.mocked(call);
const load = vi.mocked(unsentPart.load);
const unsent = {
  canSignOut: vi.fn<(uid: string) => Promise<boolean>>(),
  forgetUnsent: vi.fn<(uid: string) => Promise<void>>(),
};
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
let isOnline = true;

beforeEach(() => {
  vi.useFakeTimers();
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response());
  asked.mockReset().mockResolvedValue({});
  load.mockReset().mockResolvedValue(unsent);
  unsent.canSignOut.mockReset().mockResolvedValue(true);
  unsent.forgetUnsent.mockReset().mockResolvedValue(undefined);
  session.set({
    ...noSession,
    status: authStatus.LOGGED_IN,
    user: me,
    tokens: { csrfToken: 'c', jwt: 'j' },
    receivedAt: 0,
  });
});
afterEach(() => {
  alerts.shown.set([]);
  session.set(noSession);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const leave = async (): Promise<boolean> => {
  const left = logOut(translate());
  await vi.advanceTimersByTimeAsync(5_000);
  return await left;
};
const said = () => alerts.shown.get().map(({ message }) => message);

test('logout stops with an error if the unsent messages dialog fails to load although the server responds', async () => {
  load.mockImplementation(lost);
  expect(await leave()).toBe(false);
  expect(load).toHaveBeenCalledTimes(2);
  expect(asked).not.toHaveBeenCalled();
  expect(window.location.assign).not.toHaveBeenCalled();
  expect(said()).toEqual(['Part of the page didn’t load. Reload and try again.']);
});

test('if the dialog loads on the second try, logout asks, calls the server and only then deletes unsent messages', async () => {
  load.mockImplementationOnce(lost);
  const steps: string[] = [];
  asked.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    steps.push('server responded');
    return {};
  });
  unsent.forgetUnsent.mockImplementation(async () => void steps.push('deleted'));
  expect(await leave()).toBe(true);
  expect(unsent.canSignOut).toHaveBeenCalledExactlyOnceWith(me.uid);
  expect(asked).toHaveBeenCalledExactlyOnceWith(logout, {});
  expect(unsent.forgetUnsent).toHaveBeenCalledExactlyOnceWith(me.uid);
  expect(steps).toEqual(['server responded', 'deleted']);
  expect(window.location.assign).toHaveBeenCalledOnce();
});

test('offline, logout shows an error and deletes nothing, whether or not the dialog loads', async () => {
  isOnline = false;
  asked.mockRejectedValue(networkError(new TypeError()));
  expect(await leave()).toBe(false);
  load.mockImplementation(lost);
  expect(await leave()).toBe(false);
  expect(said()).toEqual([
    expect.stringContaining('reach the server'),
    expect.stringContaining('reach the server'),
  ]);
  expect(unsent.forgetUnsent).not.toHaveBeenCalled();
});

test('a user who chooses to keep unsent messages stays signed in', async () => {
  unsent.canSignOut.mockResolvedValue(false);
  expect(await leave()).toBe(false);
  expect([asked.mock.calls, said()]).toEqual([[], []]);
});
