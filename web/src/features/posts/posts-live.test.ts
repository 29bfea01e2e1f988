import { InfiniteQueryObserver, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Post } from '#contract/posts/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import { dispatchLive } from '../../lib/live.ts';
import { authStatus, noSession, session } from '../../lib/session-store.ts';
import { playServer } from '../../testing/stage.tsx';
import { feedPages, type FeedPage } from './post-cache.ts';
import { subscribe } from './posts.live.ts';

beforeEach(() => {
  session.set({
    ...noSession,
    status: authStatus.LOGGED_IN,
    tokens: { csrfToken: 'csrf', jwt: 'jwt' },
    heldSince: Date.now(),
  });
});
afterEach(() => {
  session.set(noSession);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const key = [...feedPages, { scope: 'home' }] as const;
// What the cache holds of posts is not looked at beyond these.
const post = (id: string, more: Partial<Post> = {}) =>
  ({ id, text: `Text ${id}`, likes: 0, ...more }) as Post;
const page = (...items: Post[]): InfiniteData<FeedPage> => ({
  pages: [{ items, pinned: null, nextCursor: null, visitedAt: null, scheduled: 0 }],
  pageParams: [null],
});
const shown = () =>
  queryClient
    .getQueryData<InfiniteData<FeedPage>>(key)
    ?.pages.flatMap(({ items }) => items.map(({ text, likes }) => [text, likes]));

test('[FEED-01] a browser that was away asks what became of the posts on screen: edits, likes, deletions; of those that are not shown it asks nothing', async () => {
  const asked = playServer({
    '1': () => post('1', { text: 'Edited', likes: 3 }),
    '3': () => post('3'),
  });
  queryClient.setQueryData(key, page(post('1'), post('2'), post('3')));
  queryClient.setQueryData([...feedPages, { scope: 'school' }], page(post('9')));
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => page().pages[0],
    initialPageParam: null,
    getNextPageParam: () => null,
    staleTime: Infinity,
  });
  const leave = observer.subscribe(() => {});
  const stop = subscribe();
  // The first connecting of a page asks for no post.
  dispatchLive({ kind: 'resync' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual([]);
  dispatchLive({ kind: 'resync' });
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      ['Edited', 3],
      ['Text 3', 0],
    ]),
  );
  expect(asked.map(({ path }) => path).toSorted()).toEqual(['1', '2', '3']);
  stop();
  leave();
});
