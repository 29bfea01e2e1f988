import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Newspaper } from 'lucide-react';
import { Loaded } from '../../kit/loaded.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Composer } from './composer.tsx';
import { PostCard } from './post-card.tsx';
import { newestQuery, useFeed } from './posts.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** The feed with the field for a post of one's own. New posts announce themselves; what is being read stays where it is. */
export function Feed() {
  const { t } = useMessages();
  const feed = useFeed();
  const newest = useQuery(newestQuery()).data?.items[0];
  const all = feed.data?.pages.flatMap(({ items }) => items) ?? [];
  const [top] = all;
  const hasNew =
    newest !== undefined &&
    feed.data !== undefined &&
    !all.some(({ id }) => id === newest.id) &&
    (top === undefined || newest.publishedAt > top.publishedAt);
  return (
    <section className="grid gap-4 lg:gap-5">
      <h2 className="sr-only">{t('posts.feed')}</h2>
      <Composer />
      {hasNew && (
        <Button
          icon={ArrowUp}
          variant="soft"
          className="sticky top-20 z-10 justify-self-center"
          onClick={() => {
            window.scrollTo({ top: 0 });
            void feed.refetch();
          }}
        >
          {t('posts.newPosts')}
        </Button>
      )}
      <Loaded
        query={feed}
        skeleton={['h-48', 'h-48', 'h-48']}
        saysStale
        isEmpty={({ pages }) => pages.every(({ items, pinned }) => items.length === 0 && !pinned)}
        empty={{ icon: Newspaper, title: t('posts.none'), body: t('posts.noneBody') }}
      >
        {({ pages }) => (
          <>
            {pages[0]?.pinned && <PostCard post={pages[0].pinned} />}
            {pages.flatMap(({ items }) =>
              items.map((post) => <PostCard key={post.id} post={post} />),
            )}
            <LoadMore query={feed} />
          </>
        )}
      </Loaded>
    </section>
  );
}
