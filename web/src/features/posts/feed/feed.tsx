import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Newspaper } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { useKnownLikers } from '../post/likers.data.ts';
import { PostCard } from '../post/post-card.tsx';
import { usePostKeys } from '../use-post-keys.ts';
import { newestMax, newestQuery, useFeed, type FeedFrom } from '../posts.data.ts';
import english from 'messages:en/posts.*';
import { visitFeed } from '#contract/posts/calls.ts';

addEnglish(english);

// Few people have scheduled posts.
const ScheduledPosts = lazyComponent(() => import('./scheduled-posts.tsx'), 'ScheduledPosts');

interface FeedProps {
  from: FeedFrom;
  /** The content above the posts, such as the composer. */
  children?: ReactNode;
  /** The text of an empty feed. */
  empty?: { title: string; body: string; action?: ReactNode };
  /** The content below an empty feed, for new users. */
  beginning?: ReactNode;
}

/** Number of posts that render first. */
const firstShown = 2;
/**
 * False until a feed was shown after a new navigation. After a reload or a step in the history, all posts render at once, because
 * the page returns to its scroll position.
 */
let hasShown = performance
  .getEntriesByType('navigation')
  .some((entry) => (entry as PerformanceNavigationTiming).type !== 'navigate');

/** After this time on the page, new posts count as seen, in milliseconds. */
const visitMs = 5_000;

/** Records the visit once the first page is shown and the user has had time to look at it. */
function useVisit(from: FeedFrom, isShown: boolean): void {
  const { scope } = from;
  const club = from.scope === 'club' ? from.club : undefined;
  const part = from.scope === 'club' && from.kind === 'article' ? 'news' : 'feed';
  useEffect(() => {
    if (!isShown || scope === 'school' || scope === 'clubs') return;
    const timer = setTimeout(() => {
      // Ignore errors: the next visit is recorded too.
      call(visitFeed, { part, ...(club !== undefined && { club }) }).catch(() => {});
    }, visitMs);
    return () => clearTimeout(timer);
  }, [isShown, scope, club, part]);
}

/** Returns the ID of the last post that is newer than the user's last visit. */
const lastNew = (posts: readonly Post[], visitedAt: string | null): string | null => {
  if (visitedAt === null) return null;
  const fresh = posts.filter(({ publishedAt }) => publishedAt > visitedAt);
  return fresh.length === 0 || fresh.length === posts.length ? null : (fresh.at(-1)?.id ?? null);
};

/** A feed. A button announces new posts, so that the posts don't move while someone is reading. */
export function Feed({ from, children, empty, beginning }: FeedProps) {
  const { t } = useMessages();
  const feed = useFeed(from);
  const newest = useQuery({
    ...newestQuery(from),
    // The feed has just loaded the same data.
    enabled: feed.data !== undefined,
    ...(feed.data?.pages[0] && { initialData: feed.data.pages[0] }),
  }).data?.items;
  const all = feed.data?.pages.flatMap(({ items }) => items) ?? [];
  const [top] = all;
  const fresh =
    feed.data === undefined
      ? 0
      : (newest ?? []).filter(
          ({ id, publishedAt }) =>
            !all.some((post) => post.id === id) &&
            (top === undefined || publishedAt > top.publishedAt),
        ).length;
  // The first posts fill the window. The browser stays responsive while the others render.
  const showsAll = useDeferredValue(feed.isSuccess, hasShown && feed.isSuccess);
  useEffect(() => {
    if (showsAll) hasShown = true;
  }, [showsAll]);
  const shown = showsAll ? all : all.slice(0, firstShown);
  const pinned = feed.data?.pages[0]?.pinned;
  const known = useKnownLikers(pinned ? [pinned, ...all] : all);
  useVisit(from, feed.isSuccess);
  // The last visit before this page was opened, because this visit updates it.
  const [visited, setVisited] = useState<string | null>(null);
  const answered = feed.data?.pages[0]?.visitedAt ?? null;
  if (visited === null && answered !== null) setVisited(answered);
  const lastNewPost = lastNew(all, visited);
  const section = useRef<HTMLElement>(null);
  usePostKeys(section);
  return (
    <section ref={section} className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
      <h2 className="sr-only">{t('posts.feed')}</h2>
      {children}
      {(feed.data?.pages[0]?.scheduled ?? 0) > 0 && (
        <Suspense fallback={null}>
          <ScheduledPosts {...(from.scope === 'club' && { club: from.club })} />
        </Suspense>
      )}
      {fresh > 0 && (
        <Button
          icon={ArrowUp}
          variant="soft"
          className="sticky top-20 z-10 justify-self-center"
          onClick={() => {
            window.scrollTo({ top: 0 });
            void feed.refetch();
          }}
        >
          {t(fresh < newestMax ? 'posts.newPosts' : 'posts.manyNewPosts', { count: fresh })}
        </Button>
      )}
      <QueryBoundary
        query={feed}
        skeleton={['h-48', 'h-48', 'h-48']}
        showsRefetchError
        isEmpty={({ pages }) => pages.every(({ items, pinned }) => items.length === 0 && !pinned)}
        empty={{
          icon: Newspaper,
          title: empty?.title ?? t('posts.none'),
          body: empty?.body ?? t('posts.noneBody'),
          action: empty?.action,
        }}
      >
        {({ pages }) => (
          <>
            {pages[0]?.pinned && (
              <PostCard post={pages[0].pinned} in={from} known={known.get(pages[0].pinned.id)} />
            )}
            {shown.map((post) => (
              <div key={post.id} className="grid gap-4 lg:gap-5">
                <PostCard post={post} in={from} known={known.get(post.id)} />
                {post.id === lastNewPost && (
                  <p className="flex items-center gap-3 text-sm font-medium text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                    {t('posts.seenBefore')}
                  </p>
                )}
              </div>
            ))}
            {showsAll && <LoadMore query={feed} />}
          </>
        )}
      </QueryBoundary>
      {feed.isSuccess && all.length === 0 && !pinned && beginning}
    </section>
  );
}
