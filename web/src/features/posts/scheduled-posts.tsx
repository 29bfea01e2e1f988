import { CalendarClock, ChevronDown, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { LoadMore } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Pill } from '../../ui/pill.tsx';
import { PostCard } from './post-card.tsx';
import { useScheduledPosts } from './posts.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** A line above a feed that opens the scheduled posts. Shows nothing if there are none. */
export function ScheduledPosts({ club }: { club?: string }) {
  const { t } = useMessages();
  const posts = useScheduledPosts(club);
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const pages = posts.data?.pages ?? [];
  const all = pages.flatMap(({ items }) => items);
  const count = pages[0]?.count ?? 0;
  if (count === 0) return null;
  const failed = all.filter(({ unpublished }) => unpublished !== null).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setOpen(!isOpen)}
        className="card flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-start font-medium hover:bg-fill sm:px-5"
      >
        <CalendarClock size={20} aria-hidden className="shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1">{t('posting.scheduledCount', { count })}</span>
        {failed > 0 && (
          <Pill tone="warn" icon={TriangleAlert}>
            {t('posting.unpublishedCount', { count: failed })}
          </Pill>
        )}
        <ChevronDown
          size={20}
          aria-hidden
          className={`shrink-0 text-ink-2 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {isOpen && (
        <div
          id={list}
          role="group"
          aria-label={t('posting.scheduledCount', { count })}
          className="grid grid-cols-[minmax(0,1fr)] gap-4 border-s-2 border-line ps-3 sm:ps-4"
        >
          {all.map((post) => (
            <PostCard key={post.id} post={post} {...(club && { in: { scope: 'club', club } })} />
          ))}
          <LoadMore query={posts} />
        </div>
      )}
    </div>
  );
}
