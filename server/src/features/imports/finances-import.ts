import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  mergeAccounts,
  mergeHolds,
  mergeLines,
  updateFedAt,
  type Merged,
} from '../finances/import/merge-finances.queries.ts';
import {
  completeStagedFinances,
  createStagedFinances,
  selectFinanceProblems,
  stagedFinances,
  type FinanceList,
  type HoldColumn,
  type LineColumn,
} from '../finances/import/staged-finances.queries.ts';
import { chargeFields, holdFields, paymentFields } from './finance-fields.ts';
import { problemsMax } from './problems.ts';
import { stageFile, type ImportContext } from './reading.ts';

/** The changes to accounts and holds by an import, by file. */
export interface FinanceCounts {
  readonly charges?: Merged;
  readonly payments?: Merged;
  readonly holds?: Merged;
}

/** The columns of the staged files, or null if there is no valid file. */
export interface StagedFinances {
  readonly charges: readonly LineColumn[] | null;
  readonly payments: readonly LineColumn[] | null;
  readonly holds: readonly HoldColumn[] | null;
}

const filesOf = { charges: 'charges.csv', payments: 'payments.csv', holds: 'holds.csv' } as const;

/** Streams charges, payments and holds into their staging tables and checks them. People and terms are staged before. */
export const stageFinances = async (reading: ImportContext): Promise<StagedFinances> => {
  const { bulk, problems } = reading;
  await createStagedFinances(bulk.db);
  const stage = async <C extends string>(
    list: FinanceList,
    fields: Parameters<typeof stageFile<C | 'code'>>[3]['fields'],
  ): Promise<readonly C[] | null> => {
    const columns = await stageFile<C | 'code'>(reading, filesOf[list], stagedFinances(list), {
      fields,
      key: ['code'],
    });
    return columns?.filter((column): column is C => column !== 'code') ?? null;
  };
  const staged = {
    charges: await stage<LineColumn>('charges', chargeFields),
    payments: await stage<LineColumn>('payments', paymentFields),
    holds: await stage<HoldColumn>('holds', holdFields),
  };
  if (Object.values(staged).every((columns) => columns === null)) return staged;
  await completeStagedFinances(bulk.db);
  for (const list of Object.keys(filesOf) as FinanceList[]) {
    if (staged[list] === null) continue;
    const found = await selectFinanceProblems(bulk.db, list, problemsMax);
    problems.add(filesOf[list], found.problems, found.total);
  }
  return staged;
};

/** Merges the staged rows. */
export const mergeStagedFinances = async (
  db: Db,
  school: SchoolId,
  { charges, payments, holds }: StagedFinances,
  now: Date,
): Promise<FinanceCounts> => {
  if (charges === null && payments === null && holds === null) return {};
  await updateFedAt(db, school, now);
  await mergeAccounts(db, school);
  return {
    ...(charges !== null && { charges: await mergeLines(db, school, 'charges', charges, now) }),
    ...(payments !== null && { payments: await mergeLines(db, school, 'payments', payments, now) }),
    ...(holds !== null && { holds: await mergeHolds(db, school, holds, now) }),
  };
};
