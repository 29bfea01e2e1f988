import {
  hashKey,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { Comment } from '#contract/posts/comments.endpoints.ts';
import type { Post } from '#contract/posts/endpoints.ts';
import type { Call, ReplyOf } from '#contract/call.ts';
import {
  closePost,
  deletePost,
  deletePostPreview,
  hideComment,
  hidePost,
  likeComment,
  likePost,
  listComments,
  listFeed,
  listScheduledPosts,
  listTopics,
  openPost,
  pinPost,
  readPost,
  schedulePost,
  solvePost,
  unhideComment,
  unhidePost,
  unlikeComment,
  unlikePost,
  unpinPost,
  unsolvePost,
  votePost,
} from '#contract/posts/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { changePost, feedPages, scheduledPages, topicPages, type FeedPage } from './post-cache.ts';

type CommentPage = ReplyOf<typeof listComments>;

/** The source of a feed. */
export type FeedFrom =
  | { readonly scope: 'home' | 'school' | 'clubs' }
  | { readonly scope: 'club'; readonly club: string; readonly kind?: 'article' };

const commentsKey = (post: string) => [listComments, post] as const;
export const postQuery = (id: string) => callQuery(readPost, { id });

/** A feed, page by page. */
export const useFeed = (from: FeedFrom) =>
  useInfiniteQuery({
    queryKey: [...feedPages, from] as const,
    queryFn: ({ pageParam }) =>
      call(listFeed, {
        ...(from.scope !== 'home' && from),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Interval for checking for new posts, in milliseconds. */
const pollMs = 60_000;
/** Maximum number of new posts to count. */
export const newestMax = 10;
/** The newest posts, loaded at intervals without moving the posts that the user reads. */
export const newestQuery = (from: FeedFrom) => ({
  ...callQuery(listFeed, { ...(from.scope !== 'home' && from), size: newestMax }),
  refetchInterval: pollMs,
  staleTime: pollMs,
});

export interface TopicsSearch {
  readonly search?: string;
  readonly only?: 'unread' | 'unsolved';
}
/** The topics of a club's forum, page by page. */
export const useTopics = (club: string, narrowed: TopicsSearch) =>
  useInfiniteQuery({
    queryKey: [...topicPages, club, narrowed] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listTopics,
        { id: club, ...narrowed, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  });

/** The most recently active topics of a forum, loaded at intervals without moving the topics that the user reads. */
export const newestTopicsQuery = (club: string) => ({
  ...callQuery(listTopics, { id: club, size: newestMax }),
  refetchInterval: pollMs,
  staleTime: pollMs,
});

/** Scheduled posts of a club, or all of the user's own. */
export const useScheduledPosts = (club?: string) =>
  useInfiniteQuery({
    queryKey: [...scheduledPages, club ?? ''] as const,
    queryFn: ({ pageParam }) =>
      call(listScheduledPosts, {
        ...(club !== undefined && { club }),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** The comments of a post, page by page. */
export const useComments = (post: string) =>
  useInfiniteQuery({
    queryKey: commentsKey(post),
    queryFn: ({ pageParam }) =>
      call(listComments, {
        id: post,
        size: 50,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

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

/** Likes or unlikes a post. The change shows immediately. */
export function useLikePost() {
  const client = useQueryClient();
  return useAction(
    ({ id, liked: was }: Post) => (was ? call(unlikePost, { id }) : call(likePost, { id })),
    {
      scope: 'like',
      optimistic: ({ id }) => {
        changePost(client, id, liked);
        return () => changePost(client, id, liked);
      },
      onSuccess: (now, { id }) => changePost(client, id, (post) => ({ ...post, ...now })),
    },
  );
}

export function useLikeComment(post: string) {
  const client = useQueryClient();
  return useAction(
    ({ id, liked: was }: Comment) =>
      was ? call(unlikeComment, { id }) : call(likeComment, { id }),
    {
      scope: 'like',
      optimistic: ({ id }) => {
        changeComment(client, { post, id }, liked);
        return () => changeComment(client, { post, id }, liked);
      },
      onSuccess: (now, { id }) =>
        changeComment(client, { post, id }, (one) => ({ ...one, ...now })),
    },
  );
}

export function useVote(id: string) {
  const client = useQueryClient();
  return useAction((options: string[]) => call(votePost, { id, options }), {
    onSuccess: (poll) => changePost(client, id, (post) => ({ ...post, poll })),
  });
}

/** Calls that return lists of posts. */
const listCalls = [listFeed, listTopics, listScheduledPosts] as const;

/** Replaces a changed post in the cache. A new post goes to the top of the feed it was written in. */
export function useShowPost(from?: FeedFrom) {
  const client = useQueryClient();
  return (post: Post): void => {
    client.setQueryData(postQuery(post.id).queryKey, post);
    if (from === undefined) return changePost(client, post.id, () => post);
    const key = [...feedPages, from];
    client.setQueryData<InfiniteData<FeedPage>>(key, (data) => {
      const [first, ...rest] = data?.pages ?? [];
      return data && first
        ? { ...data, pages: [{ ...first, items: [post, ...first.items] }, ...rest] }
        : data;
    });
    client.setQueryData<FeedPage>(
      newestQuery(from).queryKey,
      (page) => page && { ...page, items: [post, ...page.items] },
    );
    // Refetch the other feeds that contain it.
    void client.invalidateQueries({
      queryKey: feedPages,
      predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(key),
    });
  };
}

export function useDeletePost(onGone?: () => void) {
  const { t } = useMessages();
  return useAction((id: string) => call(deletePost, { id }), {
    confirm: () => ({
      title: t('posts.deleteTitle'),
      body: t('posts.deleteBody'),
      confirmLabel: t('posts.delete'),
      isDanger: true,
    }),
    success: t('posts.deleted'),
    invalidates: listCalls,
    onSuccess: () => onGone?.(),
  });
}

export function usePublishNow() {
  const { t } = useMessages();
  return useAction(({ id }: Post) => call(schedulePost, { id, publishAt: null }), {
    confirm: () => ({
      title: t('posts.publishNowTitle'),
      body: t('posts.publishNowBody'),
      confirmLabel: t('posts.publishNow'),
    }),
    success: ({ isHidden }) => t(isHidden ? 'posts.held' : 'posts.published'),
    invalidates: [...listCalls, readPost],
  });
}

/** Removes the link preview of a post. */
export function useRemovePreview() {
  const client = useQueryClient();
  return useAction(({ id }: Post) => call(deletePostPreview, { id }), {
    onSuccess: (_, { id }) => changePost(client, id, (post) => ({ ...post, preview: null })),
  });
}

/** The flags of a post that can be switched. */
type Mark = 'pin' | 'hidden' | 'closed' | 'solved';
const isOn = {
  pin: ({ isPinned }) => isPinned,
  hidden: ({ isHidden }) => isHidden,
  closed: ({ isClosed }) => isClosed,
  solved: ({ isSolved }) => isSolved,
} as const satisfies Record<Mark, (post: Post) => boolean>;

const markCalls = {
  pin: { on: pinPost, off: unpinPost },
  hidden: { on: hidePost, off: unhidePost },
  closed: { on: closePost, off: openPost },
  solved: { on: solvePost, off: unsolvePost },
} as const satisfies Record<Mark, { on: Call; off: Call }>;

/** Pins, hides, closes or solves a post, or reverses that. */
export function useMarkPost() {
  const { t } = useMessages();
  return useAction(
    ({ post, mark }: { post: Post; mark: Mark }) =>
      call(isOn[mark](post) ? markCalls[mark].off : markCalls[mark].on, { id: post.id }),
    {
      success: (_, { post, mark }) => t(`posts.${isOn[mark](post) ? 'un' : ''}${mark}Done`),
      invalidates: [...listCalls, readPost],
    },
  );
}

/** Hides or unhides a comment. */
export function useHideComment(post: string) {
  const { t } = useMessages();
  const changed = useCommentsChanged(post);
  return useAction(
    ({ id, isHidden }: Comment) =>
      isHidden ? call(unhideComment, { id }) : call(hideComment, { id }),
    {
      success: (_, { isHidden }) => t(isHidden ? 'posts.unhiddenDone' : 'posts.hiddenDone'),
      onSuccess: (_, { isHidden }) => changed(isHidden ? 1 : -1),
    },
  );
}

/** Updates the cache after a comment is added, changed or deleted. */
export function useCommentsChanged(post: string): (more: number) => void {
  const client = useQueryClient();
  return (more) => {
    changePost(client, post, (one) => ({ ...one, comments: one.comments + more }));
    // A first load that is still running may be older than the new comment.
    void client
      .cancelQueries({ queryKey: commentsKey(post) })
      .then(() => client.invalidateQueries({ queryKey: commentsKey(post) }));
  };
}
