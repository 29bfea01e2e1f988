import type { LucideIcon } from 'lucide-react';
import type { PermissionOf } from '#contract/permissions.ts';
import type { LabelKey } from '../lib/messages.ts';
import type { Path } from '../paths.ts';

/** A section of a page that several features contribute to (`features/<name>/sections.ts`). */
export interface Section {
  in: 'admin' | 'development' | 'settings';
  /** Sorts ascending, in steps of ten, so that others fit between. */
  order: number;
  to: Path;
  label: LabelKey;
  icon: LucideIcon;
  /**
   * Any of these opens the section, whose parts check their own (`useHasPermission`). Without permissions, everyone can open
   * it.
   */
  permissions?: readonly PermissionOf<'school'>[];
  /** True for tables and overviews, which use the whole width of the page. */
  isWide?: boolean;
  /** A description, for pages with an overview. */
  body?: LabelKey;
}
