import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Check, Lock, MessageCircle, MessagesSquare, Pin, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useDebounced } from '../../../lib/debounce.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { nameOf } from '../../people/person.ts';
import { postingQuery } from '../posting.data.ts';
import { newestTopicsQuery, useTopics } from '../posts.data.ts';
import english from 'messages:en/posts.*';

addEnglish(english);

// Few people have scheduled posts.
const ScheduledPosts = lazyComponent(() => import('../feed/scheduled-posts.tsx'), 'ScheduledPosts');
const ComposerForm = lazyComponent(() => import('../composer/composer-form.tsx'), 'ComposerForm');

type Only = 'all' | 'unread' | 'unsolved';

/** The topics of a club's forum: pinned ones first, then by last activity. */
export function ClubForum({ club }: { club: string }) {
  const { t } = useMessages();
  const posting = useQuery(postingQuery(club)).data;
  const [isWriting, setWriting] = useState(false);
  const [word, setWord] = useState('');
  const [only, setOnly] = useState<Only>('all');
  const [search, setSearch] = useState('');
  useDebounced(word.trim(), setSearch);
  const topics = useTopics(club, {
    ...(search !== '' && { search }),
    ...(only !== 'all' && { only }),
  });
  const newest = useQuery({ ...newestTopicsQuery(club), enabled: topics.data !== undefined }).data;
  const isNarrowed = search !== '' || only !== 'all';
  const listed = topics.data?.pages.flatMap(({ items, pinned }) => [...pinned, ...items]) ?? [];
  const held = new Map(listed.map((topic) => [topic.id, topic]));
  // New topics and new activity. The list doesn't move until the user asks for them.
  const latest = listed.reduce((last, { activeAt }) => (activeAt > last ? activeAt : last), '');
  const fresh =
    isNarrowed || topics.data === undefined
      ? 0
      : (newest?.items ?? []).filter(({ id, activeAt }) => !held.has(id) && activeAt > latest)
          .length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <SearchField
            label={t('posts.searchTopics')}
            placeholder={t('posts.searchTopics')}
            value={word}
            onChange={setWord}
            isBusy={topics.isFetching && topics.data !== undefined}
          />
        </div>
        <Segmented
          label={t('posts.topicsShown')}
          value={only}
          options={(['all', 'unread', 'unsolved'] as const).map((value) => ({
            value,
            label: t(`posts.topics_${value}`),
          }))}
          onChange={setOnly}
        />
        {posting?.can.startTopic === true && !isWriting && (
          <Button variant="primary" icon={Plus} onClick={() => setWriting(true)}>
            {t('posts.startTopic')}
          </Button>
        )}
      </div>
      {isWriting && (
        <Suspense fallback={<Skeleton className="h-60" />}>
          <ComposerForm
            from={{ scope: 'club', club }}
            club={club}
            kind="topic"
            onClose={() => setWriting(false)}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <ScheduledPosts club={club} />
      </Suspense>
      {fresh > 0 && <NewTopicsButton topics={topics} count={fresh} />}
      <QueryBoundary
        query={topics}
        showsRefetchError
        skeleton={['h-20', 'h-20', 'h-20']}
        isEmpty={({ pages }) =>
          pages.every(({ items, pinned }) => items.length + pinned.length === 0)
        }
        empty={{
          icon: MessagesSquare,
          title: t(isNarrowed ? 'posts.noTopicsFound' : 'posts.noTopics'),
          body: t(isNarrowed ? 'posts.noTopicsFoundBody' : 'posts.noTopicsBody'),
        }}
      >
        {({ pages }) => (
          <>
            <ul className="card divide-y divide-line">
              {pages
                .flatMap(({ items, pinned }) => [...pinned, ...items])
                .map((topic) => (
                  <TopicRow key={topic.id} topic={topic} />
                ))}
            </ul>
            <LoadMore query={topics} />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

function NewTopicsButton({
  topics,
  count,
}: {
  topics: { refetch: () => Promise<unknown> };
  count: number;
}) {
  const { t } = useMessages();
  return (
    <Button
      icon={ArrowUp}
      variant="soft"
      className="sticky top-20 z-10 justify-self-center"
      onClick={() => {
        window.scrollTo({ top: 0 });
        void topics.refetch();
      }}
    >
      {t('posts.newTopics', { count: count })}
    </Button>
  );
}

function TopicRow({ topic }: { topic: Post }) {
  const { t, ago, number } = useMessages();
  const by =
    topic.isAsClub && topic.club
      ? topic.club.name
      : topic.author === null
        ? t('posts.formerMember')
        : nameOf(topic.author);
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-fill sm:px-5">
      <Avatar name={by} photoUrl={topic.author?.photoUrl ?? null} size={2.5} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Link
          to={paths.post}
          search={{ id: topic.id }}
          dir="auto"
          className={`page-start wrap-anywhere after:absolute after:inset-0 hover:underline ${topic.isUnread ? 'font-bold' : 'font-medium'}`}
        >
          {topic.title}
          {topic.isUnread && <span className="sr-only">{` (${t('posts.topics_unread')})`}</span>}
        </Link>
        <span className="text-sm text-ink-2 wrap-anywhere">
          <bdi>{by}</bdi>
          {' • '}
          <time dateTime={topic.activeAt}>{ago(topic.activeAt)}</time>
        </span>
        {(topic.isPinned || topic.isSolved || topic.isClosed) && (
          <span className="mt-1 flex flex-wrap gap-1.5">
            {topic.isPinned && <Pill icon={Pin}>{t('posts.pinned')}</Pill>}
            {topic.isSolved && (
              <Pill tone="good" icon={Check}>
                {t('posts.solved')}
              </Pill>
            )}
            {topic.isClosed && <Pill icon={Lock}>{t('posts.closed')}</Pill>}
          </span>
        )}
      </div>
      <span className="flex items-center gap-1.5 self-center text-sm text-ink-2 tabular-nums">
        {topic.isUnread && <span aria-hidden className="me-1 size-2 rounded-full bg-brand" />}
        <MessageCircle size={18} aria-hidden />
        <span aria-hidden>{number(topic.comments)}</span>
        <span className="sr-only">{t('posts.comments', { count: topic.comments })}</span>
      </span>
    </li>
  );
}
