import { Link } from '@tanstack/react-router';
import { Menu as MenuLines } from 'lucide-react';
import { useMinWidth } from '../lib/media.ts';
import { useMessages } from '../lib/messages.ts';
import { useSchool } from '../lib/school.ts';
import { useUser } from '../lib/session-store.ts';
import { useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { preloadMain } from './main-menu-part.ts';
import { closeMenus, openMain, openMenu, slidesOut } from './menus.ts';
import { SchoolMark } from './school-mark.tsx';
import { SearchButton } from './search-button.tsx';

const button =
  'grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150 hover:bg-current/15 focus-visible:outline-current';

/**
 * The top bar, for schools that have it on (SHELL-03): menu, logo, a search field hidden until opened, and the user's
 * picture. The school's name is black or white on its color (SCH-02).
 */
export function TopBar() {
  const { t } = useMessages();
  const user = useUser();
  const school = useSchool();
  const open = useStore(openMenu);
  const isPhone = !useMinWidth('md');
  const isOpen = open === 'main' || open === 'bar';
  const toggle = (opener: HTMLElement) => {
    if (isOpen) closeMenus();
    else if (isPhone && !slidesOut()) openMenu.set('bar');
    else openMain(opener);
  };
  return (
    <div
      data-top-bar
      className="sticky top-0 z-20 flex h-(--top-bar) items-center gap-2 border-b border-brand-edge bg-brand px-2 text-on-brand sm:px-4 dark:border-line dark:bg-brand-soft dark:text-ink"
    >
      <button
        type="button"
        aria-label={t('nav.menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadMain}
        onFocus={preloadMain}
        onClick={(event) => toggle(event.currentTarget)}
        className={button}
      >
        <MenuLines size={22} aria-hidden />
      </button>
      <Link
        to={paths.home}
        className="flex min-w-0 items-center gap-3 rounded-card focus-visible:outline-current"
      >
        <SchoolMark size={2.25} isOnBrand />
        <span dir="auto" className="truncate font-bold">
          {school.name}
        </span>
      </Link>
      <span className="flex-1" />
      <SearchButton className="text-inherit! hover:bg-current/15! focus-visible:outline-current" />
      {user.photoUrl && (
        <button
          type="button"
          aria-label={t('menu.person', { name: user.firstName })}
          aria-haspopup="dialog"
          onPointerEnter={preloadMain}
          onClick={(event) =>
            isPhone || slidesOut() ? openMain(event.currentTarget) : openMenu.set('person')
          }
          className={button}
        >
          <Avatar
            name={`${user.firstName} ${user.lastName}`}
            photoUrl={user.photoUrl}
            size={2.25}
          />
        </button>
      )}
    </div>
  );
}
