import { afterEach, expect, test, vi } from 'vitest';
import { saveStartData, storedStart } from '../lib/offline-start.ts';
import { school } from '../lib/school.ts';
import { authStatus, noSession, session } from '../lib/session-store.ts';
import { me } from '../testing/stage.tsx';
import { signInHere } from './start-app.ts';
import { keptPart, offlineStorePart } from './kept-part.ts';

const forgetKept = vi.hoisted(() => vi.fn<() => Promise<void>>());
const forgetOfflineData = vi.hoisted(() => vi.fn<() => Promise<void>>());
const next = vi.hoisted(() => ({ user: null as unknown }));
vi.mock('./kept-part.ts', () => ({
  keptPart: { load: vi.fn<() => unknown>() },
  offlineStorePart: { load: vi.fn<() => unknown>() },
}));
vi.mock('../lib/start-authentication.ts', () => ({
  startAuthentication: () =>
    Promise.resolve({
      ...noSession,
      status: next.user === null ? authStatus.LOGGED_OUT : authStatus.LOGGED_IN,
      user: next.user,
    }),
}));

afterEach(() => {
  session.set(noSession);
  school.set(null);
  localStorage.clear();
});

test('signing in as another user deletes the previous user’s data from the device; an ended session deletes only pages', async () => {
  vi.mocked(keptPart.load).mockResolvedValue({ forgetKept });
  vi.mocked(offlineStorePart.load).mockResolvedValue({ forgetOfflineData } as never);
  school.set({ config: {} } as never);
  session.set({ ...noSession, status: authStatus.LOGGED_IN, user: me });
  saveStartData();
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
  expect(storedStart()).toBeNull();
  await vi.waitFor(() => expect(forgetKept).toHaveBeenCalledOnce());
});
