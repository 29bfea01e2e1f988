import { sql } from 'kysely';
import type { AuditKind as KnownKind } from '#contract/audit-kinds.ts';
import { actorId } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/database.ts';
import { storable } from '../storable.ts';

/** Whether people of a school may show themselves to anybody, and whether search engines may list them. */
export interface SchoolSharing {
  readonly isOn: boolean;
  readonly isIndexed: boolean;
  /** Absent in entries from before clubs could. */
  readonly areClubsOn?: boolean;
  /** Absent in entries from before events could. */
  readonly areEventsOn?: boolean;
}

/**
 * What the audit log keeps, by kind; each feature declares its kinds here (`feature.ts`). People are named by their database ids.
 */
// eslint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by features.
export interface AuditDetails {}
/** Compiles where the details name exactly the kinds that the log's readers know (`contract/src/audit-kinds.ts`). */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? A : never) : never;
export type AuditKind = Same<keyof AuditDetails, KnownKind>;

/** Texts in details are people’s own, and may be cut anywhere. */
const asStored = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : value;

/** Adds an entry to the school's audit log, in the transaction of what it tells. */
export const record = async <K extends AuditKind>(
  context: Pick<Context, 'actor' | 'clock' | 'db'>,
  kind: K,
  detail: AuditDetails[K],
): Promise<void> => {
  await recordAll(context, kind, [detail]);
};

/** The same for several things of a kind that were done at once, in one statement. */
export const recordAll = async <K extends AuditKind>(
  context: Pick<Context, 'actor' | 'clock' | 'db'>,
  kind: K,
  details: readonly AuditDetails[K][],
): Promise<void> => {
  const { actor, clock, db } = context;
  const entries =
    actor.kind === 'key' ? details.map((one) => ({ ...one, key: actor.name })) : details;
  await appendEntries(db, clock.now(), actorId(context), kind, entries);
};

/** The same for the operator's commands, which nobody of the school gives: `actor` is null. */
export const appendEntry = async <K extends AuditKind>(
  db: Db,
  now: Date,
  actor: number | null,
  kind: K,
  detail: AuditDetails[K],
): Promise<void> => {
  await appendEntries(db, now, actor, kind, [detail]);
};

/** Appends several activity log entries of one kind, in order. Calls `server/database/functions/append_to_activity_log.sql`. */
export const appendEntries = async <K extends AuditKind>(
  db: Db,
  now: Date,
  actor: number | null,
  kind: K,
  details: readonly AuditDetails[K][],
): Promise<void> => {
  if (details.length === 0) return;
  await sql`select append_to_activity_log(${now}, ${actor}, ${kind}, d.detail)
    from jsonb_array_elements(${JSON.stringify(details, asStored)}::jsonb) with ordinality as d (detail, position) order by d.position`.execute(
    db,
  );
};
