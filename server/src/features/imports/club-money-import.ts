import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  mergeClubAccounts,
  mergeEntries,
  type ImportedBy,
} from '../budgets/import/merge-ledger.queries.ts';
import {
  completeStagedAccounts,
  completeStagedEntries,
  createStagedClubMoney,
  selectAccountProblems,
  selectEntryProblems,
  type AccountColumn,
  type EntryColumn,
} from '../budgets/import/staged-ledger.queries.ts';
import type { Merged } from '../finances/import/merge-finances.queries.ts';
import { clubAccountFields, entryFields } from './club-money-fields.ts';
import { problemsMax } from './problems.ts';
import { stageFile, type ImportContext } from './reading.ts';

/** The changes to the clubs' accounts and ledger by an import, by file. */
export interface ClubMoneyCounts {
  readonly clubAccounts?: Merged;
  readonly clubTransactions?: Merged;
}

/** The columns of the staged accounts, or null if there is no valid file, and whether there are transactions. */
export interface StagedClubMoney {
  readonly accounts: readonly AccountColumn[] | null;
  readonly hasEntries: boolean;
}

/** Streams accounts and transactions into their staging tables and checks them. Clubs are staged before. */
export const stageClubMoney = async (reading: ImportContext): Promise<StagedClubMoney> => {
  const { bulk, problems } = reading;
  await createStagedClubMoney(bulk.db);
  const columns = await stageFile<AccountColumn | 'code'>(
    reading,
    'club-accounts.csv',
    'staged_club_accounts',
    { fields: clubAccountFields, key: ['code'] },
  );
  const accounts = columns?.filter((column): column is AccountColumn => column !== 'code') ?? null;
  const entries = await stageFile<EntryColumn | 'entry'>(
    reading,
    'ledger-entries.csv',
    'staged_ledger',
    { fields: entryFields, key: ['entry', 'account'] },
  );
  if (accounts !== null) {
    await completeStagedAccounts(bulk.db);
    const found = await selectAccountProblems(bulk.db, accounts, problemsMax);
    problems.add('club-accounts.csv', found.problems, found.total);
  }
  if (entries !== null) {
    await completeStagedEntries(bulk.db);
    const found = await selectEntryProblems(bulk.db, problemsMax);
    problems.add('ledger-entries.csv', found.problems, found.total);
  }
  return { accounts, hasEntries: entries !== null };
};

/** Merges the staged rows. Clubs are merged before. */
export const mergeStagedClubMoney = async (
  db: Db,
  school: SchoolId,
  { accounts, hasEntries }: StagedClubMoney,
  imported: ImportedBy,
): Promise<ClubMoneyCounts> => ({
  ...(accounts !== null && {
    clubAccounts: await mergeClubAccounts(db, school, accounts, imported),
  }),
  ...(hasEntries && { clubTransactions: await mergeEntries(db, school, imported) }),
});
