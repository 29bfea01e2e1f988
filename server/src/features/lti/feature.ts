import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { deepLinksHandlers } from './deep-links/deep-links.handlers.ts';
import { returnDocument } from './deep-links/return-page.ts';
import { launchHandlers } from './launch/launch.handlers.ts';
import { ltiJobs } from './lti.jobs.ts';
import { deleteExpired, deleteTracesOf, personalData } from './lti.queries.ts';
import { registerDocument } from './registration/register-page.ts';
import { rostersHandlers } from './rosters/rosters.handlers.ts';
import { queueRosters } from './rosters/rosters.queries.ts';
import { setupHandlers } from './setup/setup.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** The roster of an LMS course is due to be read. */
    lti_roster_due: { course: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** Staff changed an LMS; `issuer` identifies it. */
    lti_changed: { act: Acts['lti_changed']; name: string; issuer?: string };
    /** An LMS course was connected to a course or disconnected from it. */
    lti_course_connected: { course: string; section: string | null };
    /** A person connected their account to an LMS user. */
    lti_account_connected: { platform: string };
    /** A person disconnected their account from an LMS user. */
    lti_account_disconnected: { platform: string };
  }
}

/** Pages that aren't part of the app. */
export const ltiDocuments = [registerDocument, returnDocument];

export const ltiFeature = feature({
  name: 'lti',
  handlers: [...launchHandlers, ...deepLinksHandlers, ...rostersHandlers, ...setupHandlers],
  jobs: ltiJobs,
  maintenance: [queueRosters, deleteExpired],
  documents: ltiDocuments,
  erase: deleteTracesOf,
  personalData,
});
