import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  mergeClubAccounts,
  mergeLedger,
  type ImportedBy,
} from '../budgets/import/merge-ledger.queries.ts';
import {
  completeStagedAccounts,
  completeStagedLedger,
  createStagedLedger,
  selectAccountProblems,
  selectLedgerProblems,
  type AccountColumn,
  type LedgerColumn,
} from '../budgets/import/staged-ledger.queries.ts';
import type { Merged } from '../finances/import/merge-finances.queries.ts';
import { clubAccountFields, ledgerFields } from './ledger-fields.ts';
import { problemsMax } from './problems.ts';
import { stageFile, type ImportContext } from './reading.ts';

/** The changes to the clubs' accounts and ledger by an import, by file. */
export interface LedgerCounts {
  readonly clubAccounts?: Merged;
  readonly ledgerEntries?: Merged;
}

/** The columns of the staged accounts, or null if there is no valid file, and whether there are transactions. */
export interface StagedLedger {
  readonly accounts: readonly AccountColumn[] | null;
  readonly hasEntries: boolean;
}

/** Streams accounts and transactions into their staging tables and checks them. Clubs are staged before. */
export const stageLedger = async (reading: ImportContext): Promise<StagedLedger> => {
  const { bulk, problems } = reading;
  await createStagedLedger(bulk.db);
  const columns = await stageFile<AccountColumn | 'code'>(
    reading,
    'club-accounts.csv',
    'staged_club_accounts',
    { fields: clubAccountFields, key: ['code'] },
  );
  const accounts = columns?.filter((column): column is AccountColumn => column !== 'code') ?? null;
  const entries = await stageFile<LedgerColumn | 'entry'>(
    reading,
    'ledger-entries.csv',
    'staged_ledger',
    { fields: ledgerFields, key: ['entry', 'account'] },
  );
  if (accounts !== null) {
    await completeStagedAccounts(bulk.db);
    const found = await selectAccountProblems(bulk.db, accounts, problemsMax);
    problems.add('club-accounts.csv', found.problems, found.total);
  }
  if (entries !== null) {
    await completeStagedLedger(bulk.db);
    const found = await selectLedgerProblems(bulk.db, problemsMax);
    problems.add('ledger-entries.csv', found.problems, found.total);
  }
  return { accounts, hasEntries: entries !== null };
};

/** Merges the staged rows. Clubs are merged before. */
export const mergeStagedLedger = async (
  db: Db,
  school: SchoolId,
  { accounts, hasEntries }: StagedLedger,
  imported: ImportedBy,
): Promise<LedgerCounts> => ({
  ...(accounts !== null && {
    clubAccounts: await mergeClubAccounts(db, school, accounts, imported),
  }),
  ...(hasEntries && { ledgerEntries: await mergeLedger(db, school, imported) }),
});
