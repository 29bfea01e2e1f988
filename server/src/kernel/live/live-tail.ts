import { sql } from 'kysely';
import type { Pool } from '../database/database.ts';
import { schoolId, type SchoolId } from '../ids.ts';
import type { Broadcast } from './live.ts';
import type { LiveSource } from './live-sources.ts';
import type { Log } from '../log.ts';
import { withRelay } from '../jobs/event-store.ts';
import { many } from '../sql.ts';
import type { EventKind } from '../jobs/outbox.ts';

/** How often a server reads what was written after what it has read, in milliseconds. Events reach every socket within twice that. */
export const tailMs = 500;
/** How long a number that is missing may still be of a transaction under way, in milliseconds; after that it was given up. */
const missingMs = 20_000;
const batch = 1_000;
/** Numbers before the newest that a server begins with: what is being written while it starts. */
const startBehind = 1_000;

interface Row {
  school_id: number;
  id: number;
  kind: EventKind;
  payload: unknown;
}

/** What a server has read of the outbox. */
export interface Tail {
  /** Reads on, and says what is new to it. */
  read(): Promise<void>;
}

/** Numbers are given before a transaction commits, so a lower one may come after a higher one: the missing are remembered for a while. */
const openMissing = () => {
  const missing = new Map<number, number>();
  return {
    add: (from: number, to: number, now: number) => {
      for (let id = Math.max(from, to - batch); id < to; id += 1) missing.set(id, now);
    },
    found: (id: number) => missing.delete(id),
    numbers: (now: number): number[] => {
      for (const [id, since] of missing) {
        // Oldest first: a map keeps the order in which its keys came.
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
    // Two questions, each read off the index.
    many(
      db,
      sql<Row>`
        (select school_id, id, kind, case when kind = any(${kinds}) then payload end as payload from outbox where id > ${after} order by id limit ${batch})
        union all
        (select school_id, id, kind, case when kind = any(${kinds}) then payload end from outbox where id = any(${missing}::bigint[]))`,
    ),
  );

/**
 * Opens the reading of the outbox for one server's sockets. The outbox holds what was committed, in all schools, so what a socket
 * hears does not depend on the process that wrote it living on, nor on any bus between servers.
 */
export const openTail = async (options: {
  pool: Pool;
  log: Log;
  sources: readonly LiveSource[];
  /** Says to this server's own sockets. */
  say: (school: SchoolId, broadcasts: readonly Broadcast[], isBroadcast: boolean) => void;
}): Promise<Tail> => {
  const { pool, log, sources, say } = options;
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
        say(schoolId(school_id), source.say(payload as never), source.isBroadcast);
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
