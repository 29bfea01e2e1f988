import type { Post } from '#contract/posts/endpoints.ts';
import { listComments, readPost } from '#contract/posts/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import {
  holdsPost,
  isNewestQuery,
  newestPosts,
  putPost,
  removePost,
  scheduledPages,
  shownPosts,
} from './post-cache.ts';

/** Within so many milliseconds after a count has changed somewhere, clients ask for it: not all of them at once. */
const spreadMs = 1_500;
/** What the server leaves out after it has said that counts changed. */
const quietMs = 1_000;
const waiting = new Set<string>();

/** Shows a post as it is now, and asks for its comments where they are open. */
async function show(post: Post): Promise<void> {
  putPost(queryClient, post);
  await queryClient.invalidateQueries({
    queryKey: [listComments, post.id],
    refetchType: 'active',
  });
}

/** Asks for a post that is shown, and shows it as it is now. */
async function refresh(id: string): Promise<void> {
  waiting.delete(id);
  if (!holdsPost(queryClient, id)) return;
  try {
    await show(await call(readPost, { id }));
  } catch (error) {
    // Anything else is asked again with the next change.
    if (error instanceof CallError && error.status === 404) removePost(queryClient, id);
  }
}

/** Whether there is something new is asked; what is being read does not move. */
const askNewest = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [key, input] }) => isNewestQuery(key, input),
  });

/** When whether there is something new is asked next. */
let newestAt: ReturnType<typeof setTimeout> | null = null;
const askNewestSoon = () => {
  newestAt ??= setTimeout(() => {
    newestAt = null;
    void askNewest();
  }, Math.random() * spreadMs);
};

/** After a server has started anew all its clients come back at once, and ask within so many milliseconds. */
const returnMs = 8_000;
/** Posts that are asked for by themselves after this browser was away, at most. The rest is as new as the next change of it. */
const missedMax = 4;

/**
 * Asks what became of the posts on screen while this browser was away: edits, deletions, counts and comments. The newest come in one
 * answer; what is not among them, since it is gone or stands further down, is asked for by itself.
 */
async function askMissed(): Promise<void> {
  await askNewest();
  const newest = newestPosts(queryClient);
  const shown = shownPosts(queryClient);
  for (const id of shown) {
    const post = newest.get(id);
    if (post !== undefined) void show(post);
  }
  for (const id of shown.filter((one) => !newest.has(one)).slice(0, missedMax)) await refresh(id);
}

let missedAt: ReturnType<typeof setTimeout> | null = null;
const askMissedSoon = () => {
  missedAt ??= setTimeout(() => {
    missedAt = null;
    void askMissed();
  }, Math.random() * returnMs);
};

/** A scheduled post that is shown has gone out. */
const askScheduled = (post: string) => {
  if (holdsPost(queryClient, post))
    void queryClient.invalidateQueries({ queryKey: scheduledPages });
};

/** What others post, change and like shows without being asked for. */
export function subscribe(): () => void {
  // At the first connecting the page has just been read: nothing was missed.
  let wasHere = false;
  const stops = [
    onLive('posts_changed', ({ post, what }) => {
      if (what === 'new') {
        askScheduled(post);
        return askNewestSoon();
      }
      if (what === 'deleted') return removePost(queryClient, post);
      if (what === 'changed') return void refresh(post);
      if (waiting.has(post) || !holdsPost(queryClient, post)) return;
      waiting.add(post);
      setTimeout(() => void refresh(post), quietMs + Math.random() * spreadMs);
    }),
    onResync(() => {
      if (wasHere) askMissedSoon();
      else askNewestSoon();
      wasHere = true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
