import type { ReportState } from '#contract/reports/kinds.ts';
import { feature, type Feature, type ReportTarget } from '../../kernel/feature.ts';
import { reportsHandlers } from './reports.handlers.ts';
import { personalData, reportUploads } from './reports.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
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
    uploadReferences: [reportUploads],
  });
