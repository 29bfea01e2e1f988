import type { Reply } from '#contract/endpoint.ts';
import {
  menuFor,
  type MenuDocument,
  type MenuEntry,
  type MenuLink,
  type MenuReader,
} from '#contract/menus/items.ts';
import type { getMenu } from '#contract/menus/endpoints.ts';

type Shown = Pick<Reply<typeof getMenu>, 'bar' | 'sections'>;

/** Returns the public properties of a part. Only the editor shows its audience. */
const face = ({ id, name, icon }: Pick<MenuLink, 'id' | 'name' | 'icon'>) => ({ id, name, icon });
const linkView = (item: MenuLink): Shown['bar'][number] => ({
  ...face(item),
  type: item.type,
  url: item.url,
});
const entryView = (item: MenuEntry): Shown['sections'][number]['items'][number] =>
  item.type === 'menu_group'
    ? { ...face(item), type: 'menu_group', items: item.items.map(linkView) }
    : linkView(item);

/** Returns a menu as a reader sees it. */
export const menuView = (menu: MenuDocument, reader: MenuReader): Shown => {
  const { bar, sections } = menuFor(menu, reader);
  return {
    bar: bar.map(linkView),
    sections: sections.map((section) => ({
      ...face(section),
      type: 'menu_section' as const,
      items: section.items.map(entryView),
    })),
  };
};
