import { ChevronDown, Ellipsis, ExternalLink, FolderClosed } from 'lucide-react';
import { useState } from 'react';
import { isLinkType, menuFor } from '#contract/menus/items.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { wordOf } from '../../shell/menu-kinds.ts';
import { MenuIconOf } from '../../shell/menu-target.tsx';
import { hasMoreLinks, workingMenu, type Menu, type ShownEntry } from '../../shell/menu.data.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import type { Draft } from './menu-draft.ts';
import { useSchoolValues } from './menus.data.ts';

const admin = '@admin';

/** A preview for a selected type of person after saving, computed with the server's rule. It isn't interactive. */
export function MenuPreview({ draft, hasHubs }: { draft: Draft; hasHubs: boolean }) {
  const { t } = useMessages();
  const { connect } = useSchool().config;
  const { accountTypes } = useSchoolValues();
  const [chosen, setChosen] = useState<string | null>(null);
  const reader = chosen ?? accountTypes[0] ?? admin;
  const seen = menuFor(draft, {
    accountType: reader,
    isAdmin: reader === admin,
    hasHubs,
    isConnectOn: connect,
    // Features that the school doesn't use yet are shown in the editor, so that they can be placed.
    hasCourses: true,
    hasFinances: true,
  });
  // The result has the server's format, except that lists are readonly here.
  const menu = workingMenu({ hub: null, ...seen } as Menu);
  return (
    <Card title={t('menus.preview')} description={t('menus.previewBody')}>
      <div className="grid gap-5">
        <Select
          label={t('menus.as')}
          value={reader}
          onChange={setChosen}
          options={[
            ...accountTypes.map((value) => ({ value, label: value })),
            { value: admin, label: t('menus.asAdmin') },
          ]}
        />
        <div className="grid items-start gap-5 sm:grid-cols-[auto_minmax(0,1fr)]">
          <figure className="grid gap-2">
            <figcaption className="text-sm font-bold">{t('menus.leftBar')}</figcaption>
            <ul className="grid w-bar gap-1 rounded-card border border-line bg-surface px-2 py-3 max-sm:flex max-sm:w-auto max-sm:flex-wrap max-sm:justify-center">
              {menu.bar
                .filter(({ type }) => type !== 'more' || hasMoreLinks(menu))
                .map((item) => (
                  <li
                    key={item.id}
                    className="grid w-[74px] shrink-0 justify-items-center gap-1 px-0.5 pt-2.5 pb-2 text-center text-xs font-medium text-ink-2"
                  >
                    <MenuIconOf item={item} size={22} />
                    <Name item={item} />
                  </li>
                ))}
            </ul>
          </figure>
          <div className="grid min-w-0 gap-5">
            <MainMenuPreview menu={menu} />
            <figure className="grid min-w-0 gap-2">
              <figcaption className="text-sm font-bold">{t('menus.bottomMenu')}</figcaption>
              <ul className="flex max-w-80 rounded-card border border-line bg-surface p-1">
                {menu.bar
                  .filter(({ type }) => type !== 'more')
                  .slice(0, 4)
                  .map((item) => (
                    <li
                      key={item.id}
                      className="grid min-w-0 flex-1 justify-items-center gap-0.5 pt-2 pb-1.5 text-xs font-medium text-ink-2"
                    >
                      <MenuIconOf item={item} size={22} />
                      <Name item={item} />
                    </li>
                  ))}
                <li className="grid min-w-0 flex-1 justify-items-center gap-0.5 pt-2 pb-1.5 text-xs font-medium text-ink-2">
                  <Ellipsis size={22} strokeWidth={1.8} aria-hidden />
                  {menu.bar.find(({ type }) => type === 'more')?.name ?? t('nav.more')}
                </li>
              </ul>
            </figure>
          </div>
        </div>
      </div>
    </Card>
  );
}

function MainMenuPreview({ menu }: { menu: Menu }) {
  const { t } = useMessages();
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="text-sm font-bold">{t('menus.mainMenu')}</figcaption>
      <div className="grid max-w-80 gap-1 rounded-card border border-line bg-surface p-2">
        {menu.sections.length === 0 && (
          <p className="px-3 py-2 text-sm text-ink-2">{t('menus.previewNone')}</p>
        )}
        {menu.sections.map((section) => (
          <div key={section.id}>
            <p className="px-3 pt-2 pb-1 text-xs font-bold text-ink-2">
              {section.name ?? t(wordOf(section))}
            </p>
            <ul>
              {section.items.map((item) => (
                <li key={item.id}>
                  <Row item={item} />
                  {item.type === 'menu_group' && (
                    <ul className="ms-5 border-s border-line ps-2">
                      {item.items.map((inside) => (
                        <li key={inside.id}>
                          <Row item={inside} />
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </figure>
  );
}

const Row = ({ item }: { item: ShownEntry }) => (
  <span className="flex min-h-9 items-center gap-3 px-3 font-medium">
    {item.type === 'menu_group' && item.icon === undefined ? (
      <FolderClosed size={20} strokeWidth={1.8} aria-hidden className="shrink-0 text-ink-3" />
    ) : (
      <MenuIconOf item={item} size={20} className="shrink-0 text-ink-3" />
    )}
    <Name item={item} isStart />
    {item.type === 'menu_group' && (
      <ChevronDown size={18} aria-hidden className="shrink-0 rotate-180 text-ink-3" />
    )}
    {isLinkType(item.type) && (
      <ExternalLink size={16} aria-hidden className="shrink-0 text-ink-3 rtl:-scale-x-100" />
    )}
  </span>
);

function Name({ item, isStart = false }: { item: ShownEntry; isStart?: boolean }) {
  const { t } = useMessages();
  return (
    <span dir="auto" className={`min-w-0 ${isStart ? 'page-start flex-1' : 'max-w-full truncate'}`}>
      {item.name ?? t(wordOf(item))}
    </span>
  );
}
