import { feature } from '../../kernel/feature.ts';
import { journalJobs, journalMaintenance } from './journal/journal.jobs.ts';
import { selectJournalFiles, personalData } from './journal/journal.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    import_stored: { import: number };
    import_undone: { import: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    import_stored: {
      import: number;
      source: string;
      format: string;
      counts: Readonly<Record<string, object>>;
    };
    import_undone: { import: number; source: string; removed: number; restored: number };
  }
}

export const importsFeature = feature({
  name: 'imports',
  personalData,
  jobs: journalJobs,
  maintenance: [journalMaintenance],
  fileReferences: [selectJournalFiles],
});
