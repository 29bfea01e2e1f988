import { Link, useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AtSign, Bell, CheckCheck, MailQuestionMark, Settings } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { isNotificationFilter } from '#contract/notifications/filters.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { MarkAllButton } from './mark-all-button.tsx';
import { NotificationGroups } from './notification-groups.tsx';
import { NotificationPane } from './notification-pane.tsx';
import { filters, markRead, pagesQuery, type Filter } from './notifications.data.ts';
import { clearKeptRows, keepReadRow, keptRows, withKeptRows } from './kept-rows.ts';
import { useNotificationKeys } from './use-notification-keys.ts';
import { WhyPart } from './why-part.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import english from './messages/en.json';

addEnglish(english);

const emptyIcons = {
  all: Bell,
  unread: CheckCheck,
  requests: MailQuestionMark,
  mentions: AtSign,
} as const;

/**
 * All notifications by age. In wide windows, the selected notification is shown next to the list, with its subject. The URL contains the
 * filter and the chosen notification.
 */
export function NotificationsPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { only, item: chosenId } = useSearch();
  const filter: Filter = isNotificationFilter(only) ? only : 'all';
  const [explained, setExplained] = useState<Notification | null>(null);
  const isWide = useMinWidth('xl');
  const list = useInfiniteQuery(pagesQuery(filter));
  const kept = useStore(keptRows);
  const items =
    list.data &&
    withKeptRows(
      list.data.pages.flatMap((page) => page.items),
      kept,
    );
  const unread = list.data?.pages[0]?.unread ?? 0;
  const shown = isWide ? (items?.find(({ id }) => id === chosenId) ?? items?.[0]) : undefined;
  const rows = useRef<HTMLDivElement>(null);
  const mark = useAction(({ id, isRead }: Notification) => markRead([id], !isRead));
  const search = (next: Filter, item?: string) => ({
    ...(next !== 'all' && { only: next }),
    ...(item !== undefined && { item }),
  });
  const show = isWide
    ? (item: Notification) => {
        if (!item.isRead) mark.run(item);
        keepReadRow(item);
        void navigate({
          to: paths.notifications,
          search: search(filter, item.id),
          replace: true,
          resetScroll: false,
        });
      }
    : undefined;
  useNotificationKeys({
    list: rows,
    shownId: shown?.id,
    items: items ?? [],
    onPreview: show,
    onMark: mark.run,
  });
  // Another filter is another list.
  useEffect(() => clearKeptRows, [filter]);
  return (
    <Page width={isWide ? 'wide' : 'read'}>
      <PageHeader
        title={t('nav.notifications')}
        {...(unread > 0 && { note: t('notifications.unread', { count: unread }) })}
      >
        {unread > 0 && <MarkAllButton isTight />}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <div ref={rows} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <div className="flex items-center justify-between gap-2">
            <Segmented<Filter>
              label={t('notifications.filter')}
              value={filter}
              options={filters.map((value) => ({ value, label: t(`notifications.only_${value}`) }))}
              onChange={(next) =>
                void navigate({
                  to: paths.notifications,
                  search: search(next),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <Tooltip text={t('notifications.settings')}>
              <Link
                to={paths.settingsNotifications}
                aria-label={t('notifications.settings')}
                className={buttonClass({ variant: 'quiet', isIcon: true })}
              >
                <Settings size={20} strokeWidth={1.9} aria-hidden />
              </Link>
            </Tooltip>
          </div>
          <QueryBoundary
            query={list}
            showsRefetchError
            skeleton={<RowsSkeleton />}
            isEmpty={() => items?.length === 0}
            empty={{
              icon: emptyIcons[filter],
              title: t(`notifications.none_${filter}`),
              body: t(`notifications.noneBody_${filter}`),
              ...(filter === 'all' && {
                action: (
                  <Link to={paths.directory} className={buttonClass({ variant: 'primary' })}>
                    {t('notifications.findPeople')}
                  </Link>
                ),
              }),
            }}
          >
            {() => (
              <>
                <NotificationGroups
                  items={items ?? []}
                  onWhy={setExplained}
                  onPreview={show}
                  shownId={shown?.id}
                />
                <div className="grid py-2">
                  <LoadMore query={list}>{t('notifications.more')}</LoadMore>
                </div>
              </>
            )}
          </QueryBoundary>
        </div>
        {shown && <NotificationPane item={shown} isChosen={shown.id === chosenId} />}
      </div>
      <WhyPart item={explained} onClose={() => setExplained(null)} />
    </Page>
  );
}

function RowsSkeleton() {
  return (
    <div className="mt-8 grid divide-y divide-line border-y border-line">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <span key={row} className="flex min-h-17 items-start gap-3 px-3 py-2.5">
          <Skeleton isRound className="size-9" />
          <span className="grid flex-1 gap-2 pt-1">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-3 w-20" />
          </span>
        </span>
      ))}
    </div>
  );
}
