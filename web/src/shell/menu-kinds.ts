import {
  BookOpen,
  CalendarClock,
  CalendarDays,
  Code,
  Ellipsis,
  House,
  Inbox,
  Medal,
  MessageCircle,
  Shapes,
  Ticket,
  UserRoundCheck,
  UsersRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { MenuItemType, DestinationType } from '#contract/menus/items.ts';
import type { LabelKey } from '../lib/messages.ts';
import { paths, type Path } from '../paths.ts';

/** Section of the product that menus lead to. */
interface Destination {
  to: Path;
  label: LabelKey;
  icon: LucideIcon;
  /** Active on this very path only. */
  isExact?: boolean;
  /** Only at schools that have the connect feature on. */
  needsConnect?: boolean;
  /** False: there is a page that says what will be here, and no menu leads to it. */
  isBuilt: boolean;
}

/** Where items lead that are of a type (SHELL-05). Whoever builds a section says so here. */
export const places: Readonly<Record<DestinationType, Destination>> = {
  home: { to: paths.home, label: 'nav.home', icon: House, isExact: true, isBuilt: true },
  directory: { to: paths.directory, label: 'nav.directory', icon: UsersRound, isBuilt: true },
  chat: { to: paths.chat, label: 'nav.chat', icon: MessageCircle, isBuilt: true },
  development: { to: paths.development, label: 'nav.development', icon: Code, isBuilt: true },
  people: {
    to: paths.connections,
    label: 'nav.connections',
    icon: UserRoundCheck,
    needsConnect: true,
    isBuilt: true,
  },
  inbox: { to: paths.inbox, label: 'nav.inbox', icon: Inbox, isBuilt: true },
  events: { to: paths.events, label: 'nav.events', icon: Ticket, isBuilt: false },
  clubs: { to: paths.clubs, label: 'nav.clubs', icon: Shapes, isBuilt: false },
  calendar: { to: paths.calendar, label: 'nav.calendar', icon: CalendarDays, isBuilt: false },
  courses: { to: paths.courses, label: 'nav.courses', icon: BookOpen, isBuilt: false },
  finances: { to: paths.finances, label: 'nav.finances', icon: Wallet, isBuilt: false },
  record: { to: paths.cct, label: 'nav.record', icon: Medal, isBuilt: false },
  booking: { to: paths.booking, label: 'nav.booking', icon: CalendarClock, isBuilt: false },
};

/** Types that lead elsewhere or do something. Their icons come with those that can be given (menu-drawing.tsx). */
const others: Readonly<Record<Exclude<MenuItemType, DestinationType>, LabelKey>> = {
  web: 'menu.link',
  instagram: 'menu.instagram',
  twitter: 'menu.twitter',
  facebook: 'menu.facebook',
  switch: 'menu.switch',
  logout: 'menu.logOut',
  more: 'nav.more',
};

const isDestinationType = (type: MenuItemType): type is DestinationType =>
  Object.hasOwn(places, type);

/** The place an item of a type leads to; none where it leads elsewhere or does something. */
export const destinationOf = (type: MenuItemType): Destination | undefined =>
  isDestinationType(type) ? places[type] : undefined;

/** What items of a type are called. */
export const labelOf = (type: MenuItemType): LabelKey =>
  isDestinationType(type) ? places[type].label : others[type];

/** The icons that the bars mostly show, by the types they are of; the others are fetched. */
export const nearIcons: Readonly<Partial<Record<Named['type'], LucideIcon>>> = {
  more: Ellipsis,
  ...Object.fromEntries(Object.entries(places).map(([type, { icon }]) => [type, icon])),
};

/** The sections that are there at this school, in the listed order. */
export const builtDestinations = (isConnectOn: boolean): readonly Destination[] =>
  Object.values(places).filter((place) => place.isBuilt && (isConnectOn || !place.needsConnect));

/** Parts of the listed menu that have a word of their own (product text §2), by their ids. */
const words: Readonly<Record<string, LabelKey>> = {
  'my-app': 'menu.at_my_app',
  latest: 'menu.at_latest',
  'more-resources': 'menu.at_more_resources',
  feed: 'menu.at_feed',
  'virtual-space': 'menu.at_virtual_space',
  'product-news': 'menu.at_product_news',
  newsletters: 'menu.at_newsletters',
  webinars: 'menu.at_webinars',
  'training-videos': 'menu.at_training_videos',
  jobs: 'menu.at_jobs',
  'social-media': 'menu.at_social_media',
  'features-list': 'menu.at_features_list',
  'campus-admin': 'menu.at_admin',
};

interface Named {
  id: string;
  type: MenuItemType | 'menu_group' | 'menu_section';
  name?: string | undefined;
}

/** What a part of a menu is called when nobody renamed it. */
export const wordOf = ({ id, type }: Named): LabelKey => {
  const own = Object.hasOwn(words, id) ? words[id] : undefined;
  return (
    own ??
    (type === 'menu_group'
      ? 'menu.group'
      : type === 'menu_section'
        ? 'menu.section'
        : labelOf(type))
  );
};
