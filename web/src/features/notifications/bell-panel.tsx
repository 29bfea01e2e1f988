import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { paths } from '../../paths.ts';
import { closeMenus } from '../../shell/menus.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { NotificationGroups } from './notification-groups.tsx';
import { pagesQuery } from './notifications.data.ts';
import { clearKeptRows, keptRows, withKeptRows } from './kept-rows.ts';
import { MarkAllButton } from './mark-all-button.tsx';
import { WhyPart } from './why-part.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';

const shown = 8;

/** The newest notifications, in the bell's panel. */
export function BellPanel() {
  const { t } = useMessages();
  const [explained, setExplained] = useState<Notification | null>(null);
  const list = useInfiniteQuery(pagesQuery('all'));
  const kept = useStore(keptRows);
  const first = list.data?.pages[0];
  const items = first && withKeptRows(first.items, kept).slice(0, shown);
  useEffect(() => clearKeptRows, []);
  return (
    <div className="grid">
      <div className="flex min-h-11 items-center justify-between gap-2 px-3 pt-1">
        <h2 className="text-base!">{t('nav.notifications')}</h2>
        {items?.some(({ isRead }) => !isRead) && <MarkAllButton />}
      </div>
      <div className={items?.length ? 'grid overflow-y-auto [--ground:var(--raised)]' : 'p-3'}>
        <QueryBoundary
          isSmall
          query={list}
          isEmpty={() => items?.length === 0}
          skeleton={['h-12', 'h-12', 'h-12']}
          empty={{
            icon: Bell,
            title: t('notifications.none_all'),
            body: t('notifications.noneBody_all'),
          }}
        >
          {() => (
            <NotificationGroups
              items={items ?? []}
              onWhy={setExplained}
              onOpen={closeMenus}
              level={3}
            />
          )}
        </QueryBoundary>
      </div>
      <div className="p-2">
        <Link
          to={paths.notifications}
          onClick={closeMenus}
          className={buttonClass({ variant: 'quiet', isBlock: true })}
        >
          {t('notifications.seeAll')}
        </Link>
      </div>
      <WhyPart item={explained} onClose={() => setExplained(null)} />
    </div>
  );
}
