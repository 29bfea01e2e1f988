// @apart
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getBursar } from '#contract/finances/calls.ts';
import { listCourses } from '#contract/courses/calls.ts';
import { me } from '../testing/stage.tsx';
import { CallError } from './call-error.ts';
import { queryClient } from './call.ts';
import { keepOfflineData } from './offline-data.ts';
import { followOfflinePage, showStoredReplies } from './offline-page.ts';
import { forgetStart, storedStart } from './offline-start.ts';
import { offlinePage, signInWhenReached } from './offline-state.ts';
import {
  forgetOfflineData,
  readPages,
  readReplies,
  savePage,
  saveReplies,
} from './offline-store.ts';
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

test('a tab of the previous person leaves the data of the person who signed in in another tab', async () => {
  enter('ana');
  keepOfflineData();
  // Ben signs in in another tab.
  localStorage.setItem(
    'offline-start',
    JSON.stringify({ ...storedStart(), user: { ...me, uid: 'ben' } }),
  );
  await saveReplies(
    [{ owner: 'ben', hash: 'h', key, data: '1', updatedAt: Date.now(), bytes: 1 }],
    () => true,
  );
  session.set({ ...session.get(), tokens: { csrfToken: 'c', jwt: 'renewed' } });
  queryClient.setQueryData(key, { items: ['Chemistry'] });
  await wait(4_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(storedStart()?.user.uid).toBe('ben');
  expect(await stored('ben')).toEqual(['1']);
  expect(await stored('ana')).toEqual([]);
});

test('a reply that the server no longer shows is not stored, even if it arrived a moment ago', async () => {
  enter('ana');
  keepOfflineData();
  queryClient.setQueryData(key, { items: ['Algebra'] });
  queryClient.setQueryData([listCourses, { page: 2 }], { items: ['Botany'] });
  await queryClient
    .fetchQuery({
      queryKey: key,
      queryFn: () =>
        Promise.reject(new CallError({ status: 404, code: 'not_found', message: 'No' })),
      retry: false,
      staleTime: 0,
    })
    .catch(() => undefined);
  await wait(4_000);
  await vi.waitFor(async () => expect(await stored('ana')).toEqual(['{"items":["Botany"]}']));
});

test('a reply is deleted if the state of its query says that the server no longer shows it', async () => {
  enter('ana');
  keepOfflineData();
  queryClient.setQueryData(key, { items: ['Algebra'] });
  await wait(4_000);
  await vi.waitFor(async () => expect(await stored('ana')).toHaveLength(1));
  const error = new CallError({ status: 404, code: 'not_found', message: 'No' });
  queryClient.getQueryCache().find({ queryKey: key })?.setState({ status: 'error', error });
  await vi.waitFor(async () => expect(await stored('ana')).toEqual([]));
});

test('stored replies stay in memory while there is no network', async () => {
  await saveReplies(
    [{ owner: 'ana', hash: 'h', key, data: '1', updatedAt: Date.now(), bytes: 1 }],
    () => true,
  );
  await showStoredReplies('ana');
  await wait(11 * 60_000);
  expect(queryClient.getQueryData(key)).toBe(1);
});

test('a page that was loaded online, and whose data is never stored, keeps the plain notice', async () => {
  enter('ana');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  followOfflinePage(() => undefined);
  await wait(1_000);
  expect(offlinePage.get()).toBeNull();
  signInWhenReached.set(() => Promise.resolve());
  await wait(1_000);
  await vi.waitFor(() => expect(offlinePage.get()).toMatchObject({ updatedAt: null }));
  signInWhenReached.set(null);
  vi.restoreAllMocks();
});

test('turning off offline pages deletes stored replies', async () => {
  await saveReplies(
    [{ owner: 'ana', hash: 'h', key, data: '1', updatedAt: Date.now(), bytes: 1 }],
    () => true,
  );
  document.head.innerHTML = '<meta name="worker" content="off">';
  keepOfflineData();
  document.head.innerHTML = '';
  await vi.waitFor(async () => expect(await stored('ana')).toEqual([]));
});

test('replies older than seven days are not shown', async () => {
  const old = Date.now() - 7 * 24 * 3_600_000 - 1;
  await saveReplies(
    [{ owner: 'ana', hash: 'h', key, data: '1', updatedAt: old, bytes: 1 }],
    () => true,
  );
  expect(await stored('ana')).toEqual([]);
});

test('replies and pages of another release are not shown', async () => {
  const script = vi.spyOn(document, 'querySelector');
  const release = (name: string) => script.mockReturnValue({ src: `/assets/${name}.js` } as never);
  const shown = async () => [await stored('ana'), (await readPages('ana')).length];
  release('start-1');
  await saveReplies(
    [{ owner: 'ana', hash: 'h', key, data: '1', updatedAt: Date.now(), bytes: 1 }],
    () => true,
  );
  await savePage({ owner: 'ana', href: '/', title: 'Home', at: Date.now() }, () => true);
  expect(await shown()).toEqual([['1'], 1]);
  release('start-2');
  expect(await shown()).toEqual([[], 0]);
  script.mockRestore();
});
