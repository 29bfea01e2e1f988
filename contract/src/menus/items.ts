import { destinations } from '../lists/destinations.ts';

/**
 * Menu items (product text §2, §3) and their audiences. This file doesn't import zod because the browser uses it at run time: the
 * editor previews menus with the server's rules.
 */

/**
 * Sections of the product that an item can open. Each feature lists its own (`<feature>/destinations.ts`). Sections that aren't
 * built yet are hidden.
 */
export const destinationTypes = destinations;
/** External links. The social ones have their own icons. */
export const linkTypes = ['web', 'instagram', 'twitter', 'facebook'] as const;
/** Items that perform an action instead of opening a page. */
export const actTypes = ['switch', 'logout', 'more'] as const;
export const menuItemTypes = [...destinationTypes, ...linkTypes, ...actTypes] as const;
export type DestinationType = (typeof destinationTypes)[number];
export type LinkType = (typeof linkTypes)[number];
export type MenuItemType = (typeof menuItemTypes)[number];

/** Icons that an admin can assign to an item or a hub, by their names in the web app's icon set. */
export const menuIcons = [
  'globe',
  'link',
  'star',
  'newspaper',
  'megaphone',
  'mail',
  'file-text',
  'list-checks',
  'calendar-days',
  'ticket',
  'graduation-cap',
  'book-open',
  'library',
  'flask-conical',
  'laptop',
  'clapperboard',
  'briefcase-business',
  'wallet',
  'building-2',
  'landmark',
  'map-pin',
  'bus',
  'utensils',
  'shopping-bag',
  'dumbbell',
  'trophy',
  'music',
  'palette',
  'users-round',
  'heart-pulse',
  'leaf',
  'life-buoy',
] as const;
export type MenuIcon = (typeof menuIcons)[number];

/** Maximum size of a menu: items of each list, and characters of a name and an address. */
export const menuLimits = {
  bar: 12,
  sections: 10,
  items: 40,
  grouped: 20,
  name: 60,
  url: 2_000,
  audience: 50,
} as const;

/** Audience of an item: admins, or people with certain account types. If omitted, everyone. */
export type MenuAudience = 'admins' | { readonly accountTypes: readonly string[] };

interface Part {
  /** Unique in its menu; the club route's hubMenuId. Parts of the default menu have fixed IDs, which the app translates. */
  readonly id: string;
  /** The admin's label. If omitted, the app shows its own label in the reader's language. */
  readonly name?: string | undefined;
  readonly icon?: MenuIcon | undefined;
  readonly audience?: MenuAudience | undefined;
  /** True if it stays in the menu but no one sees it. */
  readonly isHidden?: true | undefined;
}
export interface MenuLink extends Part {
  readonly type: MenuItemType;
  /** An https address. An external link without one isn't shown. */
  readonly url?: string | undefined;
}
export interface MenuGroup extends Part {
  readonly type: 'menu_group';
  readonly items: readonly MenuLink[];
}
export type MenuEntry = MenuLink | MenuGroup;
export interface MenuSection extends Part {
  readonly type: 'menu_section';
  readonly items: readonly MenuEntry[];
}
/** `bar`: left bar and bottom menu. `sections`: the main menu that More opens. */
export interface MenuDocument {
  readonly bar: readonly MenuLink[];
  readonly sections: readonly MenuSection[];
}

/**
 * The menu from the product text, for schools that haven't created their own. It also has pages that students need and the text
 * doesn't list: clubs, the calendar and courses in the bar, and a section for studies. External links need an address first.
 */
export const listedMenu: MenuDocument = {
  bar: [
    { id: 'home', type: 'home' },
    { id: 'directory', type: 'directory' },
    { id: 'chat', type: 'chat' },
    { id: 'development', type: 'development' },
    { id: 'clubs', type: 'clubs' },
    { id: 'events', type: 'events' },
    { id: 'calendar', type: 'calendar' },
    { id: 'courses', type: 'courses' },
    { id: 'people', type: 'people' },
    { id: 'more', type: 'more' },
  ],
  sections: [
    {
      id: 'my-app',
      type: 'menu_section',
      items: [
        { id: 'feed', type: 'home' },
        { id: 'all-people', type: 'directory' },
        { id: 'virtual-space', type: 'web' },
      ],
    },
    {
      id: 'studies',
      type: 'menu_section',
      items: [
        { id: 'my-courses', type: 'courses' },
        { id: 'finances', type: 'finances' },
        { id: 'record', type: 'record' },
        { id: 'booking', type: 'booking' },
      ],
    },
    {
      id: 'latest',
      type: 'menu_section',
      items: [
        { id: 'product-news', type: 'web', icon: 'megaphone' },
        { id: 'newsletters', type: 'inbox' },
        { id: 'webinars', type: 'events' },
        { id: 'training-videos', type: 'web', icon: 'clapperboard' },
        { id: 'jobs', type: 'web', icon: 'briefcase-business' },
      ],
    },
    {
      id: 'more-resources',
      type: 'menu_section',
      items: [
        {
          id: 'social-media',
          type: 'menu_group',
          items: [
            { id: 'instagram', type: 'instagram' },
            { id: 'twitter', type: 'twitter' },
            { id: 'facebook', type: 'facebook' },
          ],
        },
        { id: 'features-list', type: 'web', icon: 'list-checks' },
        { id: 'campus-admin', type: 'web', icon: 'landmark', audience: 'admins' },
        { id: 'switch', type: 'switch' },
        { id: 'logout', type: 'logout' },
      ],
    },
  ],
};

export const isLinkType = (type: string): type is LinkType => linkTypes.some((one) => one === type);

/** The person who sees the menu. */
export interface MenuReader {
  readonly accountType: string;
  readonly isAdmin: boolean;
  /** True if they belong to a hub and can therefore switch. */
  readonly hasHubs: boolean;
  /** True if the school allows connections. */
  readonly isConnectOn: boolean;
  /** True if the school has courses, from its own files or from an LMS that people can connect. */
  readonly hasCourses: boolean;
  /** True if anyone at the school has a bursar account. */
  readonly hasFinances: boolean;
}

const reaches = ({ audience, isHidden }: Part, reader: MenuReader): boolean => {
  if (isHidden) return false;
  if (audience === undefined) return true;
  return audience === 'admins'
    ? reader.isAdmin
    : audience.accountTypes.includes(reader.accountType);
};

const leads = ({ type, url }: MenuLink, reader: MenuReader): boolean => {
  if (isLinkType(type)) return url !== undefined;
  if (type === 'switch') return reader.hasHubs;
  if (type === 'courses') return reader.hasCourses;
  if (type === 'finances') return reader.hasFinances;
  return type === 'people' ? reader.isConnectOn : true;
};

/** Returns the parts of a menu that a reader sees, without empty sections and groups. */
export function menuFor({ bar, sections }: MenuDocument, reader: MenuReader): MenuDocument {
  const links = (items: readonly MenuLink[]) =>
    items.filter((item) => reaches(item, reader) && leads(item, reader));
  const entries = (items: readonly MenuEntry[]): MenuEntry[] =>
    items.flatMap((item): MenuEntry[] => {
      if (item.type !== 'menu_group') return links([item]);
      const inside = reaches(item, reader) ? links(item.items) : [];
      return inside.length === 0 ? [] : [{ ...item, items: inside }];
    });
  return {
    bar: links(bar),
    sections: sections
      .filter((section) => reaches(section, reader))
      .map((section) => ({ ...section, items: entries(section.items) }))
      .filter(({ items }) => items.length > 0),
  };
}
