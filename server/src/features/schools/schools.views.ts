import type { School } from '#contract/schools/endpoints.ts';
import type { SchoolRow } from '../../kernel/context.ts';
import { paperOf } from '../../kernel/documents/paper.ts';

/** Returns the public data of a school. */
export const schoolView = (school: SchoolRow): School => ({
  school_code: school.code,
  name: school.name,
  top_bar_bg_color: school.color,
  school_favicon: school.favicon === null ? null : `/files/${school.favicon}`,
  logo: school.logo === null ? null : `/files/${school.logo}`,
  config: {
    connect: school.connect,
    messageStandalone: school.message_standalone,
    locale: school.locale,
    layout: school.layout,
    paper: paperOf(school),
    profileGroups: school.profile_groups,
  },
});
