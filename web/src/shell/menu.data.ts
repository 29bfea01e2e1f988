import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/call.ts';
import { getMenu } from '#contract/menus/calls.ts';
import { callQuery, queryClient } from '../lib/call.ts';
import { destinationOf, wordOf } from './menu-kinds.ts';

export type Menu = ReplyOf<typeof getMenu>;
export type ShownLink = Menu['bar'][number];
export type ShownEntry = Menu['sections'][number]['items'][number];

/** The user's menus. They load with the page (contract/src/menus/first-calls.ts) and rarely change. */
export const menuQuery = () => ({ ...callQuery(getMenu, {}), staleTime: 5 * 60_000 });

/** The menu of a hub, or of the school, independent of the current hub. */
export const menuAt = (hub: string | null) => ({
  ...callQuery(getMenu, { hub: hub ?? '_' }),
  staleTime: 5 * 60_000,
});

/** Never fails: without a reply, the bars show the default items. */
export async function prefetchMenu(): Promise<void> {
  // A cached menu is good enough to render. It refreshes in the background.
  if (queryClient.getQueryData(menuQuery().queryKey) === undefined)
    await queryClient.prefetchQuery(menuQuery());
}

const standIn: Menu = {
  hub: null,
  bar: [
    { id: 'home', type: 'home' },
    { id: 'directory', type: 'directory' },
  ],
  sections: [],
};

/** Sections that aren't built yet are hidden. */
const isBuilt = ({ type }: ShownLink): boolean => destinationOf(type)?.isBuilt !== false;

/** Returns the menu without unavailable items, and without sections and groups that become empty. */
export function workingMenu({ hub, bar, sections }: Menu): Menu {
  const entries = (items: readonly ShownEntry[]): ShownEntry[] =>
    items.flatMap((item): ShownEntry[] => {
      if (item.type !== 'menu_group') return isBuilt(item) ? [item] : [];
      const inside = item.items.filter(isBuilt);
      return inside.length === 0 ? [] : [{ ...item, items: inside }];
    });
  return {
    hub,
    bar: bar.filter(isBuilt),
    sections: sections
      .map((section) => ({ ...section, items: entries(section.items) }))
      .filter(({ items }) => items.length > 0),
  };
}

export function useMenu(): Menu {
  const { data } = useQuery({ ...menuQuery(), select: workingMenu });
  return data ?? standIn;
}

/** Maximum number of items in the bottom bar besides More. */
const most = 4;
const destinationsOf = (bar: Menu['bar']): ShownLink[] => bar.filter(({ type }) => type !== 'more');

/** Returns the first items of the bar that fit the bottom bar. */
export const inBottomMenu = (bar: Menu['bar']): ShownLink[] => destinationsOf(bar).slice(0, most);

const calledBy = (item: ShownLink): string => item.name ?? wordOf(item);

/**
 * Returns the items outside a bar that no menu section contains by the same name. They are at the top of More; otherwise they
 * couldn't be found.
 */
const unlinkedDestinations = (
  destinations: readonly ShownLink[],
  sections: Menu['sections'],
): ShownLink[] => {
  const entries = sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.type === 'menu_group' ? item.items : [item])),
  );
  return destinations.filter(
    (destination) =>
      !entries.some(
        (one) =>
          one.type === destination.type &&
          one.url === destination.url &&
          calledBy(one) === calledBy(destination),
      ),
  );
};

/** Returns the remaining items of the bar on phones that no section contains. */
export const beyondBottomMenu = ({ bar, sections }: Menu): ShownLink[] =>
  unlinkedDestinations(destinationsOf(bar).slice(most), sections);

/** Returns the items with these IDs in the left bar that no section contains. */
export const linksOutsideMenu = ({ bar, sections }: Menu, ids: readonly string[]): ShownLink[] =>
  unlinkedDestinations(
    bar.filter(({ id }) => ids.includes(id)),
    sections,
  );

/** Returns whether the main menu has more items than the bar and the user's menu. */
export const hasMoreLinks = ({ bar, sections }: Menu): boolean => {
  const near = new Set<string>([
    'logout',
    ...bar.map(({ type }) => type).filter((type) => destinationOf(type) !== undefined),
  ]);
  return sections.some(({ items }) => items.some(({ type }) => !near.has(type)));
};
