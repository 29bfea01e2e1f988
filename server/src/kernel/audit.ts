import { sql } from 'kysely';
import type { FieldRules, ProfileField } from '#contract/audiences.ts';
import type { ReportState } from '#contract/safety.ts';
import type { Context } from './context.ts';
import type { Db } from './database.ts';

/** What the audit log keeps, by kind. People are named by their database ids. */
export interface AuditDetails {
  /** Fields that are not for everyone were shown to somebody by their office. */
  protected_read: { call: string; people: number[]; fields: ProfileField[] };
  field_rules_changed: { before: FieldRules; after: FieldRules };
  report_changed: { person: number; report: string; from: ReportState; to: ReportState };
  /** Somebody asked for more full profiles than a person reads; the call was refused. */
  reading_slowed: { person: number; shown: number };
  sign_on_changed: {
    what: 'added' | 'changed' | 'on' | 'off' | 'deleted' | 'required' | 'not_required';
    provider?: string;
    changed?: string[];
  };
  standing_changed: { person: number; hasHold?: boolean | undefined; isAdviser?: boolean | undefined };
}
export type AuditKind = keyof AuditDetails;

/** Adds an entry to the school's audit log, in the transaction of what it tells. */
export const record = async <K extends AuditKind>(context: Context, kind: K, detail: AuditDetails[K]): Promise<void> => {
  const actorId = context.actor.kind === 'member' ? context.actor.userId : null;
  await appendEntry(context.db, context.clock.now(), actorId, kind, detail);
};

/** The same for the operator's commands, which nobody of the school gives: `actorId` is null. */
export const appendEntry = async <K extends AuditKind>(
  db: Db,
  now: Date,
  actorId: number | null,
  kind: K,
  detail: AuditDetails[K],
): Promise<void> => {
  await sql`select audit_append(${now}, ${actorId}, ${kind}, ${JSON.stringify(detail)}::jsonb)`.execute(db);
};
