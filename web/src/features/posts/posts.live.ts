import type { Post } from '#contract/posts/endpoints.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { holdsPost, putPost, removePost, scheduledPages, shownPosts } from './post-cache.ts';

/** Within so many milliseconds after a count has changed somewhere, clients ask for it: not all of them at once. */
const spreadMs = 1_500;
/** What the server leaves out after it has said that counts changed. */
const quietMs = 1_000;
const waiting = new Set<string>();

/** Asks for a post that is shown, and shows it as it is now. */
async function refresh(id: string): Promise<void> {
  waiting.delete(id);
  if (!holdsPost(queryClient, id)) return;
  try {
    const post: Post = await call('GET /api/v1/posts/{id}', { id });
    putPost(queryClient, post);
    await queryClient.invalidateQueries({
      queryKey: ['GET /api/v1/posts/{id}/comments', id],
      refetchType: 'active',
    });
  } catch (error) {
    // Anything else is asked again with the next change.
    if (error instanceof CallError && error.status === 404) removePost(queryClient, id);
  }
}

/** What is asked anew after this browser was away, at most: those on top of the page. The rest is as new as the next change of it. */
const missedMax = 40;
/** Posts that are asked for at once. */
const missedAtOnce = 4;

/** Asks what became of the posts on screen while this browser was away: edits, deletions, counts and comments. */
async function askMissed(): Promise<void> {
  const waitingFor = shownPosts(queryClient).slice(0, missedMax);
  const next = async (): Promise<void> => {
    const id = waitingFor.shift();
    if (id === undefined) return;
    await refresh(id);
    return next();
  };
  await Promise.all(Array.from({ length: missedAtOnce }, next));
}

/** Whether there is something new is asked; what is being read does not move. */
const askNewest = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [key, input] }) =>
      (key === 'GET /api/v1/feed' || key === 'GET /api/v1/clubs/{id}/topics') && input !== 'pages',
  });

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
        return void askNewest();
      }
      if (what === 'deleted') return removePost(queryClient, post);
      if (what === 'changed') return void refresh(post);
      if (waiting.has(post) || !holdsPost(queryClient, post)) return;
      waiting.add(post);
      setTimeout(() => void refresh(post), quietMs + Math.random() * spreadMs);
    }),
    onResync(() => {
      void askNewest();
      if (wasHere) void askMissed();
      wasHere = true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
