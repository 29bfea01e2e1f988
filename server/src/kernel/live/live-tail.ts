import { sql } from 'kysely';
import type { Pool } from '../database/database.ts';
import { schoolId, type SchoolId } from '../ids.ts';
import type { Broadcast } from './live.ts';
import type { LiveSource } from './live-sources.ts';
import type { Log } from '../log.ts';
import { withRelay } from '../jobs/event-store.ts';
import { many } from '../sql.ts';
import type { EventKind } from '../jobs/outbox.ts';

/** Milliseconds between reads of the outbox. Events reach every socket within twice that. */
export const tailMs = 500;
/** Milliseconds in which a missing number can belong to a running transaction. After that, the transaction was rolled back. */
const missingMs = 20_000;
const batch = 1_000;
/** Numbers before the newest that a starting server also reads, because transactions may still be writing them. */
const startBehind = 1_000;

interface Row {
  school_id: number;
  id: number;
  kind: EventKind;
  payload: unknown;
}

/** A server's position in the outbox. */
export interface OutboxTail {
  /** Reads new events and sends them. */
  read(): Promise<void>;
}

/**
 * Remembers missing numbers for a while. A transaction gets its number before it commits, so a lower number can appear after a higher one.
 */
const openMissing = () => {
  const missing = new Map<number, number>();
  return {
    add: (from: number, to: number, now: number) => {
      for (let id = Math.max(from, to - batch); id < to; id += 1) missing.set(id, now);
    },
    found: (id: number) => missing.delete(id),
    numbers: (now: number): number[] => {
      for (const [id, since] of missing) {
        // A map keeps insertion order, so the oldest are at the beginning.
        if (now - since < missingMs) break;
        missing.delete(id);
      }
      return [...missing.keys()];
    },
  };
};

const selectAfter = (
  pool: Pool,
  after: number,
  missing: readonly number[],
  kinds: readonly EventKind[],
): Promise<Row[]> =>
  withRelay(pool, (db) =>
    // Two queries, so that each can use the index. The numbers of a school that arrives from another cell are from another sequence.
    many(
      db,
      sql<Row>`
        (select school_id, id, kind, case when kind = any(${kinds}) then payload end as payload from outbox o
          where id > ${after} and not exists (select from school_states s where s.school = o.school_id and s.state = 'arriving') order by id limit ${batch})
        union all
        (select school_id, id, kind, case when kind = any(${kinds}) then payload end from outbox where id = any(${missing}::bigint[]))`,
    ),
  );

/**
 * Opens the reader of the outbox for one server's sockets. The outbox contains the committed events of all schools, so sockets receive them
 * even if the writing process dies or there is no bus.
 */
export const openTail = async (options: {
  pool: Pool;
  log: Log;
  sources: readonly LiveSource[];
  /** Sends to this server's own sockets. */
  send: (school: SchoolId, broadcasts: readonly Broadcast[], isBroadcast: boolean) => void;
}): Promise<OutboxTail> => {
  const { pool, log, sources, send } = options;
  const byKind = new Map<EventKind, LiveSource>(sources.map((source) => [source.on, source]));
  const kinds = [...byKind.keys()];
  const missing = openMissing();
  const { rows } = await pool.raw.query<{ last: number }>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('outbox', 'id')::regclass), 0)::bigint as last`,
  );
  let last = Math.max(0, (rows[0]?.last ?? 0) - startBehind);
  let reading: Promise<void> = Promise.resolve();

  const readOnce = async (): Promise<number> => {
    const now = Date.now();
    const found = await selectAfter(pool, last, missing.numbers(now), kinds);
    for (const { school_id, id, kind, payload } of found.toSorted((a, b) => a.id - b.id)) {
      if (id > last) {
        if (id > last + 1) missing.add(last + 1, id, now);
        last = id;
      } else missing.found(id);
      const source = byKind.get(kind);
      if (source === undefined) continue;
      try {
        send(schoolId(school_id), source.broadcastsOf(payload as never), source.isBroadcast);
      } catch (error) {
        log.error({ err: error, kind }, 'live event');
      }
    }
    return found.length;
  };
  return {
    read: () => {
      reading = reading
        .then(async () => {
          while ((await readOnce()) >= batch);
        })
        .catch((error: unknown) => log.warn({ err: error }, 'live events could not be read'));
      return reading;
    },
  };
};
