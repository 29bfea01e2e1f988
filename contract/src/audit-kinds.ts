import { auditKinds as kinds } from './lists/audit-kinds.ts';

/*
 * Types of activity log entries. Each feature lists its own (`<feature>/audit-kinds.ts`). A type with several acts lists them,
 * and names the field of the detail that has the act; `null` means that one sentence is enough. The web app has the texts under
 * `audit.<kind>` and `audit.<kind>.<act>`. This file doesn't import zod because the web app uses it.
 */
export const auditKinds = kinds;
export type AuditKind = keyof typeof auditKinds;

/** Types with several acts. */
export type ActKind = {
  [K in AuditKind]: (typeof auditKinds)[K] extends null ? never : K;
}[AuditKind];
/** The acts of each type that has several. */
export type Acts = { [K in ActKind]: NonNullable<(typeof auditKinds)[K]>['acts'][number] };

/** True for types that this version knows. A newer server may send others. */
export const isAuditKind = (kind: string): kind is AuditKind => Object.hasOwn(auditKinds, kind);
