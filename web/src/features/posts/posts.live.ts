import type { Post } from '#contract/posts/endpoints.ts';
import { listComments, readPost } from '#contract/posts/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import {
  isPostCached,
  isNewestQuery,
  newestPosts,
  putPost,
  removePost,
  scheduledPages,
  shownPosts,
} from './post-cache.ts';

/**
 * Clients refetch at a random time within this period after a count changes, so that they don't all call at once. The server
 * asks for a longer one if many people receive the event. In milliseconds.
 */
const leastSpreadMs = 1_500;
/** After announcing changed counts, the server stays silent for this long, in milliseconds. */
const quietMs = 1_000;
const waiting = new Set<string>();

/** Shows the current version of a post, and refetches its comments if they are open. */
async function show(post: Post): Promise<void> {
  putPost(queryClient, post);
  await queryClient.invalidateQueries({
    queryKey: [listComments, post.id],
    refetchType: 'active',
  });
}

/** Refetches a visible post. */
async function refresh(id: string): Promise<void> {
  waiting.delete(id);
  if (!isPostCached(queryClient, id)) return;
  try {
    await show(await call(readPost, { id }));
  } catch (error) {
    // Other errors are ignored: the next change refetches it.
    if (error instanceof CallError && error.status === 404) removePost(queryClient, id);
  }
}

/** Checks for new posts without moving the posts that the user reads. */
const refetchNewest = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [key, input] }) => isNewestQuery(key, input),
  });

/** The time of the next check for new posts. */
let newestTimer: ReturnType<typeof setTimeout> | null = null;
const refetchNewestSoon = (spreadMs = 0) => {
  newestTimer ??= setTimeout(
    () => {
      newestTimer = null;
      void refetchNewest();
    },
    Math.random() * Math.max(spreadMs, leastSpreadMs),
  );
};

/** After a server restart, all clients reconnect at once. They refetch at a random time within this period, in milliseconds. */
const reconnectSpreadMs = 8_000;
/** Maximum number of posts to refetch individually after this browser was offline. The others update with their next change. */
const missedMax = 4;

/**
 * Refetches the visible posts after this browser was offline: edits, deletions, counts and comments. The newest come in one
 * reply. Posts that are not in it, because they are deleted or further down, are loaded individually.
 */
async function refetchMissed(): Promise<void> {
  await refetchNewest();
  const newest = newestPosts(queryClient);
  const shown = shownPosts(queryClient);
  for (const id of shown) {
    const post = newest.get(id);
    if (post !== undefined) void show(post);
  }
  for (const id of shown.filter((one) => !newest.has(one)).slice(0, missedMax)) await refresh(id);
}

let missedTimer: ReturnType<typeof setTimeout> | null = null;
const refetchMissedSoon = () => {
  missedTimer ??= setTimeout(() => {
    missedTimer = null;
    void refetchMissed();
  }, Math.random() * reconnectSpreadMs);
};

/** Refetches a scheduled post that is shown, because it was published. */
const refetchScheduled = (post: string) => {
  if (isPostCached(queryClient, post))
    void queryClient.invalidateQueries({ queryKey: scheduledPages });
};

/** Shows other people's posts, changes and likes live. */
export function subscribe(): () => void {
  // On the first connection, the page has just loaded and missed nothing.
  let hasConnected = false;
  const stops = [
    onLive('posts_changed', ({ post, what, spreadMs }) => {
      if (what === 'new') {
        refetchScheduled(post);
        return refetchNewestSoon(spreadMs);
      }
      if (what === 'deleted') return removePost(queryClient, post);
      if (!isPostCached(queryClient, post)) return;
      if (what === 'changed') {
        setTimeout(() => void refresh(post), Math.random() * spreadMs);
        return;
      }
      if (waiting.has(post)) return;
      waiting.add(post);
      setTimeout(
        () => void refresh(post),
        quietMs + Math.random() * Math.max(spreadMs, leastSpreadMs),
      );
    }),
    onResync(() => {
      if (hasConnected) refetchMissedSoon();
      else refetchNewestSoon();
      hasConnected = true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
