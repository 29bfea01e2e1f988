import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { MenuItemType, DestinationType } from '#contract/menus/items.ts';
import type { LabelKey } from '../lib/messages.ts';
import { destinations } from '../lists/destinations.ts';
import type { Destination } from './destination.ts';

/** The targets of menu item types (SHELL-05), in order. A type that no feature declares doesn't compile. */
export const orderedDestinations: Readonly<Record<DestinationType, Destination>> =
  Object.fromEntries(
    Object.entries(destinations satisfies Record<DestinationType, Destination>).toSorted(
      ([, one], [, other]) => one.order - other.order,
    ),
  ) as typeof destinations;

/** Types of links and actions. Their icons load with the selectable ones (menu-drawing.tsx). */
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
  Object.hasOwn(orderedDestinations, type);

/** Returns the destination of a type, or undefined for links and actions. */
export const destinationOf = (type: MenuItemType): Destination | undefined =>
  isDestinationType(type) ? orderedDestinations[type] : undefined;

/** Returns the label of a type. */
export const labelOf = (type: MenuItemType): LabelKey =>
  isDestinationType(type) ? orderedDestinations[type].label : others[type];

/** The most common icons of the bars, by type. The others load on demand. */
export const commonIcons: Readonly<Partial<Record<Named['type'], LucideIcon>>> = {
  more: Ellipsis,
  ...Object.fromEntries(
    Object.entries(orderedDestinations).map(([type, { icon }]) => [type, icon]),
  ),
};

/** Returns the sections available at this school, in order. */
export const builtDestinations = (isConnectOn: boolean): readonly Destination[] =>
  Object.values(orderedDestinations).filter(
    (destination) => destination.isBuilt && (isConnectOn || !destination.needsConnect),
  );

/** The types of items that link to an available section. */
export const builtTypes: readonly DestinationType[] = (
  Object.keys(orderedDestinations) as DestinationType[]
).filter((type) => orderedDestinations[type].isBuilt);

/** Parts of the listed menu with their own texts (product text §2), by ID. */
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

/** Returns the default name of a menu part. */
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
