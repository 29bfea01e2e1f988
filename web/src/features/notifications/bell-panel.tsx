import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { closeMenus } from '../../shell/menus.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { NotificationRow } from './notification-row.tsx';
import { pagesQuery } from './notifications.data.ts';
import { MarkAllButton } from './mark-all-button.tsx';
import { WhyDialog } from './why-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import english from './messages/en.json';

addEnglish(english);

const shown = 8;

/** The newest notifications, in the bell's panel. */
export function BellPanel() {
  const { t } = useMessages();
  const [explained, setExplained] = useState<Notification | null>(null);
  const list = useInfiniteQuery(pagesQuery('all'));
  const first = list.data?.pages[0];
  const items = first?.items.slice(0, shown);
  return (
    <div className="grid">
      <div className="flex min-h-11 items-center justify-between gap-2 px-3 pt-1">
        <h2 className="text-base!">{t('nav.notifications')}</h2>
        {items?.some(({ isRead }) => !isRead) && <MarkAllButton />}
      </div>
      <div className={items?.length ? 'grid overflow-y-auto' : 'p-3'}>
        <QueryBoundary
          isSmall
          query={list}
          skeleton={['h-12', 'h-12', 'h-12']}
          empty={{ icon: Bell, title: t('notifications.none'), body: t('notifications.noneBody') }}
        >
          {() => (
            <ul className="divide-y divide-line [--ground:var(--raised)]">
              {items?.map((item) => (
                <li key={item.id}>
                  <NotificationRow item={item} onWhy={setExplained} onOpen={closeMenus} isSmall />
                </li>
              ))}
            </ul>
          )}
        </QueryBoundary>
      </div>
      <div className="border-t border-line p-2">
        <Link
          to={paths.notifications}
          onClick={closeMenus}
          className={buttonClass({ variant: 'quiet', isBlock: true })}
        >
          {t('notifications.seeAll')}
        </Link>
      </div>
      <WhyDialog item={explained} onClose={() => setExplained(null)} />
    </div>
  );
}
