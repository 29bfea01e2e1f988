import { destinations } from '../lists/destinations.ts';

/**
 * What menus are made of (product text §2, §3), and who sees which part of them. No zod here: the browser imports
 * these at run time, and the editor shows with the server's own rule what a person will see.
 */

/**
 * Sections of the product that an item can lead to; each feature lists its own (`<feature>/destinations.ts`). Those that are not built
 * yet are shown to nobody.
 */
export const destinationTypes = destinations;
/** Addresses elsewhere; the social ones have an icon of their own. */
export const linkTypes = ['web', 'instagram', 'twitter', 'facebook'] as const;
/** What an item does instead of leading somewhere. */
export const actTypes = ['switch', 'logout', 'more'] as const;
export const menuItemTypes = [...destinationTypes, ...linkTypes, ...actTypes] as const;
export type DestinationType = (typeof destinationTypes)[number];
export type LinkType = (typeof linkTypes)[number];
export type MenuItemType = (typeof menuItemTypes)[number];

/** Icons an admin can give an item or a hub, by the names of the set the web app draws from. */
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

/** Largest menu: parts of each list, characters of a name and of an address. */
export const menuLimits = {
  bar: 12,
  sections: 10,
  items: 40,
  grouped: 20,
  name: 60,
  url: 2_000,
  audience: 50,
} as const;

/** Who sees a part: admins, or people of some account types; left out, everyone. */
export type MenuAudience = 'admins' | { readonly accountTypes: readonly string[] };

interface Part {
  /** Unique in its menu; the club route's hubMenuId. Parts of the listed menu have names of their own, which the app translates. */
  readonly id: string;
  /** As the admin wrote it; left out, the app says it in the reader's language. */
  readonly name?: string | undefined;
  readonly icon?: MenuIcon | undefined;
  readonly audience?: MenuAudience | undefined;
  /** Kept in the menu and shown to nobody. */
  readonly isHidden?: true | undefined;
}
export interface MenuLink extends Part {
  readonly type: MenuItemType;
  /** https; of a link elsewhere that has none, nothing is shown. */
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
/** `bar`: left bar and bottom menu. `sections`: the main menu behind More. */
export interface MenuDocument {
  readonly bar: readonly MenuLink[];
  readonly sections: readonly MenuSection[];
}

/**
 * The product text's listed menu, for schools that have not made one of their own. It also has what students come for and the text leads
 * to nowhere: clubs, the calendar and courses in the bar, a section for studies. Links elsewhere wait for an address.
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

/** Whose menu is shown, as far as menus ask. */
export interface MenuReader {
  readonly accountType: string;
  readonly isAdmin: boolean;
  /** Whether they belong to a hub, and so can switch. */
  readonly hasHubs: boolean;
  /** Whether the school lets people connect. */
  readonly isConnectOn: boolean;
  /** Whether the school has courses, in its own files or in a learning system that people can connect. */
  readonly hasCourses: boolean;
  /** Whether anybody at the school has an account with the bursar. */
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

/** What a reader sees of a menu. A part of which nothing is left goes too. */
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
