import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/call.ts';
import type { Post } from '#contract/posts/endpoints.ts';
import { listFeed, listScheduledPosts, listTopics, readPost } from '#contract/posts/calls.ts';

/* Posts as they are held for showing: in feeds, in forums, and by themselves. */

export type FeedPage = ReplyOf<typeof listFeed>;
type TopicPage = ReplyOf<typeof listTopics>;
type ScheduledPage = ReplyOf<typeof listScheduledPosts>;

export const feedPages = [listFeed, 'pages'] as const;
export const topicPages = [listTopics, 'pages'] as const;
export const scheduledPages = [listScheduledPosts, 'pages'] as const;
const postKey = (id: string) => [readPost, { id }] as const;

/** Changes the pages of all feeds and forums, and of what is scheduled. */
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

/** Changes a post wherever it is shown. */
export const changePost = (client: QueryClient, id: string, change: (post: Post) => Post): void => {
  const one = (post: Post) => (post.id === id ? change(post) : post);
  changePages(client, (posts) => posts.map(one));
  client.setQueryData<Post>(postKey(id), (post) => post && one(post));
};

/** Shows a post as it is now. */
export const putPost = (client: QueryClient, post: Post): void =>
  changePost(client, post.id, () => post);

/** Something was scheduled: feeds say so, and the list of it is asked anew. */
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

/** Takes a post that is gone out of all lists. */
export const removePost = (client: QueryClient, id: string): void => {
  changePages(client, (posts) => posts.filter((post) => post.id !== id));
  // On a page of its own it stays until that is left.
  client.removeQueries({ queryKey: postKey(id), type: 'inactive' });
};

/** The ids of the posts in lists that are shown now, or with `isAll` in all that are kept. */
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

/** Whether a post is held anywhere. */
export const holdsPost = (client: QueryClient, id: string): boolean =>
  client.getQueryData(postKey(id)) !== undefined || listedIds(client, true).has(id);

/** The posts on screen: of feeds and forums, and those on a page of their own. */
export const shownPosts = (client: QueryClient): readonly string[] => {
  const alone = client
    .getQueriesData<Post>({ queryKey: [readPost], type: 'active' })
    .flatMap(([, post]) => post?.id ?? []);
  return [...new Set([...alone, ...listedIds(client, false)])];
};

/** Whether a query asks for the newest posts of a feed or forum, beside the pages that are read. */
export const isNewestQuery = (key: unknown, input: unknown): boolean =>
  (key === feedPages[0] || key === topicPages[0]) && input !== 'pages';

/** The newest posts of the feeds and forums on screen, by id, as they were asked for last. */
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
