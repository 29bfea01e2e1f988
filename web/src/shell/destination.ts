import type { LucideIcon } from 'lucide-react';
import type { DestinationType } from '#contract/menus/items.ts';
import type { LabelKey } from '../lib/messages.ts';
import type { Path } from '../paths.ts';

/** Section of the product that menus lead to. */
export interface Destination {
  /** The lower ones come first; in steps of ten, so that another fits between them. */
  order: number;
  to: Path;
  label: LabelKey;
  icon: LucideIcon;
  /** Its address names the hub and the item of the menu that one comes from. */
  isOfHub?: boolean;
  /** Active on this very path only. */
  isExact?: boolean;
  /** Only at schools that have the connect feature on. */
  needsConnect?: boolean;
  /** False: there is a page that says what will be here, and no menu leads to it. */
  isBuilt: boolean;
}

/** Where items of a type lead that belong to a feature (`features/<name>/destinations.ts`). */
export type Destinations = Readonly<Partial<Record<DestinationType, Destination>>>;
