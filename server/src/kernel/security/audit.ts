import { sql } from 'kysely';
import type { AuditKind as KnownKind } from '#contract/audit-kinds.ts';
import { actorId } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/database.ts';
import { storable } from '../storable.ts';

/** The school's settings for public pages and search engines. */
export interface SchoolSharing {
  readonly isOn: boolean;
  readonly isIndexed: boolean;
  /** Missing in entries from before clubs could be shared. */
  readonly areClubsOn?: boolean;
  /** Missing in entries from before events could be shared. */
  readonly areEventsOn?: boolean;
}

/**
 * The details of activity log entries, by kind. Each feature declares its kinds (`feature.ts`). People are stored by their database ids.
 */
// eslint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by features.
export interface AuditDetails {}
/** Compiles only if the details have exactly the kinds of the contract (`contract/src/audit-kinds.ts`). */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? A : never) : never;
export type AuditKind = Same<keyof AuditDetails, KnownKind>;

/** Values of settings before and after a change, by field. */
export interface ChangedValues {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Longest text of a changed value in an entry. */
const valueMax = 300;

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > valueMax ? `${value.slice(0, valueMax)}…` : value;

/**
 * Returns the values of these fields that differ, for the details of an entry. Callers list the fields, so that a secret is never
 * recorded by accident.
 */
export const changedValues = <T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): ChangedValues => {
  const changed = fields.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const valuesOf = (from: T) => Object.fromEntries(changed.map((name) => [name, cut(from[name])]));
  return { before: valuesOf(before), after: valuesOf(after) };
};

/** Texts in details were written by people and may be cut anywhere, so `storable` removes incomplete characters. */
const asStored = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : value;

/** Adds an entry to the school's activity log, in the transaction of the change. */
export const record = async <K extends AuditKind>(
  context: Pick<Context, 'actor' | 'clock' | 'db'>,
  kind: K,
  detail: AuditDetails[K],
): Promise<void> => {
  await recordAll(context, kind, [detail]);
};

/** Adds several entries of one kind in one statement. */
export const recordAll = async <K extends AuditKind>(
  context: Pick<Context, 'actor' | 'clock' | 'db'>,
  kind: K,
  details: readonly AuditDetails[K][],
): Promise<void> => {
  const { actor, clock, db } = context;
  const entries =
    actor.kind === 'key'
      ? details.map((one) => ({ ...one, key: actor.name }))
      : actor.kind === 'employer'
        ? details.map((one) => ({ ...one, employer: actor.employer }))
        : details;
  await appendEntries(db, clock.now(), actorId(context), kind, entries);
};

/** Adds an entry for an operator's command, with `actor` null. */
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
