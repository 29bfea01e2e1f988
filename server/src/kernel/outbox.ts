import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Db } from './database.ts';

/** What features tell each other, by kind. Ids are database ids; readers look up the rest. */
export interface Events {
  connection_requested: { from: number; to: number };
  connection_accepted: { by: number; of: number };
  connection_ended: { by: number; other: number };
  profile_changed: { userId: number };
  privacy_changed: { userId: number };
  /** The row is a placeholder by now; what else there is of the person is to go. */
  person_erased: { userId: number };
  /** What a sign-on provider published was read a day ago. */
  sso_metadata_aged: { providerId: number };
  person_blocked: { by: number; person: number };
  person_reported: { by: number; person: number };
  password_changed: { userId: number };
  /** `userId` is null when the address is nobody's. `origin`: where the person asked, so that the link leads back there. */
  password_reset_asked: { userId: number | null; origin: string };
}
export type EventKind = keyof Events;

/** An event as reactions receive it. `id` rises within a school in the order of writing. */
export interface OutboxEvent<K extends EventKind = EventKind> {
  readonly schoolId: number;
  readonly id: number;
  readonly kind: K;
  readonly payload: Events[K];
}

/** Writes an event in the transaction of the change it tells about. */
export const emit = async <K extends EventKind>(context: Context, kind: K, payload: Events[K]): Promise<void> => {
  const actorId = context.actor.kind === 'member' ? context.actor.userId : null;
  await sql`insert into outbox (school_id, kind, actor_id, payload) values (${context.school.school_id}, ${kind}, ${actorId}, ${JSON.stringify(payload)}::jsonb)`.execute(
    context.db,
  );
  context.nudge();
};

/** The same from upkeep, which no person asked for; the relay finds it within seconds. */
export const emitFromUpkeep = async <K extends EventKind>(db: Db, kind: K, payload: Events[K]): Promise<void> => {
  await sql`insert into outbox (school_id, kind, payload) values (current_school(), ${kind}, ${JSON.stringify(payload)}::jsonb)`.execute(
    db,
  );
};
