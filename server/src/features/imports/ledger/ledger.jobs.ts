import { transact } from '../../../kernel/context.ts';
import { reaction } from '../../../kernel/jobs/event-handler.ts';
import type { Upkeep } from '../../../kernel/jobs/maintenance.ts';
import { undoDays } from '#contract/import-limits.ts';
import { deleteAgedLedgers, deleteLedgerOf } from './ledger.queries.ts';

export const ledgerReactions = [
  /** Taking an import back then leaves the placeholder alone. */
  reaction('ledger.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteLedgerOf(db, userId)),
  ),
];

/** What stood before an import is kept as long as it can be taken back. */
export const ledgerUpkeep: Upkeep = (db, now) => deleteAgedLedgers(db, now, undoDays);
