// @apart
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getBursar } from '#contract/finances/calls.ts';
import { listCourses } from '#contract/courses/calls.ts';
import { me } from '../testing/stage.tsx';
import { CallError } from './call-error.ts';
import { queryClient } from './call.ts';
import { keepOfflineData } from './offline-data.ts';
import { showStoredReplies } from './offline-page.ts';
import { forgetStart, storedStart } from './offline-start.ts';
import { forgetOfflineData, readReplies, saveReplies } from './offline-store.ts';
import { school } from './school.ts';
import { authStatus, noSession, session } from './session-store.ts';

const enter = (uid: string) =>
  session.set({
    ...noSession,
    status: authStatus.LOGGED_IN,
    user: { ...me, uid },
    tokens: { csrfToken: 'c', jwt: 'j' },
  });
const key = [listCourses, {}] as const;
const stored = async (owner: string) => (await readReplies(owner)).map(({ data }) => data);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  school.set({ config: {}, name: 'Demo' } as never);
});
afterEach(async () => {
  queryClient.clear();
  session.set(noSession);
  localStorage.clear();
  await forgetOfflineData();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('replies of listed calls are stored for their owner, shown later as old data, and deleted for everyone else', async () => {
  enter('ana');
  keepOfflineData();
  expect(storedStart()?.user.uid).toBe('ana');
  queryClient.setQueryData(key, { items: ['Algebra'] });
  queryClient.setQueryData([getBursar, {}], { balance: 12 });
  await wait(4_000);
  await vi.waitFor(async () => expect(await stored('ana')).toEqual(['{"items":["Algebra"]}']));

  const before = queryClient.getQueryState(key)?.dataUpdatedAt;
  queryClient.clear();
  await showStoredReplies('ben');
  expect(queryClient.getQueryData(key)).toBeUndefined();
  await showStoredReplies('ana');
  expect(queryClient.getQueryData(key)).toEqual({ items: ['Algebra'] });
  expect(queryClient.getQueryState(key)).toMatchObject({
    dataUpdatedAt: before,
    isInvalidated: true,
  });

  // The server no longer shows it.
  await queryClient
    .fetchQuery({
      queryKey: key,
      queryFn: () =>
        Promise.reject(new CallError({ status: 403, code: 'forbidden', message: 'No' })),
      retry: false,
    })
    .catch(() => undefined);
  await vi.waitFor(async () => expect(await stored('ana')).toEqual([]));

  await saveReplies(
    [{ owner: 'ana', hash: 'h', key, data: '1', updatedAt: Date.now(), bytes: 1 }],
    () => true,
  );
  enter('ben');
  await vi.waitFor(async () => expect(await stored('ana')).toEqual([]));

  // Signed out in another tab: this tab still has the user, but stores nothing.
  forgetStart();
  queryClient.setQueryData(key, { items: ['Biology'] });
  await wait(4_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await stored('ben')).toEqual([]);
});

test('replies older than seven days are not shown', async () => {
  const old = Date.now() - 7 * 24 * 3_600_000 - 1;
  await saveReplies(
    [{ owner: 'ana', hash: 'h', key, data: '1', updatedAt: old, bytes: 1 }],
    () => true,
  );
  expect(await stored('ana')).toEqual([]);
});
