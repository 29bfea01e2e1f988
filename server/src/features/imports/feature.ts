import { feature } from '../../kernel/feature.ts';
import { ledgerReactions, ledgerUpkeep } from './ledger/ledger.jobs.ts';
import { selectLedgerFiles } from './ledger/ledger.queries.ts';

export const importsFeature = feature({
  name: 'imports',
  jobs: ledgerReactions,
  maintenance: [ledgerUpkeep],
  fileReferences: [selectLedgerFiles],
});
