import { InfiniteQueryObserver, QueryObserver, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Post } from '#contract/posts/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import { dispatchLive } from '../../lib/live.ts';
import { authStatus, noSession, session } from '../../lib/session-store.ts';
import { playServer } from '../../testing/stage.tsx';
import { feedPages, type FeedPage } from './post-cache.ts';
import { newestQuery } from './posts.data.ts';
import { subscribe } from './posts.live.ts';

beforeEach(() => {
  session.set({
    ...noSession,
    status: authStatus.LOGGED_IN,
    tokens: { csrfToken: 'csrf', jwt: 'jwt' },
    receivedAt: Date.now(),
  });
});
afterEach(() => {
  session.set(noSession);
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const key = [...feedPages, { scope: 'home' }] as const;
// These tests only look at these fields of cached posts.
const post = (id: string, more: Partial<Post> = {}) =>
  ({ id, text: `Text ${id}`, likes: 0, ...more }) as Post;
const answer = (...items: Post[]): FeedPage => ({
  items,
  pinned: null,
  nextCursor: null,
  visitedAt: null,
  scheduled: 0,
});
const page = (...items: Post[]): InfiniteData<FeedPage> => ({
  pages: [answer(...items)],
  pageParams: [null],
});
const shown = () =>
  queryClient
    .getQueryData<InfiniteData<FeedPage>>(key)
    ?.pages.flatMap(({ items }) => items.map(({ text, likes }) => [text, likes]));

test('[FEED-01] after missed events, the client reloads the newest posts once and a few other visible posts', async () => {
  // Each post loads after a random delay, which is zero here.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const older = ['3', '4', '5', '6', '7', '8'];
  const asked = playServer({
    feed: () => answer(post('1', { text: 'Edited', likes: 3 })),
    ...Object.fromEntries(older.map((id) => [id, () => post(id, { likes: 1 })])),
  });
  queryClient.setQueryData(key, page(...['1', '2', ...older].map((id) => post(id))));
  queryClient.setQueryData([...feedPages, { scope: 'school' }], page(post('9')));
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => answer(),
    initialPageParam: null,
    getNextPageParam: () => null,
    staleTime: Infinity,
  });
  const newest = new QueryObserver(queryClient, {
    ...newestQuery({ scope: 'home' }),
    initialData: answer(),
  });
  const leaves = [observer.subscribe(() => {}), newest.subscribe(() => {})];
  const stop = subscribe();
  // When a page connects for the first time, it loads no posts.
  dispatchLive({ kind: 'resync' });
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['feed']));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  for (let nth = 0; nth < 3; nth += 1) dispatchLive({ kind: 'resync' });
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      ['Edited', 3],
      ['Text 3', 1],
      ['Text 4', 1],
      ['Text 5', 1],
      ['Text 6', 0],
      ['Text 7', 0],
      ['Text 8', 0],
    ]),
  );
  expect(asked.map(({ path }) => path)).toEqual(['feed', 'feed', '2', '3', '4', '5']);
  stop();
  for (const leave of leaves) leave();
});

test('a browser waits for a random part of the event’s period before it loads new counts, but loads an edited post immediately', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const asked = playServer({ '1': () => post('1', { likes: 9 }) });
  queryClient.setQueryData(key, page(post('1')));
  const stop = subscribe();
  const event = { kind: 'posts_changed', post: '1', club: null } as const;
  try {
    dispatchLive({ ...event, what: 'counted', spreadMs: 60_000 });
    dispatchLive({ ...event, what: 'counted', spreadMs: 60_000 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toHaveLength(0);
    dispatchLive({ ...event, what: 'changed', spreadMs: 0 });
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    // The refresh for the edit also had the counts, but they may have changed since.
    expect(asked).toHaveLength(2);
    expect(shown()).toEqual([['Text 1', 9]]);
  } finally {
    stop();
    vi.useRealTimers();
  }
});
