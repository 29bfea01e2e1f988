import { Link } from '../lib/router/link.tsx';
import { Suspense, useRef } from 'react';
import { useMessages } from '../lib/messages.ts';
import { useSchool } from '../lib/school.ts';
import { useUser } from '../lib/session-store.ts';
import { useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Popover, preloadPopover } from '../ui/popover.tsx';
import { menuItems } from './menu-items.ts';
import { closeMenus, openMenu } from './menus.ts';
import { PersonMenu, preloadPersonMenu } from './person-menu-part.ts';
import { SearchButton } from './search-button.tsx';
import { SchoolMark } from './school-mark.tsx';

/** 90 px at the start of every page from md up (SHELL-01). */
export function LeftBar() {
  const preload = () => {
    preloadPopover();
    preloadPersonMenu();
  };
  const { t } = useMessages();
  const user = useUser();
  const school = useSchool();
  const isOpen = useStore(openMenu) === 'person';
  const anchor = useRef<HTMLButtonElement>(null);
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <header className="fixed inset-y-0 start-0 z-20 hidden w-bar flex-col items-center border-e border-line bg-surface py-3.5 md:flex">
      <Link to={paths.home} aria-label={school.name} className="mb-4 rounded-card">
        <SchoolMark />
      </Link>
      <nav aria-label={t('nav.main')} className="min-h-0 flex-1 overflow-y-auto px-2 [scrollbar-width:none]">
        <ul className="grid gap-1">
          {menuItems(school.config.connect).map(({ to, label, icon: Icon, isExact = false }) => (
            <li key={to}>
              <Link
                to={to}
                isExact={isExact}
                className="grid w-[74px] justify-items-center gap-1 rounded-card px-0.5 pt-2.5 pb-2 text-center text-xs font-medium text-ink-2 transition-colors duration-150 hover:bg-fill hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text"
              >
                <Icon size={22} strokeWidth={1.8} aria-hidden />
                <span className="max-w-full hyphens-auto">{t(label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SearchButton />
      <button
        ref={anchor}
        type="button"
        aria-label={t('menu.person', { name: user.firstName })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
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
        isOpen={isOpen}
        onClose={closeMenus}
        placement="end bottom"
        offset={26}
        className="w-80"
      >
        <Suspense fallback={null}>
          <PersonMenu />
        </Suspense>
      </Popover>
    </header>
  );
}
