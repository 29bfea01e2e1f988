import { sql, type RawBuilder } from 'kysely';
import { actorId, type Actor } from '../actor.ts';
import type { Db } from '../database/database.ts';
import type { SchoolId } from '../ids.ts';

/**
 * The events that features emit, by kind. Each feature declares its kinds (`feature.ts`). Ids are database ids, and handlers look up the
 * rest.
 */
export interface Events {
  /** The account's row is already a placeholder. Handlers delete the person's remaining data. */
  person_erased: { userId: number };
  /** Names of files that rows no longer refer to. */
  files_dropped: { names: string[] };
}
export type EventKind = keyof Events;

/** An event as handlers receive it. Within a school, `id` increases in the order of insertion. */
export interface OutboxEvent<K extends EventKind = EventKind> {
  readonly schoolId: number;
  readonly id: number;
  readonly kind: K;
  readonly at: Date;
  readonly payload: Events[K];
  /** The school's address that the author used, or null if there was no author. */
  readonly origin: string | null;
}

/** The author of an event, and the school's address that they used. */
interface Cause {
  readonly school: { readonly school_id: SchoolId };
  readonly actor: Actor;
  readonly origin: string;
}

/** Events without a handler are only for sockets, which read them by their number. */
const deliveredAt = (isHandled: boolean) => (isHandled ? sql`null::timestamptz` : sql`now()`);

/** Writes an event in the transaction of the change. Handlers run no earlier than `dueAt`. */
export const emit = async <K extends EventKind>(
  context: Cause & {
    readonly db: Db;
    readonly nudge: (kind: EventKind) => void;
    readonly isHandled: (kind: EventKind) => boolean;
  },
  kind: K,
  payload: Events[K],
  dueAt: Date | null = null,
): Promise<void> => {
  await insertEvent(
    context.db,
    context.school.school_id,
    actorId(context),
    kind,
    payload,
    dueAt,
    context.origin === '' ? null : context.origin,
    context.isHandled(kind),
  );
  if (dueAt === null) context.nudge(kind);
};

/** Writes several events of one kind in one statement. */
export const emitAll = async <K extends EventKind>(
  context: Parameters<typeof emit>[0],
  kind: K,
  events: readonly { readonly payload: Events[K]; readonly dueAt: Date | null }[],
): Promise<void> => {
  if (events.length === 0) return;
  const list = events.map(({ payload, dueAt }) => ({ payload, due: dueAt }));
  const origin = context.origin === '' ? null : context.origin;
  await sql`insert into outbox (school_id, kind, actor_id, origin, delivered_at, payload, due_at)
    select ${context.school.school_id}, ${kind}, ${actorId(context)}, ${origin}, ${deliveredAt(context.isHandled(kind))}, e.payload, e.due
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as e (payload jsonb, due timestamptz)`.execute(
    context.db,
  );
  if (events.some(({ dueAt }) => dueAt === null)) context.nudge(kind);
};

/**
 * Writes an event for work without an actor or a scope, such as maintenance. Servers find it without a nudge. `isHandled`: an event handler
 * exists for it, not only sockets.
 */
export const insertEvent = async <K extends EventKind>(
  db: Db,
  school: SchoolId,
  actor: number | null,
  kind: K,
  payload: Events[K],
  dueAt: Date | null = null,
  origin: string | null = null,
  isHandled = true,
): Promise<void> => {
  await sql`insert into outbox (school_id, kind, actor_id, payload, due_at, origin, delivered_at)
    values (${school}, ${kind}, ${actor}, ${JSON.stringify(payload)}::jsonb, ${dueAt}, ${origin}, ${deliveredAt(isHandled)})`.execute(
    db,
  );
};

/**
 * Returns a part of a larger statement (`with … as (…)`) that writes an event for each row of `source`. Use it if only the statement knows
 * the payload, such as a generated number. `payload` has an SQL expression per field. `by` is the author, if the rows have different
 * authors. The caller nudges the event handlers.
 */
export const eventOfRows = <K extends EventKind>(
  context: Omit<Cause, 'origin'> & {
    readonly origin?: string;
    readonly isHandled?: (kind: EventKind) => boolean;
  },
  kind: K,
  payload: { readonly [P in keyof Events[K]]: RawBuilder<unknown> },
  source: RawBuilder<unknown>,
  by: { readonly actor: RawBuilder<unknown>; readonly origin: RawBuilder<unknown> } = {
    actor: sql`${actorId(context)}::bigint`,
    origin: sql`${context.origin === '' ? null : (context.origin ?? null)}::text`,
  },
): RawBuilder<unknown> => sql`insert into outbox (school_id, kind, actor_id, origin, delivered_at, payload)
    select ${context.school.school_id}, ${kind}, ${by.actor}, ${by.origin}, ${deliveredAt(context.isHandled?.(kind) ?? true)}, jsonb_build_object(${sql.join(
      Object.entries<RawBuilder<unknown>>(payload).flatMap(([name, value]) => [
        sql.lit(name),
        value,
      ]),
    )}) from ${source}`;

/** Maximum people in one event. Further people go into more events, so that no run takes long. */
const peoplePerEvent = 500;

/** Divides people into groups that each fit into one event. */
export const chunkPeople = (people: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(people.length / peoplePerEvent) }, (_, nth) =>
    people.slice(nth * peoplePerEvent, (nth + 1) * peoplePerEvent),
  );
