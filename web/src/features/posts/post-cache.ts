import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoints.ts';
import type { Post } from '#contract/posts/endpoints.ts';

/* Posts as they are held for showing: in feeds, in forums, and by themselves. */

export type FeedPage = ReplyOf<'GET /api/v1/feed'>;
type TopicPage = ReplyOf<'GET /api/v1/clubs/{id}/topics'>;

export const feedPages = ['GET /api/v1/feed', 'pages'] as const;
export const topicPages = ['GET /api/v1/clubs/{id}/topics', 'pages'] as const;
const postKey = (id: string) => ['GET /api/v1/posts/{id}', { id }] as const;

/** Changes the pages of all feeds and forums. */
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

/** Takes a post that is gone out of all lists. */
export const removePost = (client: QueryClient, id: string): void => {
  changePages(client, (posts) => posts.filter((post) => post.id !== id));
  // On a page of its own it stays until that is left.
  client.removeQueries({ queryKey: postKey(id), type: 'inactive' });
};

/** Whether a post is held anywhere. */
export const holdsPost = (client: QueryClient, id: string): boolean => {
  if (client.getQueryData(postKey(id)) !== undefined) return true;
  const lists = [
    ...client.getQueriesData<InfiniteData<FeedPage>>({ queryKey: feedPages }),
    ...client.getQueriesData<InfiniteData<TopicPage>>({ queryKey: topicPages }),
  ];
  return lists.some(([, data]) =>
    data?.pages.some(
      ({ items, pinned }) =>
        items.some((post) => post.id === id) || [pinned].flat().some((post) => post?.id === id),
    ),
  );
};
