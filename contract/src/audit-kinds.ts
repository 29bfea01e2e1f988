import { auditKinds as kinds } from './lists/audit-kinds.ts';

/*
 * What the audit log keeps, by kind; each feature lists its own (`<feature>/audit-kinds.ts`). A kind that has several acts names
 * them, and the part of the detail that says which it was; `null`: one sentence says it. Words stand in the web app under
 * `audit.<kind>` and `audit.<kind>.<act>`. No zod: the web app reads it.
 */
export const auditKinds = kinds;
export type AuditKind = keyof typeof auditKinds;

/** Kinds with several acts. */
export type ActKind = {
  [K in AuditKind]: (typeof auditKinds)[K] extends null ? never : K;
}[AuditKind];
/** The acts of each kind that has several. */
export type Acts = { [K in ActKind]: NonNullable<(typeof auditKinds)[K]>['acts'][number] };

/** Whether the log's readers know a kind; a newer server may send others. */
export const isAuditKind = (kind: string): kind is AuditKind => Object.hasOwn(auditKinds, kind);
