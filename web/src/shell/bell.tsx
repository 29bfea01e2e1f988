import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { countUnread } from '#contract/notifications/calls.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { callQuery } from '../lib/call.ts';
import { useMessages } from '../lib/messages.ts';
import { useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import { Popover, preloadPopover } from '../ui/popover.tsx';
import { closeMenus, openMenu } from './menus.ts';

const BellPanel = lazyComponent(
  () => import('../features/notifications/bell-panel.tsx'),
  'BellPanel',
);

/** The number of unread notifications. features/notifications keeps it up to date. */
function useUnread(): number {
  const { data } = useQuery({
    ...callQuery(countUnread, {}),
    staleTime: 60_000,
  });
  return data?.unread ?? 0;
}

function Mark({ unread }: { unread: number }) {
  const { number } = useMessages();
  return (
    <>
      <Bell size={20} strokeWidth={1.9} aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="forced-edge absolute end-0.5 top-0.5 min-w-4.5 rounded-full bg-brand px-1 text-center text-xs font-bold text-on-brand tabular-nums ring-2 ring-surface"
        >
          {unread > 99 ? `${number(99)}+` : number(unread)}
        </span>
      )}
    </>
  );
}

const round =
  'relative grid size-11 place-items-center rounded-full text-ink-2 transition-colors duration-150 hover:bg-fill hover:text-ink aria-expanded:bg-fill';

function useName(unread: number): string {
  const { t } = useMessages();
  return unread > 0 ? t('nav.notificationsUnread', { count: unread }) : t('nav.notifications');
}

/**
 * The bell at the bottom of the left bar: the unread count, and a panel with the newest notifications, which loads on demand.
 */
export function BellButton() {
  const unread = useUnread();
  const name = useName(unread);
  const anchor = useRef<HTMLButtonElement>(null);
  const isOpen = useStore(openMenu) === 'bell';
  const preload = () => {
    preloadPopover();
    BellPanel.preload();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => openMenu.set('bell')}
        className={round}
      >
        <Mark unread={unread} />
      </button>
      <Popover
        label={name}
        anchor={anchor}
        isOpen={isOpen}
        onClose={closeMenus}
        placement="end bottom"
        offset={26}
        className="w-96"
      >
        <Suspense fallback={null}>
          <BellPanel />
        </Suspense>
      </Popover>
    </>
  );
}

/** The bell on phones, which links to the page. */
export function BellLink({ className = '' }: { className?: string }) {
  const unread = useUnread();
  return (
    <Link
      to={paths.notifications}
      aria-label={useName(unread)}
      className={`${round} aria-[current=page]:hidden ${className}`}
    >
      <Mark unread={unread} />
    </Link>
  );
}
