import { Link, useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell, CheckCheck, Settings } from 'lucide-react';
import { useState } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { MarkAllButton } from './mark-all-button.tsx';
import { NotificationRow } from './notification-row.tsx';
import { pagesQuery, type Filter } from './notifications.data.ts';
import { WhyDialog } from './why-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import english from './messages/en.json';

addEnglish(english);

/** All notifications by age. The URL contains the filter. */
export function NotificationsPage() {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const filter: Filter = useSearch()['only'] === 'unread' ? 'unread' : 'all';
  const [explained, setExplained] = useState<Notification | null>(null);
  const list = useInfiniteQuery(pagesQuery(filter));
  const items = list.data?.pages.flatMap((page) => page.items);
  const unread =
    items?.some(({ isRead }) => !isRead) === true ? (list.data?.pages[0]?.unread ?? 0) : 0;
  return (
    <Page width="read">
      <PageHeader title={t('nav.notifications')} />
      <div className="grid w-full max-w-2xl gap-4">
        <div className="flex items-center justify-between gap-3 whitespace-nowrap">
          <Segmented<Filter>
            label={t('notifications.filter')}
            value={filter}
            options={[
              { value: 'all', label: t('notifications.all') },
              { value: 'unread', label: t('notifications.onlyUnread') },
            ]}
            onChange={(next) =>
              void navigate({
                to: paths.notifications,
                search: next === 'unread' ? { only: 'unread' } : {},
                replace: true,
                resetScroll: false,
              })
            }
          />
          <span className="flex items-center gap-1">
            {unread > 0 && <MarkAllButton isTight />}
            <Tooltip text={t('notifications.settings')}>
              <Link
                to={paths.settingsNotifications}
                aria-label={t('notifications.settings')}
                className={buttonClass({ variant: 'quiet', isIcon: true })}
              >
                <Settings size={20} strokeWidth={1.9} aria-hidden />
              </Link>
            </Tooltip>
          </span>
        </div>
        <QueryBoundary
          query={list}
          showsRefetchError
          skeleton={
            <div className="card grid gap-px overflow-hidden p-0!">
              {[1, 2, 3, 4, 5].map((row) => (
                <span key={row} className="flex items-center gap-3 px-4 py-3.5">
                  <Skeleton isRound className="size-11" />
                  <span className="grid flex-1 gap-2">
                    <Skeleton className="h-4.5 w-3/4" />
                    <Skeleton className="h-3.5 w-24" />
                  </span>
                </span>
              ))}
            </div>
          }
          empty={
            filter === 'unread'
              ? {
                  icon: CheckCheck,
                  title: t('notifications.noneUnread'),
                  body: t('notifications.noneUnreadBody'),
                }
              : { icon: Bell, title: t('notifications.none'), body: t('notifications.noneBody') }
          }
        >
          {() => (
            <>
              {agesOf(items ?? [], messages).map(({ label, items: ofAge }) => (
                <section key={label} aria-label={label} className="grid gap-2">
                  <h2 className="text-sm! text-ink-2">{label}</h2>
                  <ul className="card divide-y divide-line overflow-hidden p-0!">
                    {ofAge.map((item) => (
                      <li key={item.id}>
                        <NotificationRow item={item} onWhy={setExplained} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              <LoadMore query={list}>{t('notifications.more')}</LoadMore>
            </>
          )}
        </QueryBoundary>
      </div>
      <WhyDialog item={explained} onClose={() => setExplained(null)} />
    </Page>
  );
}

/** Returns the items by age in local days, latest first. */
function agesOf(
  items: readonly Notification[],
  { t }: Messages,
): { label: string; items: Notification[] }[] {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const labelOf = ({ at }: Notification) => {
    const days = Math.ceil((midnight - Date.parse(at)) / 86_400_000);
    if (days <= 0) return t('notifications.today');
    if (days === 1) return t('notifications.yesterday');
    return t(days < 7 ? 'notifications.thisWeek' : 'notifications.earlier');
  };
  return [...Map.groupBy(items, labelOf)].map(([label, ofAge]) => ({ label, items: ofAge }));
}
