import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { MenuIcon } from '#contract/menus/items.ts';
import { useMessages } from '../lib/messages.ts';
import { useStore } from '../lib/store.ts';
import { logOut } from './log-out.ts';
import type { Drawing } from './menu-drawing.tsx';
import { commonIcons, destinationOf } from './menu-kinds.ts';
import { paths } from '../paths.ts';
import { useMenu, type ShownLink } from './menu.data.ts';
import { closeMenus, openMain, openMenu } from './menus.ts';

/** For links that are marked as current on exactly their path. */
const veryPath = { exact: true, includeSearch: false };

/** The menu that a button opens, by the type of its item. */
const opens: Readonly<Record<string, string>> = { switch: 'hubs', more: 'main' };

interface TargetProps {
  item: ShownLink;
  /** Marks More if it contains the current page. */
  isCurrent?: boolean;
  className: string;
  onReach?: () => void;
  children: ReactNode;
}

/** A menu item as link or button, styled by `className` and `children`. A click also closes the menu (SHELL-05, SHELL-07). */
export function MenuTarget({ item, isCurrent = false, className, onReach, children }: TargetProps) {
  const messages = useMessages();
  const open = useStore(openMenu);
  const [isLeaving, setLeaving] = useState(false);
  const destination = destinationOf(item.type);
  if (destination?.isOfHub)
    return (
      <HubTarget item={item} className={className}>
        {children}
      </HubTarget>
    );
  if (destination)
    return (
      <Link
        to={destination.to}
        {...(destination.isExact && { activeOptions: veryPath })}
        onClick={closeMenus}
        className={className}
      >
        {children}
      </Link>
    );
  if (item.url !== undefined)
    return (
      <a
        href={item.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={closeMenus}
        className={className}
      >
        {children}
        <span className="sr-only"> ({messages.t('menu.newTab')})</span>
      </a>
    );
  async function leave() {
    setLeaving(true);
    if (await logOut(messages)) return;
    setLeaving(false);
    closeMenus();
  }
  const act = (button: HTMLElement) => {
    if (item.type === 'logout') void leave();
    else if (item.type === 'switch') openMenu.set('hubs');
    else openMain(button);
  };
  return (
    <button
      type="button"
      aria-disabled={isLeaving}
      aria-current={isCurrent ? 'page' : undefined}
      {...(item.type !== 'logout' && {
        'aria-haspopup': 'dialog' as const,
        'aria-expanded': open === opens[item.type],
      })}
      onPointerEnter={onReach}
      onFocus={onReach}
      onClick={(event) => isLeaving || act(event.currentTarget)}
      className={className}
    >
      {children}
    </button>
  );
}

/** The pages of clubs and their surveys. */
const clubPages = /^\/(?:(?:clubs|surveys)\/[^/]+|club-registrations(?:\/|$)|[^/]+\/[^/]+\/clubs$)/;

/** Returns whether one of the items is marked as current. If none is, More contains the page. */
export function useIsMarked(items: readonly ShownLink[]): boolean {
  const { pathname } = useLocation();
  return items.some(({ type }) => {
    const destination = destinationOf(type);
    if (destination === undefined) return false;
    if (destination.isOfHub) return clubPages.test(pathname);
    return (
      pathname === destination.to ||
      (!destination.isExact && pathname.startsWith(`${destination.to}/`))
    );
  });
}

/** Links to the clubs of the menu's hub. */
function HubTarget({ item, className, children }: Omit<TargetProps, 'onReach'>) {
  const { hub } = useMenu();
  const isHere = useIsMarked([item]);
  return (
    <Link
      to={paths.clubsOfHub}
      params={{ hubId: hub?.id ?? '_', hubMenuId: item.id }}
      {...(isHere && { 'aria-current': 'page' as const })}
      onClick={closeMenus}
      className={className}
    >
      {children}
    </Link>
  );
}

const MenuDrawing = lazyComponent(() => import('./menu-drawing.tsx'), 'MenuDrawing');

interface IconProps {
  item: { type: ShownLink['type'] | 'menu_group' | 'menu_section'; icon?: MenuIcon | undefined };
  size: number;
  className?: string;
}

/** An item's icon: its own, or its type's. Icons outside the bars load when the first such item is shown. */
export function MenuIconOf({ item, size, className = '' }: IconProps) {
  if (item.icon === undefined && (item.type === 'menu_group' || item.type === 'menu_section'))
    return null;
  const Near = commonIcons[item.type];
  if (Near && item.icon === undefined)
    return <Near size={size} strokeWidth={1.8} aria-hidden className={className} />;
  return (
    <Suspense
      fallback={<span aria-hidden style={{ width: size, height: size }} className={className} />}
    >
      {/* Items without an icon here are links or actions, whose icons are all there. */}
      <MenuDrawing name={item.icon ?? (item.type as Drawing)} size={size} className={className} />
    </Suspense>
  );
}
