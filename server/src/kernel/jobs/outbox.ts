import { sql, type RawBuilder } from 'kysely';
import { actorId, type Actor } from '../actor.ts';
import type { Db } from '../database/database.ts';
import type { SchoolId } from '../ids.ts';

/**
 * What features tell each other, by kind; each feature declares its kinds here (`feature.ts`). Ids are database ids; readers look up
 * the rest.
 */
export interface Events {
  /** The row is a placeholder by now; what else there is of the person is to go. */
  person_erased: { userId: number };
  /** Names of files as rows named them, which these rows name no more. */
  files_dropped: { names: string[] };
}
export type EventKind = keyof Events;

/** An event as reactions receive it. `id` rises within a school in the order of writing. */
export interface OutboxEvent<K extends EventKind = EventKind> {
  readonly schoolId: number;
  readonly id: number;
  readonly kind: K;
  readonly at: Date;
  readonly payload: Events[K];
  /** Address of the school at which whoever caused it came in; null where nobody did. */
  readonly origin: string | null;
}

/** Who writes an event, and where they came in. */
interface Cause {
  readonly school: { readonly school_id: SchoolId };
  readonly actor: Actor;
  readonly origin: string;
}

/** What no handler takes is for sockets, which read it by its number. */
const deliveredAt = (isHandled: boolean) => (isHandled ? sql`null::timestamptz` : sql`now()`);

/** Writes an event in the transaction of the change it tells about. `dueAt`: it is not told before. */
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

/** Writes several events of one kind at once. */
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

/** The same for work that has no actor and no scope (maintenance); servers find it by themselves. `isHandled`: not for sockets alone. */
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
 * The same as a part of a larger statement (`with … as (…)`), once for each row of `source`: for what only that statement knows,
 * such as a number it has given. `payload` says each part in SQL, and `by` who caused it where the rows are of several people.
 * The caller nudges the event handlers.
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

/** How many people one event names: the others are the next event's, so that no job takes long. */
const peopleOfEvent = 500;

/** People in groups of which each fits into one event. */
export const chunkPeople = (people: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(people.length / peopleOfEvent) }, (_, nth) =>
    people.slice(nth * peopleOfEvent, (nth + 1) * peopleOfEvent),
  );
