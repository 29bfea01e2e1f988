import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, type RefObject } from 'react';
import { useMessages } from '../lib/messages.ts';
import { useSchool } from '../lib/school.ts';
import { useUser } from '../lib/session-store.ts';
import { useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Popover, preloadPopover } from '../ui/popover.tsx';
import { useFitting } from '../ui/use-fitting.ts';
import { BarIcon } from './bar-icon.tsx';
import { overflowItems } from './beyond-left-bar.ts';
import { BellButton } from './bell.tsx';
import { preloadMain } from './main-menu-part.ts';
import { wordOf } from './menu-kinds.ts';
import { MenuTarget, useIsMarked } from './menu-target.tsx';
import { hasMoreLinks, useMenu, type ShownLink } from './menu.data.ts';
import { closeMenus, openMenu } from './menus.ts';
import { PersonMenu } from './person-menu-part.ts';
import { SearchButton } from './search-button.tsx';
import { SchoolMark } from './school-mark.tsx';

const itemClass =
  'grid w-[82px] justify-items-center gap-1 rounded-card px-0.5 pt-2.5 pb-2 text-center text-xs font-medium text-ink-2 transition-colors duration-150 hover:bg-fill hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text aria-expanded:bg-fill';

/**
 * A bar of 90 px at the start of every page from md up. Below that, it appears when the top bar's button opens it (SHELL-01,
 * SHELL-07).
 */
export function LeftBar() {
  const { t } = useMessages();
  const school = useSchool();
  const menu = useMenu();
  const open = useStore(openMenu);
  const isOut = open === 'bar';
  const bar = useRef<HTMLElement>(null);
  useOpenBar(isOut, bar);
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const leads = hasMoreLinks(menu);
  const ids = menu.bar.filter(({ type }) => type !== 'more').map(({ id }) => id);
  const fits = useFitting(
    nav,
    list,
    (outer, inner) => {
      // A hidden bar has no size, but must not hide items from users who open it.
      if (outer.clientHeight === 0) return null;
      const all = [...inner.children].filter((one) => one instanceof HTMLElement);
      const more = all.find((one) => 'more' in one.dataset);
      return {
        room: outer.clientHeight,
        sizes: all.filter((one) => one !== more).map((one) => one.offsetHeight),
        gap: Number.parseFloat(getComputedStyle(inner).rowGap) || 0,
        more: more?.offsetHeight ?? 0,
        isMoreShown: leads,
      };
    },
    `${leads} ${ids.join(' ')}`,
  );
  const beyond = ids.filter((_, at) => fits !== null && !fits.has(at));
  const isAway = ({ id, type }: ShownLink) =>
    type === 'more' ? !leads && beyond.length === 0 : beyond.includes(id);
  const isMarked = useIsMarked(menu.bar.filter((item) => !isAway(item)));
  const away = beyond.join(' ');
  useEffect(() => overflowItems.set(away === '' ? [] : away.split(' ')), [away]);
  return (
    <>
      {isOut && (
        <div
          aria-hidden
          className="fixed inset-0 z-20 bg-scrim animate-appear md:hidden"
          onClick={closeMenus}
        />
      )}
      <header
        ref={bar}
        className={`fixed inset-y-0 start-0 w-bar flex-col items-center border-e border-line bg-surface py-3.5 md:z-20 md:flex ${isOut ? 'z-30 flex max-md:animate-slide' : 'hidden'}`}
      >
        <Link
          to={paths.home}
          aria-label={school.name}
          onClick={closeMenus}
          className={`rounded-card ${menu.hub ? 'mb-1.5' : 'mb-4'}`}
        >
          <SchoolMark />
        </Link>
        {menu.hub && <HubButton name={menu.hub.name} />}
        <nav
          ref={nav}
          aria-label={t('nav.main')}
          // If even More doesn't fit, the bar scrolls.
          className="relative min-h-0 flex-1 overflow-x-clip overflow-y-auto px-1 [scrollbar-width:none]"
        >
          <ul ref={list} className="bar-links grid gap-1">
            {menu.bar.map((item) => (
              <li
                key={item.id}
                // Items that don't fit are still measured, and are in the More menu.
                className={isAway(item) ? 'invisible absolute top-0' : ''}
                {...(item.type === 'more' && { 'data-more': true })}
              >
                <MenuTarget
                  item={item}
                  isCurrent={item.type === 'more' && !isMarked}
                  className={item.type === 'more' ? `bar-more ${itemClass}` : itemClass}
                  onReach={preloadMain}
                >
                  <BarIcon item={item} />
                  <span
                    dir={item.name === undefined ? undefined : 'auto'}
                    className="max-w-full hyphens-auto"
                  >
                    {item.name ?? t(wordOf(item))}
                  </span>
                </MenuTarget>
              </li>
            ))}
          </ul>
        </nav>
        <SearchButton />
        <BellButton />
        <PersonButton />
      </header>
    </>
  );
}

function HubButton({ name }: { name: string }) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      aria-label={t('hubs.change', { name: name })}
      aria-haspopup="dialog"
      onClick={() => openMenu.set('hubs')}
      className="mb-2 w-[78px] rounded-control px-1 py-0.5 text-center text-xs font-bold text-brand-text hover:bg-fill touch:min-h-11"
    >
      <span dir="auto" className="line-clamp-2 hyphens-auto">
        {name}
      </span>
    </button>
  );
}

/** Moves the focus into the open bar, closes it with Escape, and returns the focus afterwards. */
function useOpenBar(isOut: boolean, bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!isOut) return;
    const opener = document.activeElement;
    const shown = bar.current;
    shown?.querySelector<HTMLElement>('nav a')?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeMenus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      if (opener instanceof HTMLElement && shown?.contains(document.activeElement)) opener.focus();
    };
  }, [isOut, bar]);
}

/** Opens the user's menu. */
function PersonButton() {
  const { t } = useMessages();
  const preload = () => {
    preloadPopover();
    PersonMenu.preload();
  };
  const user = useUser();
  const open = useStore(openMenu);
  const anchor = useRef<HTMLButtonElement>(null);
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={t('menu.person', { name: user.firstName })}
        aria-haspopup="dialog"
        aria-expanded={open === 'person'}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => openMenu.set('person')}
        className="mt-2 rounded-full p-1 transition-colors duration-150 hover:bg-fill-2 aria-expanded:bg-fill-2"
      >
        <Avatar name={name} photoUrl={user.photoUrl} size={2.5} />
      </button>
      <Popover
        label={t('menu.title')}
        anchor={anchor}
        isOpen={open === 'person'}
        onClose={closeMenus}
        placement="end bottom"
        offset={26}
        className="w-80"
      >
        <Suspense fallback={null}>
          <PersonMenu />
        </Suspense>
      </Popover>
    </>
  );
}
