import { transact } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { undoDays } from '#contract/imports/limits.ts';
import { deleteOldJournals, deleteJournalOf } from './journal.queries.ts';

export const journalJobs = [
  /** After this, undoing an import doesn't change the placeholder. */
  onEvent('ledger.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteJournalOf(db, userId)),
  ),
];

/** Previous values are kept while an import can be undone. */
export const journalMaintenance: MaintenanceTask = (db, now) =>
  deleteOldJournals(db, now, undoDays);
