import type { Post } from '#contract/posts/endpoints.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { holdsPost, putPost, removePost } from './post-cache.ts';

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

/** Whether there is something new is asked; what is being read does not move. */
const askNewest = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [key, input] }) => key === 'GET /api/v1/feed' && input !== 'pages',
  });

/** What others post, change and like shows without being asked for. */
export function subscribe(): () => void {
  const stops = [
    onLive('posts_changed', ({ post, what }) => {
      if (what === 'new') return void askNewest();
      if (what === 'deleted') return removePost(queryClient, post);
      if (what === 'changed') return void refresh(post);
      if (waiting.has(post) || !holdsPost(queryClient, post)) return;
      waiting.add(post);
      setTimeout(() => void refresh(post), quietMs + Math.random() * spreadMs);
    }),
    onResync(() => void askNewest()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
