import { Link } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { InboxItem } from '#contract/newsletters/endpoints.ts';
import { listInbox } from '#contract/newsletters/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { call } from '../../lib/call.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { InboxSettingsButton, MarkAllButton, SenderName } from './inbox-parts.tsx';
import { InboxMessage } from './inbox-message.tsx';
import { nextOffset } from '../../lib/next-offset.ts';
import { inboxList, pageSize } from './newsletters.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** The user's newsletters: a list with the open one next to it, or one of the two on phones. */
export function InboxPage() {
  const { t } = useMessages();
  const { id } = useSearch();
  const inbox = useInfiniteQuery({
    queryKey: [...inboxList, 'pages'],
    queryFn: ({ pageParam }) => call(listInbox, { pageOffset: pageParam, pageSize }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
  const unread = inbox.data?.pages[0]?.unread ?? 0;
  const items = inbox.data?.pages.flatMap((page) => page.items) ?? [];
  // Next to the list, the page shows the newest email until the user selects another.
  const isWide = useMinWidth('lg');
  const shown = id ?? (isWide ? items[0]?.id : undefined);
  return (
    <Page>
      <PageHeader
        title={t('inbox.title')}
        {...(unread > 0 && { note: t('inbox.unread', { count: unread }) })}
      >
        {unread > 0 && <MarkAllButton />}
        <InboxSettingsButton />
      </PageHeader>
      <QueryBoundary
        query={inbox}
        skeleton={['h-20 max-w-md', 'h-20 max-w-md', 'h-20 max-w-md']}
        isEmpty={() => items.length === 0 && id === undefined}
        empty={{ icon: Inbox, title: t('inbox.none'), body: t('inbox.noneBody') }}
      >
        {() => (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
            <div className={`grid gap-4 ${id === undefined ? '' : 'max-lg:hidden'}`}>
              {items.length > 0 && (
                <nav aria-label={t('inbox.list')} className="card overflow-hidden p-0!">
                  <ul className="divide-y divide-line">
                    {items.map((item) => (
                      <li key={item.id}>
                        <Row item={item} isOpen={item.id === shown} />
                      </li>
                    ))}
                  </ul>
                </nav>
              )}
              <LoadMore query={inbox}>{t('inbox.more')}</LoadMore>
            </div>
            {shown !== undefined && (
              <InboxMessage key={shown} id={shown} isPreview={id === undefined} />
            )}
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Row({ item, isOpen }: { item: InboxItem; isOpen: boolean }) {
  const { t, ago } = useMessages();
  return (
    <Link
      to={paths.inbox}
      search={{ id: item.id }}
      resetScroll={false}
      className={`grid grid-cols-[0.625rem_minmax(0,1fr)] gap-x-2.5 px-4 py-3.5 -outline-offset-2 transition-colors duration-150 hover:bg-fill ${isOpen ? 'bg-brand-soft' : ''}`}
    >
      <span aria-hidden className={`mt-2 size-2.5 rounded-full ${item.isRead ? '' : 'bg-brand'}`} />
      <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
        <SenderName item={item} />
        <span className="flex items-baseline justify-between gap-3">
          <span
            // Text for screen readers is cut off with the title, because otherwise it would make the page wider.
            className={`relative min-w-0 truncate ${item.isRead ? 'font-medium' : 'font-bold'}`}
            dir="auto"
          >
            {item.title}
            {!item.isRead && <span className="sr-only">, {t('inbox.isUnread')}</span>}
          </span>
          <span className="shrink-0 text-sm text-ink-3">{ago(item.sentAt)}</span>
        </span>
        {item.summary !== '' && (
          <span className="line-clamp-2 text-sm text-ink-2" dir="auto">
            {item.summary}
          </span>
        )}
      </span>
    </Link>
  );
}
