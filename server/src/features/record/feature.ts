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
    /** What of these people comes from the school's data has changed: their badges follow. */
    record_settled: { people: number[] };
    /** A badge is new or changed: it is settled person by person, from this id on. */
    record_badge_changed: { badge: number; version: number; after: number };
    /** Staff awarded or revoked something of these people; `item`: the id of the badge, experience or document. */
    record_noticed: { kind: RecordNotice; item: number; title: string; people: number[] };
    /** The school counts attended events from now on: those of before are counted person by person, from this id on. */
    record_counting: { after: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `about`: what it is called; `person`: whose record it is. */
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
