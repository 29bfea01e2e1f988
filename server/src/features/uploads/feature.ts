import { transact } from '../../kernel/context.ts';
import { feature, type Feature, type UploadReference } from '../../kernel/feature.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { storageHandlers } from './storage/storage.handlers.ts';
import { uploadAttachments, uploadsHandlers } from './uploads.handlers.ts';
import { deleteStorageLimitOf } from './storage/storage.queries.ts';
import {
  deleteLooseUploads,
  deleteUploadsOf,
  ownUploads,
  personalData,
  selectStoredFiles,
} from './uploads.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    storage_limits_changed: { personMegabytes: number; schoolMegabytes: number | null };
    storage_person_limit_changed: { person: number; megabytes: number | null };
  }
}

/** Returns the feature. `named` has the upload references of all other features. */
export const uploadsFeature = (named: readonly UploadReference[]): Feature => {
  const references = [...named, ownUploads];
  return feature({
    name: 'uploads',
    erase: deleteStorageLimitOf,
    personalData,
    handlers: [...uploadsHandlers(references), ...storageHandlers(references)],
    attachments: uploadAttachments(references),
    maintenance: [deleteLooseUploads(references)],
    fileReferences: [selectStoredFiles],
    jobs: [
      /**
       * Deletes unused uploads of a person whose account is deleted. Files in messages stay, because they also belong
       * to the other participants.
       */
      onEvent('uploads.forget-person', 'person_erased', (scope, { userId }) =>
        transact(scope, async (context) => {
          const names = await deleteUploadsOf(context.db, userId, references);
          if (names.length > 0) await emit(context, 'files_dropped', { names });
        }),
      ),
    ],
  });
};
