import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { MenuItemType, DestinationType } from '#contract/menus/items.ts';
import type { LabelKey } from '../lib/messages.ts';
import { destinations } from '../lists/destinations.ts';
import type { Destination } from './destination.ts';

/** Where items lead that are of a type (SHELL-05), in their order. One that no feature declares does not compile. */
export const places: Readonly<Record<DestinationType, Destination>> = Object.fromEntries(
  Object.entries(destinations satisfies Record<DestinationType, Destination>).toSorted(
    ([, one], [, other]) => one.order - other.order,
  ),
) as typeof destinations;

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

/** The types of items that lead to a section that is there. */
export const builtTypes: readonly DestinationType[] = (
  Object.keys(places) as DestinationType[]
).filter((type) => places[type].isBuilt);

/** Parts of the listed menu that have a word of their own (product text §2), by their ids. */
const words: Readonly<Record<string, LabelKey>> = {
  'my-app': 'menu.at_my_app',
  studies: 'menu.at_studies',
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
