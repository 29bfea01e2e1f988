import { transact } from '../../kernel/context.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { ReadingFailed, rereadMetadata } from './provider-reading.ts';
import { selectProvider, updateQueued, updateMetadata, updateReadError } from './sso.queries.ts';

/** Queues the daily reading of providers' metadata. The reading itself runs outside of this transaction. */
export const queueMetadataReadings: MaintenanceTask = async (db, now, school) => {
  for (const providerId of await updateQueued(db, now))
    await insertEvent(db, school, null, 'sso_metadata_aged', { providerId });
  return 0;
};

export const ssoJobs = [
  // The reading adopts new certificates that the provider publishes. The admin sees failures.
  onEvent(
    'sso.reread-metadata',
    'sso_metadata_aged',
    async (scope, { providerId }) => {
      const provider = await transact(scope, ({ db }) => selectProvider(db, providerId), {
        readOnly: true,
      });
      if (provider === undefined) return;
      try {
        const metadata = await rereadMetadata(scope.outbound, provider);
        if (metadata !== null)
          await transact(scope, ({ db }) =>
            updateMetadata(db, providerId, metadata, scope.clock.now()),
          );
      } catch (error) {
        if (!(error instanceof ReadingFailed)) throw error;
        scope.log.warn({ provider: providerId, why: error.why }, 'could not read sign-on metadata');
        await transact(scope, ({ db }) => updateReadError(db, providerId, error.why));
      }
    },
    { concurrency: 4 },
  ),
];
