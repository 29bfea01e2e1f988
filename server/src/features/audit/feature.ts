import { feature } from '../../kernel/feature.ts';
import { auditHandlers } from './audit.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    activity_log_exported: { count: number; isTruncated?: boolean };
  }
}

export const auditFeature = feature({
  name: 'audit',
  handlers: auditHandlers,
});
