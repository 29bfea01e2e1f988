import type { ReportState } from '#contract/safety.ts';
import { feature } from '../../kernel/feature.ts';
import { safetyJobs, safetySources } from './safety.jobs.ts';
import { safetyHandlers } from './safety.handlers.ts';
import { personalData, deleteBlocksOf } from './safety.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    person_blocked: { by: number; person: number };
    person_unblocked: { by: number; person: number };
    person_reported: { by: number; person: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    report_changed: { person: number; report: string; from: ReportState; to: ReportState };
  }
}

export const safetyFeature = feature({
  name: 'safety',
  erase: deleteBlocksOf,
  personalData,
  handlers: safetyHandlers,
  jobs: safetyJobs,
  liveSources: safetySources,
});
