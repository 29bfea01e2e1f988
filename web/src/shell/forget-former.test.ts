import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOfflineData } from '../lib/offline-data.ts';
import { saveStartData, storedStart } from '../lib/offline-start.ts';
import { school } from '../lib/school.ts';
import { authStatus, noSession, session } from '../lib/session-store.ts';
import { me } from '../testing/stage.tsx';
import { signInAgain, signInHere } from './start-app.ts';
import { keptPart, offlineStorePart } from './kept-part.ts';

const forgetKept = vi.hoisted(() => vi.fn<() => Promise<void>>());
const forgetOfflineData = vi.hoisted(() => vi.fn<() => Promise<void>>());
const next = vi.hoisted(() => ({ user: null as unknown }));
vi.mock('./kept-part.ts', () => ({
  keptPart: { load: vi.fn<() => unknown>() },
  offlineStorePart: { load: vi.fn<() => unknown>() },
}));
vi.mock('../lib/offline-store.ts', () => ({ forgetOfflineData: () => Promise.resolve() }));
vi.mock('../lib/start-authentication.ts', () => ({
  startAuthentication: () =>
    Promise.resolve({
      ...noSession,
      status: next.user === null ? authStatus.LOGGED_OUT : authStatus.LOGGED_IN,
      user: next.user,
      tokens: next.user === null ? null : { csrfToken: 'c', jwt: 'j' },
    }),
}));

beforeEach(() => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  vi.mocked(keptPart.load).mockResolvedValue({ forgetKept });
  vi.mocked(offlineStorePart.load).mockResolvedValue({ forgetOfflineData } as never);
  school.set({ config: {} } as never);
});
afterEach(() => {
  session.set(noSession);
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  school.set(null);
  localStorage.clear();
});

test('signing in as another user deletes the previous user’s data from the device; an ended session deletes only pages', async () => {
  keepOfflineData();
  next.user = me;
  await signInHere(false);
  expect(forgetOfflineData).not.toHaveBeenCalled();
  // An ended session doesn't mean another person: their tickets still open at the door. Nothing else does.
  next.user = null;
  await signInHere(false);
  await vi.waitFor(() => expect(forgetOfflineData).toHaveBeenCalledOnce());
  expect(storedStart()).toMatchObject({ user: { uid: me.uid }, hasEnded: true });
  expect(forgetKept).not.toHaveBeenCalled();
  await signInHere(false);
  expect(forgetOfflineData).toHaveBeenCalledOnce();
  next.user = { ...me, uid: 'another' };
  await signInHere(false);
  expect(storedStart()).toMatchObject({ user: { uid: 'another' } });
  await vi.waitFor(() => expect(forgetKept).toHaveBeenCalledOnce());
});

test('if deleting pages fails at the end of a session, it runs again until it succeeds', async () => {
  session.set({ ...noSession, status: authStatus.LOGGED_IN, user: me });
  saveStartData();
  next.user = null;
  forgetOfflineData.mockRejectedValueOnce(new Error('blocked'));
  for (let visits = 0; visits < 3; visits += 1) {
    await signInHere(false);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(forgetOfflineData).toHaveBeenCalledTimes(2);
});

test('a page that was opened offline never shows the session of another person', async () => {
  session.set({ ...noSession, status: authStatus.LOGGED_IN, user: me });
  saveStartData();
  const seen: unknown[] = [];
  const stop = session.subscribe(() => seen.push(session.get().user?.uid));
  next.user = { ...me, uid: 'another' };
  await expect(signInAgain(me.uid)).rejects.toMatchObject({ status: 401 });
  expect(seen).toEqual([]);
  expect(forgetOfflineData).toHaveBeenCalledOnce();
  next.user = me;
  await signInAgain(me.uid);
  expect(seen).toEqual([me.uid]);
  stop();
});
