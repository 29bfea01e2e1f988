import type { LucideIcon } from 'lucide-react';
import type { PermissionOf } from '#contract/permissions.ts';
import type { LabelKey } from '../lib/messages.ts';
import type { Path } from '../paths.ts';

/** A section of a page to which several features add theirs (`features/<name>/sections.ts`). */
export interface Section {
  in: 'admin' | 'development' | 'settings';
  /** The lower ones come first; in steps of ten, so that another fits between them. */
  order: number;
  to: Path;
  label: LabelKey;
  icon: LucideIcon;
  /** Any of them opens the section, and each part of it asks for its own (`useHasPermission`). Left out, it is open to everyone. */
  permissions?: readonly PermissionOf<'school'>[];
  /** What it is about, where the page has an overview. */
  body?: LabelKey;
}
