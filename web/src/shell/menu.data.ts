import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/call.ts';
import { getMenu } from '#contract/menus/calls.ts';
import { callQuery, queryClient } from '../lib/call.ts';
import { destinationOf, wordOf } from './menu-kinds.ts';

export type Menu = ReplyOf<typeof getMenu>;
export type ShownLink = Menu['bar'][number];
export type ShownEntry = Menu['sections'][number]['items'][number];

/** What this person's menus show. It comes with the page (contract/src/menus/first-calls.ts) and changes seldom. */
export const menuQuery = () => ({ ...callQuery(getMenu, {}), staleTime: 5 * 60_000 });

/** The menu of a hub, or of the school, wherever one is. */
export const menuAt = (hub: string | null) => ({
  ...callQuery(getMenu, { hub: hub ?? '_' }),
  staleTime: 5 * 60_000,
});

/** Never fails: without an answer the bars show where everybody may go. */
export async function prefetchMenu(): Promise<void> {
  // One that is there is good enough to draw; what has changed since comes by itself.
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

/** Sections that are not built yet stay out of menus. */
const isThere = ({ type }: ShownLink): boolean => destinationOf(type)?.isBuilt !== false;

/** A menu without what does not work yet, and without sections and groups that are empty then. */
export function workingMenu({ hub, bar, sections }: Menu): Menu {
  const entries = (items: readonly ShownEntry[]): ShownEntry[] =>
    items.flatMap((item): ShownEntry[] => {
      if (item.type !== 'menu_group') return isThere(item) ? [item] : [];
      const inside = item.items.filter(isThere);
      return inside.length === 0 ? [] : [{ ...item, items: inside }];
    });
  return {
    hub,
    bar: bar.filter(isThere),
    sections: sections
      .map((section) => ({ ...section, items: entries(section.items) }))
      .filter(({ items }) => items.length > 0),
  };
}

export function useMenu(): Menu {
  const { data } = useQuery({ ...menuQuery(), select: workingMenu });
  return data ?? standIn;
}

/** Beside More at the foot of a phone. */
const most = 4;
const destinationsOf = (bar: Menu['bar']): ShownLink[] => bar.filter(({ type }) => type !== 'more');

/** The first places of the bar: those for which the bottom menu has room. */
export const inBottomMenu = (bar: Menu['bar']): ShownLink[] => destinationsOf(bar).slice(0, most);

const calledBy = (item: ShownLink): string => item.name ?? wordOf(item);

/**
 * Of places that a bar has no room for, those that no section leads to by the same name: they stand first behind More, or nobody
 * would find them there.
 */
const ledNowhere = (places: readonly ShownLink[], sections: Menu['sections']): ShownLink[] => {
  const entries = sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.type === 'menu_group' ? item.items : [item])),
  );
  return places.filter(
    (place) =>
      !entries.some(
        (one) =>
          one.type === place.type && one.url === place.url && calledBy(one) === calledBy(place),
      ),
  );
};

/** What else the bar has on phones and no section leads to. */
export const beyondBottomMenu = ({ bar, sections }: Menu): ShownLink[] =>
  ledNowhere(destinationsOf(bar).slice(most), sections);

/** The places with these ids, of the left bar, that no section leads to. */
export const beyondBar = ({ bar, sections }: Menu, ids: readonly string[]): ShownLink[] =>
  ledNowhere(
    bar.filter(({ id }) => ids.includes(id)),
    sections,
  );

/** Whether the main menu leads further than the bar and the person's own menu do. */
export const leadsFurther = ({ bar, sections }: Menu): boolean => {
  const near = new Set<string>([
    'logout',
    ...bar.map(({ type }) => type).filter((type) => destinationOf(type) !== undefined),
  ]);
  return sections.some(({ items }) => items.some(({ type }) => !near.has(type)));
};
