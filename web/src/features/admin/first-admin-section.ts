import type { PermissionOf } from '#contract/permissions.ts';
import { paths, type Path } from '../../paths.ts';
import { sectionsOf } from '../../shell/sections.ts';

/** Returns the first admin section for these permissions. */
export const firstAdminSection = (held: readonly PermissionOf<'school'>[]): Path =>
  sectionsOf('admin', held)[0]?.to ?? paths.adminReports;
