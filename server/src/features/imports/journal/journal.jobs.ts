import { transact } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { undoDays } from '#contract/imports/limits.ts';
import { deleteOldJournals, deleteJournalOf } from './journal.queries.ts';

export const journalJobs = [
  /** Taking an import back then leaves the placeholder alone. */
  onEvent('ledger.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteJournalOf(db, userId)),
  ),
];

/** What stood before an import is kept as long as it can be taken back. */
export const journalMaintenance: MaintenanceTask = (db, now) =>
  deleteOldJournals(db, now, undoDays);
