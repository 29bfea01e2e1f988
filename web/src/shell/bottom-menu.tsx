import { Link } from '../lib/router/link.tsx';
import { Ellipsis } from 'lucide-react';
import { Suspense } from 'react';
import { useMessages } from '../lib/messages.ts';
import { useSchool } from '../lib/school.ts';
import { useStore } from '../lib/store.ts';
import { Dialog, preloadDialog } from '../ui/dialog.tsx';
import { menuItems } from './menu-items.ts';
import { closeMenus, openMenu } from './menus.ts';
import { PersonMenu, preloadPersonMenu } from './person-menu-part.ts';

const place =
  'grid min-h-14 w-full min-w-0 justify-items-center gap-0.5 rounded-card pt-2 pb-1.5 text-center text-xs font-medium text-ink-2 transition-colors duration-150 active:bg-fill aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text aria-expanded:bg-fill';

/** At the foot below md: the same places, and More for the main menu (SHELL-02). */
export function BottomMenu() {
  const preload = () => {
    preloadDialog();
    preloadPersonMenu();
  };
  const { t } = useMessages();
  const school = useSchool();
  const isOpen = useStore(openMenu) === 'main';
  return (
    <>
      <nav
        aria-label={t('nav.main')}
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-1 pt-1 pb-[calc(0.25rem+env(safe-area-inset-bottom))] md:hidden"
      >
        <ul className="mx-auto flex max-w-md sm:gap-1">
          {menuItems(school.config.connect).map(({ to, label, icon: Icon, isExact = false }) => (
            <li key={to} className="min-w-0 flex-auto">
              <Link to={to} isExact={isExact} className={place}>
                <Icon size={22} strokeWidth={1.8} aria-hidden />
                <Label text={t(label)} />
              </Link>
            </li>
          ))}
          <li className="min-w-0 flex-auto">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onPointerEnter={preload}
              onFocus={preload}
              onClick={() => openMenu.set('main')}
              className={place}
            >
              <Ellipsis size={22} strokeWidth={1.8} aria-hidden />
              <Label text={t('nav.more')} />
            </button>
          </li>
        </ul>
      </nav>
      <Dialog title={t('menu.title')} isTitleHidden isOpen={isOpen} onClose={closeMenus} isFlush>
        <Suspense fallback={null}>
          <PersonMenu />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Keeps room for its bold form, so that a place is as wide when one is there as before. */
const Label = ({ text }: { text: string }) => (
  <span
    data-text={text}
    className="max-w-full truncate after:invisible after:block after:h-0 after:overflow-hidden after:font-bold after:content-[attr(data-text)/'']"
  >
    {text}
  </span>
);
