import { afterEach, expect, test, vi } from 'vitest';
import { saveStartData, storedStart } from '../lib/offline-start.ts';
import { school } from '../lib/school.ts';
import { authStatus, noSession, session } from '../lib/session-store.ts';
import { me } from '../testing/stage.tsx';
import { signInHere } from './start-app.ts';
import { keptPart } from './kept-part.ts';

const forgetKept = vi.hoisted(() => vi.fn<() => Promise<void>>());
const next = vi.hoisted(() => ({ user: null as unknown }));
vi.mock('./kept-part.ts', () => ({ keptPart: { load: vi.fn<() => unknown>() } }));
vi.mock('../lib/start-authentication.ts', () => ({
  startAuthentication: () => Promise.resolve({ ...noSession, user: next.user }),
}));

afterEach(() => {
  session.set(noSession);
  school.set(null);
  localStorage.clear();
});

test('signing in as another user deletes the previous user’s data from the device; an expired session doesn’t', async () => {
  vi.mocked(keptPart.load).mockResolvedValue({ forgetKept });
  school.set({ config: {} } as never);
  session.set({ ...noSession, status: authStatus.LOGGED_IN, user: me });
  saveStartData();
  next.user = me;
  await signInHere(false);
  // An expired session doesn't mean another person: their tickets still open at the door.
  next.user = null;
  await signInHere(false);
  expect(storedStart()?.user.uid).toBe(me.uid);
  expect(forgetKept).not.toHaveBeenCalled();
  next.user = { ...me, uid: 'another' };
  await signInHere(false);
  expect(storedStart()).toBeNull();
  await vi.waitFor(() => expect(forgetKept).toHaveBeenCalledOnce());
});
