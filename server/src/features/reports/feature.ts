import type { Acts } from '#contract/audit-kinds.ts';
import type { ReportState } from '#contract/reports/kinds.ts';
import { feature, type Feature, type ReportTarget } from '../../kernel/feature.ts';
import { reportsHandlers } from './reports.handlers.ts';
import { reportsJobs } from './reports.jobs.ts';
import { personalData, reportUploads } from './reports.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A moderator warned a reported person. */
    person_warned: { report: number; person: number; text: string };
    /** A moderator hid reported content of a person. */
    content_hidden: { report: number; person: number; title: string };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    report_warned: { person: number; report: string; reason: string };
    reported_content_changed: {
      report: string;
      title: string;
      act: Acts['reported_content_changed'];
    };
    report_changed: { person: number | null; report: string; from: ReportState; to: ReportState };
  }
}

/**
 * `targets` has the things that other features allow to be reported. Reports of a person whose account is deleted stay
 * and show a placeholder.
 */
export const reportsFeature = (targets: readonly ReportTarget[]): Feature =>
  feature({
    name: 'reports',
    personalData,
    handlers: reportsHandlers(targets),
    jobs: reportsJobs,
    uploadReferences: [reportUploads],
  });
