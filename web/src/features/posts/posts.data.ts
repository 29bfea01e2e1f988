import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { Comment } from '#contract/posts/comments.endpoints.ts';
import type { Post } from '#contract/posts/endpoints.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { useAct } from '../../kit/use-act.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';

type FeedPage = ReplyOf<'GET /api/v1/feed'>;
type CommentPage = ReplyOf<'GET /api/v1/posts/{id}/comments'>;

const feedKey = ['GET /api/v1/feed', 'pages'] as const;
const commentsKey = (post: string) => ['GET /api/v1/posts/{id}/comments', post] as const;
export const postQuery = (id: string) => callQuery('GET /api/v1/posts/{id}', { id });

/** The feed, page by page. */
export const useFeed = () =>
  useInfiniteQuery({
    queryKey: feedKey,
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/feed', pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** How often is asked whether there is something new, in milliseconds. */
const pollMs = 60_000;
/** The newest post, asked again and again: what is being read does not move. */
export const newestQuery = () => ({
  ...callQuery('GET /api/v1/feed', { size: 1 }),
  refetchInterval: pollMs,
  staleTime: pollMs,
});

/** The comments of a post, page by page. */
export const useComments = (post: string) =>
  useInfiniteQuery({
    queryKey: commentsKey(post),
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/posts/{id}/comments', {
        id: post,
        size: 50,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Changes a post wherever it is shown. */
const changePost = (client: QueryClient, id: string, change: (post: Post) => Post): void => {
  const one = (post: Post) => (post.id === id ? change(post) : post);
  client.setQueryData<InfiniteData<FeedPage>>(
    feedKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map(one),
          pinned: page.pinned && one(page.pinned),
        })),
      },
  );
  client.setQueryData<Post>(postQuery(id).queryKey, (post) => post && one(post));
};

const changeComment = (
  client: QueryClient,
  { post, id }: { post: string; id: string },
  change: (comment: Comment) => Comment,
): void => {
  client.setQueryData<InfiniteData<CommentPage>>(
    commentsKey(post),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((one) => (one.id === id ? change(one) : one)),
        })),
      },
  );
};

const liked = <T extends { likes: number; liked: boolean }>(what: T): T => ({
  ...what,
  liked: !what.liked,
  likes: what.likes + (what.liked ? -1 : 1),
});

/** Likes a post, or takes the like back, at once. */
export function useLikePost() {
  const client = useQueryClient();
  return useAct(
    ({ id, liked: was }: Post) =>
      was
        ? call('DELETE /api/v1/posts/{id}/like', { id })
        : call('PUT /api/v1/posts/{id}/like', { id }),
    {
      inTurn: 'like',
      atOnce: ({ id }) => {
        changePost(client, id, liked);
        return () => changePost(client, id, liked);
      },
      done: (now, { id }) => changePost(client, id, (post) => ({ ...post, ...now })),
    },
  );
}

export function useLikeComment(post: string) {
  const client = useQueryClient();
  return useAct(
    ({ id, liked: was }: Comment) =>
      was
        ? call('DELETE /api/v1/comments/{id}/like', { id })
        : call('PUT /api/v1/comments/{id}/like', { id }),
    {
      inTurn: 'like',
      atOnce: ({ id }) => {
        changeComment(client, { post, id }, liked);
        return () => changeComment(client, { post, id }, liked);
      },
      done: (now, { id }) => changeComment(client, { post, id }, (one) => ({ ...one, ...now })),
    },
  );
}

/** Votes in a poll. */
export function useVote(id: string) {
  const client = useQueryClient();
  return useAct((options: string[]) => call('PUT /api/v1/posts/{id}/vote', { id, options }), {
    done: (poll) => changePost(client, id, (post) => ({ ...post, poll })),
  });
}

/** Puts a post that has just been written, or changed, where it is shown. */
export function useShowPost() {
  const client = useQueryClient();
  return (post: Post, isNew = false): void => {
    client.setQueryData(postQuery(post.id).queryKey, post);
    if (!isNew) return changePost(client, post.id, () => post);
    client.setQueryData<InfiniteData<FeedPage>>(feedKey, (data) => {
      const [first, ...rest] = data?.pages ?? [];
      return data && first
        ? { ...data, pages: [{ ...first, items: [post, ...first.items] }, ...rest] }
        : data;
    });
    client.setQueryData<FeedPage>(
      newestQuery().queryKey,
      (page) => page && { ...page, items: [post] },
    );
  };
}

const feedCalls = ['GET /api/v1/feed'] as const;

export function useDeletePost(onGone?: () => void) {
  const { t } = useMessages();
  return useAct((id: string) => call('DELETE /api/v1/posts/{id}', { id }), {
    ask: () => ({
      title: t('posts.deleteTitle'),
      body: t('posts.deleteBody'),
      yes: t('posts.delete'),
      isDanger: true,
    }),
    said: t('posts.deleted'),
    stale: feedCalls,
    done: () => onGone?.(),
  });
}

export function usePinPost() {
  const { t } = useMessages();
  return useAct(
    ({ id, isPinned }: Post) =>
      isPinned
        ? call('DELETE /api/v1/posts/{id}/pin', { id })
        : call('PUT /api/v1/posts/{id}/pin', { id }),
    {
      said: (_, { isPinned }) => t(isPinned ? 'posts.unpinDone' : 'posts.pinDone'),
      stale: [...feedCalls, 'GET /api/v1/posts/{id}'],
    },
  );
}

/** After a comment was written, changed or deleted. */
export function useCommentsChanged(post: string): (more: number) => void {
  const client = useQueryClient();
  return (more) => {
    changePost(client, post, (one) => ({ ...one, comments: one.comments + more }));
    void client.invalidateQueries({ queryKey: commentsKey(post) });
  };
}
