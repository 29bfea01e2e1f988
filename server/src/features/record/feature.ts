import type { Acts } from '#contract/audit-kinds.ts';
import type { NotificationKind } from '#contract/notifications/keys.ts';
import { feature } from '../../kernel/feature.ts';
import { recordNotifications } from './notifications/record-notifications.ts';
import { documentsHandlers, recordDocuments } from './documents/documents.handlers.ts';
import { layoutHandlers } from './documents/layout.handlers.ts';
import { signatureUploads } from './documents/layout.queries.ts';
import { recordHandlers } from './record.handlers.ts';
import { recordJobs, settleFromCampus } from './record.jobs.ts';
import { deleteRecordOf, entryUploads, personalData } from './record.queries.ts';
import { setupHandlers } from './setup/setup.handlers.ts';
import { experienceKind } from './verification.ts';

type RecordNotice = Extract<
  NotificationKind,
  'badge_awarded' | 'badge_revoked' | 'experience_revoked' | 'document_revoked'
>;

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Experiences of these people that come from the school's data have changed. Their badges are settled. */
    record_settled: { people: number[] };
    /** A badge is new or has changed. It is settled for each person whose id is greater than `after`. */
    record_badge_changed: { badge: number; version: number; after: number };
    /** Staff awarded or revoked something for these people. `item` is the id of the badge, experience or document. */
    record_noticed: { kind: RecordNotice; item: number; title: string; people: number[] };
    /**
     * The school started to count attended events. Earlier events are counted for each person whose id is greater than
     * `after`.
     */
    record_counting: { after: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `about` is the name of what changed, `person` the owner of the record. */
    record_changed: { act: Acts['record_changed']; about: string; person?: number };
  }
}

export const recordFeature = feature({
  name: 'record',
  erase: deleteRecordOf,
  personalData,
  handlers: [...recordHandlers, ...documentsHandlers, ...layoutHandlers, ...setupHandlers],
  jobs: [...recordJobs, ...recordNotifications],
  maintenance: [settleFromCampus],
  approvalKinds: [experienceKind],
  uploadReferences: [entryUploads, signatureUploads],
  documents: recordDocuments,
});
