import { feature, type Feature } from '../../kernel/feature.ts';
import { importRunsReactions, importRunsUpkeep, type Readers } from './import-runs.jobs.ts';
import { importRunsHandlers } from './import-runs.handlers.ts';

/** `readers`: those that the operator's commands use too, which belong to other features. */
export const importRunsFeature = (readers: Readers): Feature =>
  feature({
    name: 'import-runs',
    handlers: importRunsHandlers,
    jobs: importRunsReactions(readers),
    maintenanceOfFiles: (files) => [importRunsUpkeep(files)],
  });
