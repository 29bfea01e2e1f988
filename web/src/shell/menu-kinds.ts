import { Camera, CalendarDays, Code, Globe, House, Inbox, MessageCircle, AtSign, ThumbsUp, UserRoundCheck, UsersRound } from 'lucide-react';
import { ArrowLeftRight, Ellipsis, LogOut, type LucideIcon } from 'lucide-react';
import { placeTypes, type MenuItemType, type PlaceType } from '#contract/menu-items.ts';
import type { LabelKey } from '../lib/messages.ts';
import { paths, type Path } from '../paths.ts';

/** Section of the product that menus lead to. */
interface Place {
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
export const places: Readonly<Record<PlaceType, Place>> = {
  home: { to: paths.home, label: 'nav.home', icon: House, isExact: true, isBuilt: true },
  directory: { to: paths.directory, label: 'nav.directory', icon: UsersRound, isBuilt: true },
  chat: { to: paths.chat, label: 'nav.chat', icon: MessageCircle, isBuilt: false },
  development: { to: paths.development, label: 'nav.development', icon: Code, isBuilt: false },
  people: { to: paths.connections, label: 'nav.connections', icon: UserRoundCheck, needsConnect: true, isBuilt: true },
  inbox: { to: paths.inbox, label: 'nav.inbox', icon: Inbox, isBuilt: false },
  events: { to: paths.events, label: 'nav.events', icon: CalendarDays, isBuilt: false },
};

/** Types that lead elsewhere or do something. The icon set has no marks of companies; these say what the places are for. */
const others: Readonly<Record<Exclude<MenuItemType, PlaceType>, { label: LabelKey; icon: LucideIcon }>> = {
  web: { label: 'menu.link', icon: Globe },
  instagram: { label: 'menu.instagram', icon: Camera },
  twitter: { label: 'menu.twitter', icon: AtSign },
  facebook: { label: 'menu.facebook', icon: ThumbsUp },
  switch: { label: 'menu.switch', icon: ArrowLeftRight },
  logout: { label: 'menu.logOut', icon: LogOut },
  more: { label: 'nav.more', icon: Ellipsis },
};

const isPlaceType = (type: MenuItemType): type is PlaceType => placeTypes.some((one) => one === type);

/** The place an item of a type leads to; none where it leads elsewhere or does something. */
export const placeOf = (type: MenuItemType): Place | undefined => (isPlaceType(type) ? places[type] : undefined);

export const kindOf = (type: MenuItemType): { label: LabelKey; icon: LucideIcon } => (isPlaceType(type) ? places[type] : others[type]);

/** The sections that are there at this school, in the listed order. */
export const builtPlaces = (isConnectOn: boolean): readonly Place[] =>
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
  return own ?? (type === 'menu_group' ? 'menu.group' : type === 'menu_section' ? 'menu.section' : kindOf(type).label);
};
