import type { LucideIcon } from 'lucide-react';
import type { DestinationType } from '#contract/menus/items.ts';
import type { LabelKey } from '../lib/messages.ts';
import type { Path } from '../paths.ts';

/** A section of the product that menus link to. */
export interface Destination {
  /** Sorts ascending, in steps of ten, so that others fit between. */
  order: number;
  to: Path;
  label: LabelKey;
  icon: LucideIcon;
  /** Its URL contains the hub and the menu item that the user came from. */
  isOfHub?: boolean;
  /** Active on exactly this path only. */
  isExact?: boolean;
  /** Only at schools with the connect feature. */
  needsConnect?: boolean;
  /** If false, the page says that it is coming, and menus don't link to it. */
  isBuilt: boolean;
}

/** The targets of a feature's menu item types (`features/<name>/destinations.ts`). */
export type Destinations = Readonly<Partial<Record<DestinationType, Destination>>>;
