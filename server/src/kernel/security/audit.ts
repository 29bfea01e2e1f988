import { sql } from 'kysely';
import type { FieldRules, ProfileField } from '#contract/audiences.ts';
import type { auditActs, AuditKind as KnownKind } from '#contract/audit-kinds.ts';
import type { ChatPolicy } from '#contract/chat-settings.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Platform } from '#contract/notification-keys.ts';
import type { ReportState } from '#contract/safety.ts';
import type { Scope } from '#contract/scopes.ts';
import type { SchoolPictureKind } from '#contract/school-pictures.ts';
import type { SchoolLayout, SessionLimits } from '#contract/schools.ts';
import { actorId, type Context } from '../context.ts';
import type { Db } from '../database/database.ts';

/** Whether people of a school may show themselves to anybody, and whether search engines may list them. */
export interface SchoolSharing {
  readonly isOn: boolean;
  readonly isIndexed: boolean;
}

type Acts = { [K in keyof typeof auditActs]: (typeof auditActs)[K]['acts'][number] };

/** What the audit log keeps, by kind. People are named by their database ids. */
export interface AuditDetails {
  /** Fields that are not for everyone were shown to somebody by their office. */
  protected_read: { call: string; people: number[]; fields: ProfileField[] };
  field_rules_changed: { before: FieldRules; after: FieldRules };
  /** Addresses of the script; null: none. */
  analytics_changed: { before: string | null; after: string | null };
  newsletter_sent: { newsletter: number; title: string; recipients: number };
  newsletter_deleted: { newsletter: number; title: string; recipients: number };
  sharing_changed: { before: SchoolSharing; after: SchoolSharing };
  message_standalone_changed: { before: boolean; after: boolean };
  chat_policy_changed: { before: ChatPolicy; after: ChatPolicy };
  /** Somebody who runs the campus took back what a person wrote. */
  message_deleted: { person: number; conversation: string; seq: number };
  report_changed: { person: number; report: string; from: ReportState; to: ReportState };
  /** Somebody asked for more full profiles than a person reads; the call was refused. */
  reading_slowed: { person: number; shown: number };
  /** Tries to sign in are slow from an address or at an account, because too many failed there in a quarter of an hour. */
  sign_in_slowed: { address: string; failures: number } | { person: number; failures: number };
  sign_on_changed: {
    what: 'added' | 'changed' | 'on' | 'off' | 'deleted' | 'required' | 'not_required';
    provider?: string;
    changed?: string[];
  };
  /** Minutes a session may rest, and hours it may last; null: as long as any. */
  session_limits_changed: { before: SessionLimits; after: SessionLimits };
  standing_changed: {
    person: number;
    hasHold?: boolean | undefined;
    isAdviser?: boolean | undefined;
  };
  /** The operator said who a person is in the school's roster. */
  person_linked: { person: number; sourcedId: string };
  embed_origins_changed: { added?: string; removed?: string };
  /** A host's server asked for a code that signs somebody in; the key's name stands beside. */
  embed_code_made: { person: number; origin: string };
  key_made: { name: string; scopes: readonly Scope[]; expiresAt: string | null };
  key_ended: { name: string; scopes: readonly Scope[] };
  /** `host` of its address: the rest of it may hold a secret. */
  webhook_changed: {
    what: Acts['webhook_changed'];
    webhook: number;
    host: string;
  };
  /** `null`: the school said nothing of the key on the platform. */
  notification_default_changed: {
    key: string;
    platform: Platform;
    before: { isOn: boolean; isLocked: boolean } | null;
    after: { isOn: boolean; isLocked: boolean } | null;
  };
  personal_keys_allowed: { isAllowed: boolean };
  /** A provider wrote of a person; `fields` are attributes of SCIM. */
  scim_person: { person: number; act: Acts['scim_person']; fields: string[] };
  scim_group: {
    group: string;
    name: string;
    act: Acts['scim_group'];
    members?: { added: number; removed: number };
  };
  /** Names of stored files; null where there is none. */
  school_picture_changed: {
    picture: SchoolPictureKind;
    before: string | null;
    after: string | null;
  };
  layout_changed: { before: SchoolLayout; after: SchoolLayout };
  /** A menu was written, or went back to what stands in its place; `name`: the hub's, where it is one's. */
  menu_changed: { name?: string; version: number; isOwn: boolean };
  role_changed: {
    role: string;
    name: string;
    act: Acts['role_changed'];
    permissions: readonly Permission[];
  };
  role_member_changed: {
    role: string;
    name: string;
    person: number;
    act: Acts['role_member_changed'];
  };
  hub_changed: { hub: string; name: string; act: Acts['hub_changed']; fields?: string[] };
  hubs_ordered: { hubs: string[] };
  hub_member_changed: {
    hub: string;
    name: string;
    person: number;
    act: Acts['hub_member_changed'];
  };
  import_run_moved: { run: number; kind: 'import' | 'undo'; source: string; to: string };
  import_stored: {
    import: number;
    source: string;
    format: string;
    counts: Readonly<Record<string, object>>;
  };
  import_undone: { import: number; source: string; removed: number; restored: number };
}
/** Compiles where the details name exactly the kinds that the log's readers know (`contract/src/audit-kinds.ts`). */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? A : never) : never;
export type AuditKind = Same<keyof AuditDetails, KnownKind>;

/** Adds an entry to the school's audit log, in the transaction of what it tells. */
export const record = async <K extends AuditKind>(
  context: Pick<Context, 'actor' | 'clock' | 'db'>,
  kind: K,
  detail: AuditDetails[K],
): Promise<void> => {
  const told = context.actor.kind === 'key' ? { ...detail, key: context.actor.name } : detail;
  await appendEntry(context.db, context.clock.now(), actorId(context), kind, told);
};

/** The same for the operator's commands, which nobody of the school gives: `actor` is null. */
export const appendEntry = async <K extends AuditKind>(
  db: Db,
  now: Date,
  actor: number | null,
  kind: K,
  detail: AuditDetails[K],
): Promise<void> => {
  await sql`select audit_append(${now}, ${actor}, ${kind}, ${JSON.stringify(detail)}::jsonb)`.execute(
    db,
  );
};
