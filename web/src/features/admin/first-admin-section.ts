import type { PermissionOf } from '#contract/permissions.ts';
import { paths, type Path } from '../../paths.ts';
import { sectionsOf } from '../../shell/sections.ts';

/** Where Admin leads for somebody with these permissions. */
export const firstAdminSection = (held: readonly PermissionOf<'school'>[]): Path =>
  sectionsOf('admin', held)[0]?.to ?? paths.adminReports;
