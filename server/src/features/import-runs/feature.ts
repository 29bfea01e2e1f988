import { feature, type Feature } from '../../kernel/feature.ts';
import { programImportHandlers } from './program-import.ts';
import { importRunsJobs, importRunsMaintenance, type Readers } from './import-runs.jobs.ts';
import { personalData } from './import-runs.queries.ts';
import { importRunsHandlers } from './import-runs.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A run of an import can be worked on. */
    import_run_waits: { run: number };
    /** An import was stored whose new people get invitations. `by` is the admin who confirmed it. */
    import_invites: { import: number; by: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    import_run_moved: { run: number; kind: 'import' | 'undo'; source: string; to: string };
  }
}

/** `readers`: functions of other features that the operator's commands also use. */
export const importRunsFeature = (readers: Readers): Feature =>
  feature({
    name: 'import-runs',
    personalData,
    handlers: [...importRunsHandlers, ...programImportHandlers(readers)],
    jobs: importRunsJobs(readers),
    maintenanceOfFiles: (files) => [importRunsMaintenance(files)],
  });
