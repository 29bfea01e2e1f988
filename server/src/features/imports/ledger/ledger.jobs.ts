import { transact } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { undoDays } from '#contract/imports/limits.ts';
import { deleteAgedLedgers, deleteLedgerOf } from './ledger.queries.ts';

export const ledgerJobs = [
  /** Taking an import back then leaves the placeholder alone. */
  onEvent('ledger.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteLedgerOf(db, userId)),
  ),
];

/** What stood before an import is kept as long as it can be taken back. */
export const ledgerMaintenance: MaintenanceTask = (db, now) => deleteAgedLedgers(db, now, undoDays);
