import { Ellipsis } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import { useStore } from '../lib/store.ts';
import { BarIcon } from './bar-icon.tsx';
import { preloadMain } from './main-menu-part.ts';
import { wordOf } from './menu-kinds.ts';
import { MenuIconOf, MenuTarget, useIsMarked } from './menu-target.tsx';
import { inBottomMenu, useMenu } from './menu.data.ts';
import { openMain, openMenu } from './menus.ts';

const itemClass =
  'grid min-h-14 w-full min-w-0 justify-items-center gap-0.5 rounded-card pt-2 pb-1.5 text-center text-xs font-medium text-ink-2 transition-colors duration-150 active:bg-fill aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text aria-expanded:bg-fill';

/** The bottom bar below md: the same items, and More for the main menu (SHELL-02). */
export function BottomMenu() {
  const { t } = useMessages();
  const { bar } = useMenu();
  const isOpen = useStore(openMenu) === 'main';
  const items = inBottomMenu(bar);
  const isMarked = useIsMarked(items);
  const more = bar.find(({ type }) => type === 'more');
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-1 pt-1 pb-[calc(0.25rem+env(safe-area-inset-bottom))] md:hidden"
    >
      <ul className="mx-auto flex max-w-md sm:gap-1">
        {items.map((item) => (
          <li key={item.id} className="min-w-0 flex-auto">
            <MenuTarget item={item} className={itemClass}>
              <BarIcon item={item} />
              <Label text={item.name ?? t(wordOf(item))} />
            </MenuTarget>
          </li>
        ))}
        <li className="min-w-0 flex-auto">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-current={isMarked ? undefined : 'page'}
            onPointerEnter={preloadMain}
            onFocus={preloadMain}
            onClick={(event) => openMain(event.currentTarget)}
            className={itemClass}
          >
            {more?.icon === undefined ? (
              <Ellipsis size={22} strokeWidth={1.8} aria-hidden />
            ) : (
              <MenuIconOf item={more} size={22} />
            )}
            <Label text={more?.name ?? t('nav.more')} />
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Reserves space for the bold text, so that an item's width doesn't change when it is active. */
const Label = ({ text }: { text: string }) => (
  <span
    data-text={text}
    className="max-w-full truncate after:invisible after:block after:h-0 after:overflow-hidden after:font-bold after:content-[attr(data-text)/'']"
  >
    {text}
  </span>
);
