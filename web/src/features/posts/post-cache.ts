import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/call.ts';
import type { Post } from '#contract/posts/endpoints.ts';
import { listFeed, listScheduledPosts, listTopics, readPost } from '#contract/posts/calls.ts';

/* Cached posts: in feeds, in forums, and single ones. */

export type FeedPage = ReplyOf<typeof listFeed>;
type TopicPage = ReplyOf<typeof listTopics>;
type ScheduledPage = ReplyOf<typeof listScheduledPosts>;

export const feedPages = [listFeed, 'pages'] as const;
export const topicPages = [listTopics, 'pages'] as const;
export const scheduledPages = [listScheduledPosts, 'pages'] as const;
const postKey = (id: string) => [readPost, { id }] as const;

/** Changes the cached pages of all feeds, forums and scheduled posts. */
const changePages = (client: QueryClient, change: (posts: readonly Post[]) => Post[]): void => {
  client.setQueriesData<InfiniteData<FeedPage>>(
    { queryKey: feedPages },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: change(page.items),
          pinned: page.pinned && (change([page.pinned])[0] ?? null),
        })),
      },
  );
  client.setQueriesData<InfiniteData<TopicPage>>(
    { queryKey: topicPages },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: change(page.items),
          pinned: change(page.pinned),
        })),
      },
  );
  client.setQueriesData<InfiniteData<ScheduledPage>>(
    { queryKey: scheduledPages },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
      },
  );
};

/** Changes a post in every cached query. */
export const changePost = (client: QueryClient, id: string, change: (post: Post) => Post): void => {
  const one = (post: Post) => (post.id === id ? change(post) : post);
  changePages(client, (posts) => posts.map(one));
  client.setQueryData<Post>(postKey(id), (post) => post && one(post));
};

/** Replaces a post with its current version. */
export const putPost = (client: QueryClient, post: Post): void =>
  changePost(client, post.id, () => post);

/** Shows that a post was scheduled in the feeds, and refetches the list of scheduled posts. */
export const showScheduled = (client: QueryClient): void => {
  client.setQueriesData<InfiniteData<FeedPage>>(
    { queryKey: feedPages },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, scheduled: page.scheduled + 1 })),
      },
  );
  void client.invalidateQueries({ queryKey: scheduledPages });
};

/** Removes a deleted post from all lists. */
export const removePost = (client: QueryClient, id: string): void => {
  changePages(client, (posts) => posts.filter((post) => post.id !== id));
  // A post that is open on its own page stays until the user leaves.
  client.removeQueries({ queryKey: postKey(id), type: 'inactive' });
};

/** Returns the IDs of posts in visible lists, or in all cached ones with `isAll`. */
const listedIds = (client: QueryClient, isAll: boolean): ReadonlySet<string> => {
  const type = isAll ? 'all' : 'active';
  const pages = [
    ...client.getQueriesData<InfiniteData<FeedPage>>({ queryKey: feedPages, type }),
    ...client.getQueriesData<InfiniteData<TopicPage>>({ queryKey: topicPages, type }),
  ].flatMap(([, data]): { items: Post[]; pinned: Post | Post[] | null }[] => data?.pages ?? []);
  const scheduled = client
    .getQueriesData<InfiniteData<ScheduledPage>>({ queryKey: scheduledPages, type })
    .flatMap(([, data]) => data?.pages ?? []);
  return new Set(
    [
      ...pages.flatMap(({ items, pinned }) => [...items, ...[pinned].flat()]),
      ...scheduled.flatMap(({ items }) => items),
    ].flatMap((post) => post?.id ?? []),
  );
};

/** Returns whether a post is in the cache. */
export const isPostCached = (client: QueryClient, id: string): boolean =>
  client.getQueryData(postKey(id)) !== undefined || listedIds(client, true).has(id);

/** Returns the IDs of visible posts, in lists and on their own page. */
export const shownPosts = (client: QueryClient): readonly string[] => {
  const alone = client
    .getQueriesData<Post>({ queryKey: [readPost], type: 'active' })
    .flatMap(([, post]) => post?.id ?? []);
  return [...new Set([...alone, ...listedIds(client, false)])];
};

/** Returns whether a query loads the newest posts of a feed or forum, separate from the pages that the user reads. */
export const isNewestQuery = (key: unknown, input: unknown): boolean =>
  (key === feedPages[0] || key === topicPages[0]) && input !== 'pages';

/** Returns the newest posts of the visible feeds and forums, by ID, as last loaded. */
export const newestPosts = (client: QueryClient): ReadonlyMap<string, Post> => {
  const answers = client.getQueriesData<FeedPage | TopicPage>({
    type: 'active',
    predicate: ({ queryKey: [key, input] }) => isNewestQuery(key, input),
  });
  const posts = answers.flatMap(([, data]) =>
    data === undefined ? [] : [...data.items, ...[data.pinned].flat()],
  );
  return new Map(posts.flatMap((post) => (post === null ? [] : [[post.id, post]])));
};
