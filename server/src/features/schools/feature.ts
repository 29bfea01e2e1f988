import type { Paper } from '#contract/schools/paper.ts';
import type { FieldRules } from '#contract/people/audiences.ts';
import type { SchoolPictureKind } from '#contract/schools/pictures.ts';
import type { SchoolIdentity, SchoolLayout, SessionLimits } from '#contract/schools/endpoints.ts';
import { feature } from '../../kernel/feature.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';
import { originsHandlers } from './origins/origins.handlers.ts';
import { selectSchoolFiles } from './schools.queries.ts';
import { picturesHandlers } from './pictures/pictures.handlers.ts';
import { schoolsHandlers } from './schools.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    field_rules_changed: { before: FieldRules; after: FieldRules };
    /** Addresses of the script. Null if there is none. */
    analytics_changed: { before: string | null; after: string | null };
    sharing_changed: { before: SchoolSharing; after: SchoolSharing };
    message_standalone_changed: { before: boolean; after: boolean };
    /** Minutes for which a session can be unused, and hours for which it can last. Null means no limit. */
    session_limits_changed: { before: SessionLimits; after: SessionLimits };
    embed_origins_changed: { added?: string; removed?: string };
    /** Names of stored files. Null if there is none. */
    school_picture_changed: {
      picture: SchoolPictureKind;
      before: string | null;
      after: string | null;
    };
    paper_changed: { before: Paper; after: Paper };
    profile_groups_changed: { before: boolean; after: boolean };
    school_identity_changed: { before: SchoolIdentity; after: SchoolIdentity };
    layout_changed: { before: SchoolLayout; after: SchoolLayout };
  }
}

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Another cell serves the school from now on. */
    school_moved: Record<string, never>;
  }
}

export const schoolsFeature = feature({
  name: 'schools',
  handlers: [...schoolsHandlers, ...originsHandlers, ...picturesHandlers],
  fileReferences: [selectSchoolFiles],
  liveSources: [liveSource('school_moved', () => [{ leave: 'school' }])],
});
