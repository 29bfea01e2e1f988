import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { exists } from '../../../kernel/sql.ts';

/** Days for which events are kept. Stripe repeats an event for three days. */
const days = 30;

/** Stores an event. Returns false if it was already handled. */
export const insertProviderEvent = async (
  db: Db,
  school: SchoolId,
  it: { provider: string; event: string; kind: string; object: string; now: Date },
): Promise<boolean> => {
  await sql`insert into provider_events (school_id, provider, event_id, kind, object_id, received_at)
    values (${school}, ${it.provider}, ${it.event}, ${it.kind.slice(0, 120)}, ${it.object}, ${it.now}) on conflict do nothing`.execute(
    db,
  );
  return exists(
    db,
    sql`select from provider_events where provider = ${it.provider} and event_id = ${it.event} and handled_at is null`,
  );
};

/** Returns whether Stripe said that a dispute was decided. */
export const hasClosedDispute = (db: Db, dispute: string): Promise<boolean> =>
  exists(
    db,
    sql`select from provider_events where provider = 'stripe' and kind = 'charge.dispute.closed' and object_id = ${dispute}`,
  );

export const updateEventHandled = async (db: Db, event: string, now: Date): Promise<void> => {
  await sql`update provider_events set handled_at = ${now} where provider = 'stripe' and event_id = ${event}`.execute(
    db,
  );
};

export const deleteOldEvents = async (db: Db, now: Date): Promise<number> =>
  Number(
    (
      await sql`delete from provider_events where received_at < ${now}::timestamptz - ${days} * interval '1 day'`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  );
