import { ChevronDown, ExternalLink, FolderClosed } from 'lucide-react';
import { useState } from 'react';
import { isLinkType } from '#contract/menus/items.ts';
import { useMinWidth } from '../lib/media.ts';
import { useMessages } from '../lib/messages.ts';
import { useStore } from '../lib/store.ts';
import { MenuIconOf, MenuTarget } from './menu-target.tsx';
import { wordOf } from './menu-kinds.ts';
import { overflowItems } from './beyond-left-bar.ts';
import {
  linksOutsideMenu,
  beyondBottomMenu,
  useMenu,
  type Menu,
  type ShownEntry,
  type ShownLink,
} from './menu.data.ts';
import { UserMenuHeader, UserMenuItems } from './person-menu.tsx';

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start font-medium hover:bg-fill';
const current =
  'aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text';

/** The content of More (SHELL-04). `isWhole` includes the user's own items, if no other menu has them. */
export function MainMenu({ isWhole }: { isWhole: boolean }) {
  const { t } = useMessages();
  const menu = useMenu();
  return (
    <div className="grid gap-1 p-2 max-sm:pt-6 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]">
      {isWhole && <UserMenuHeader />}
      <nav aria-label={t('menu.title')} className="grid gap-1">
        <MoreSection menu={menu} />
        {sectionsOf(menu, isWhole).map((section) => (
          <section
            key={section.id}
            aria-labelledby={`menu-${section.id}`}
            className="grid gap-px pb-1"
          >
            <h2 id={`menu-${section.id}`} className="px-3 pt-2 pb-1 text-xs! font-bold text-ink-2">
              {section.name ?? t(wordOf(section))}
            </h2>
            <ul>
              {section.items.map((item) => (
                <li key={item.id}>
                  {item.type === 'menu_group' ? (
                    <Group group={item} />
                  ) : (
                    <Row item={item} hub={menu.hub?.name} />
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      {isWhole && <UserMenuItems />}
    </div>
  );
}

/** The user's own items end with Log out, so leave it out here. */
function sectionsOf({ sections }: Menu, isWhole: boolean): Menu['sections'] {
  if (!isWhole) return sections;
  return sections
    .map((section) => ({
      ...section,
      items: section.items.filter(({ type }) => type !== 'logout'),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Items that don't fit the bottom bar of phones, or the left bar of a low window. */
function MoreSection({ menu }: { menu: Menu }) {
  const isPhone = !useMinWidth('md');
  const away = useStore(overflowItems);
  const items = isPhone ? beyondBottomMenu(menu) : linksOutsideMenu(menu, away);
  if (items.length === 0) return null;
  return (
    <ul className="pb-1">
      {items.map((item) => (
        <li key={item.id}>
          <Row item={item} />
        </li>
      ))}
    </ul>
  );
}

function Row({ item, hub }: { item: ShownLink; hub?: string | undefined }) {
  const { t } = useMessages();
  return (
    <MenuTarget item={item} className={`group ${row} ${current}`}>
      <MenuIconOf
        item={item}
        size={20}
        className="shrink-0 text-ink-3 group-aria-[current=page]:text-brand-text"
      />
      <span className="grid min-w-0 flex-1" dir={item.name === undefined ? undefined : 'auto'}>
        {item.name ?? t(wordOf(item))}
        {item.type === 'switch' && (
          <span className="truncate text-sm font-normal text-ink-2" dir="auto">
            {hub ?? t('hubs.none')}
          </span>
        )}
      </span>
      {isLinkType(item.type) && (
        <ExternalLink size={16} aria-hidden className="shrink-0 text-ink-3 rtl:-scale-x-100" />
      )}
    </MenuTarget>
  );
}

function Group({ group }: { group: Extract<ShownEntry, { type: 'menu_group' }> }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const id = `menu-${group.id}`;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={row}
      >
        {group.icon === undefined ? (
          <FolderClosed size={20} strokeWidth={1.8} aria-hidden className="shrink-0 text-ink-3" />
        ) : (
          <MenuIconOf item={group} size={20} className="shrink-0 text-ink-3" />
        )}
        <span className="min-w-0 flex-1" dir={group.name === undefined ? undefined : 'auto'}>
          {group.name ?? t(wordOf(group))}
        </span>
        <ChevronDown
          size={18}
          aria-hidden
          className={`shrink-0 text-ink-3 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <ul id={id} hidden={!isOpen} className="ms-5 border-s border-line ps-2">
        {group.items.map((item) => (
          <li key={item.id}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}
