import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { openCallsPool, type Pool } from './database.ts';

/** A position in the write-ahead log of PostgreSQL, such as `16/B374D848`. */
export type LogPosition = string;

/** Read replicas of the database. */
export interface Replicas {
  /**
   * Returns connections to a replica that has everything up to a position, or null if the primary has to answer. The same person gets the
   * same replica, so that a later answer is never older than an earlier one.
   */
  pick(reader: number, position: LogPosition): Promise<pg.Pool | null>;
  /** Returns the current position of the primary. Calls that arrive together share one query. */
  position(): Promise<LogPosition>;
  /** Stops using a replica until it answers again. */
  failed(replica: pg.Pool): void;
  /** State of each replica: bytes of log that it lacks, or null if it isn't in use. */
  lag(): (number | null)[];
  /** Asks all servers for their positions now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const pattern = /^([0-9a-f]{1,8})\/([0-9a-f]{1,8})$/i;

/** Returns the position as a number, or null if the text isn't a position. */
export const parsePosition = (text: string): bigint | null => {
  const [, high, low] = pattern.exec(text) ?? [];
  return high === undefined || low === undefined
    ? null
    : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** Returns the addresses in `DATABASE_READ_URL`. */
export const replicaUrls = (setting = ''): string[] => setting.split(/\s+/).filter(Boolean);

const inserted = 'pg_current_wal_insert_lsn()';
/** A replica that was promoted accepts writes itself, and no longer replays. */
const replayed = `case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${inserted} end`;

/** Milliseconds between two checks of all servers. */
const checkMs = 1_000;
/** Maximum milliseconds by which a reply from a replica can be older than one from the primary. */
const ageMaxMs = 5_000;

interface Replica {
  readonly calls: pg.Pool;
  /** The position that it has reached, and when it said so. Null: it isn't in use. */
  reached: { readonly position: bigint; readonly at: number } | null;
  /** The query that is running. */
  asked: Promise<void> | null;
}

/** Milliseconds after which a server without a response counts as unreachable. */
const responseMs = 1_500;
/** Maximum milliseconds that a read waits for the position of a replica. */
const pickMs = 200;

/** Returns the position of a server. Rejects if it doesn't respond, so that a frozen server holds up nothing. */
const positionOf = async (pool: pg.Pool, expression: string): Promise<LogPosition> => {
  const asked = pool.query<{ at: string | null }>(`select (${expression})::text as at`);
  // It can fail after the time limit.
  asked.catch(() => undefined);
  const limit = new AbortController();
  try {
    const answer = await Promise.race([
      asked,
      delay(responseMs, null, { signal: limit.signal, ref: false }),
    ]);
    if (answer === null) throw new Error('The database server didn’t send its position in time.');
    return answer.rows[0]?.at ?? '0/0';
  } finally {
    limit.abort();
  }
};

/** Opens the replicas at the addresses. */
export const openReplicas = (
  primary: Pool,
  urls: readonly string[],
  onError: (error: unknown) => void,
): Replicas => {
  const replicas = urls.map((url): Replica => ({
    calls: openCallsPool({ url, onError }),
    reached: null,
    asked: null,
  }));
  /** Positions of the primary in the last seconds, oldest first. */
  let known: { readonly position: bigint; readonly at: number }[] = [];

  const ask = (replica: Replica): Promise<void> =>
    (replica.asked ??= positionOf(replica.calls, replayed)
      .then((text) => {
        replica.reached = { position: parsePosition(text) ?? 0n, at: performance.now() };
      })
      .catch((error: unknown) => {
        if (replica.reached !== null) onError(error);
        replica.reached = null;
      })
      .finally(() => {
        replica.asked = null;
      }));

  /** A query answers calls that arrived before it was sent, so calls that arrive later need the next one. */
  let waiting: Promise<LogPosition> | null = null;
  let sent: Promise<unknown> = Promise.resolve();
  const position = (): Promise<LogPosition> =>
    (waiting ??= sent.then(() => {
      waiting = null;
      const asked = positionOf(primary.raw, inserted);
      sent = asked.catch(() => undefined);
      return asked;
    }));

  /**
   * Returns whether a replica has everything that the primary had a few seconds ago. False if the primary or the replica hasn't responded
   * since.
   */
  const isRecent = ({ reached }: Replica): boolean => {
    const since = performance.now() - ageMaxMs;
    const [oldest] = known;
    const newest = known.at(-1);
    if (reached === null || oldest === undefined || newest === undefined) return false;
    return reached.at > since && newest.at > since && reached.position >= oldest.position;
  };

  const check = async (): Promise<void> => {
    const at = performance.now();
    const asked = replicas.map(ask);
    try {
      const current = parsePosition(await position());
      known = known.filter((one) => at - one.at < ageMaxMs);
      if (current !== null) known.push({ position: current, at });
    } catch (error) {
      onError(error);
    }
    await Promise.all(asked);
  };
  void check();
  const timer = setInterval(() => void check(), checkMs).unref();

  return {
    pick: async (reader, text) => {
      const wanted = parsePosition(text);
      const replica = replicas[reader % replicas.length];
      if (wanted === null || replica === undefined || !isRecent(replica)) return null;
      const hasReached = () => (replica.reached?.position ?? -1n) >= wanted;
      if (!hasReached()) await Promise.race([ask(replica), delay(pickMs, null, { ref: false })]);
      return hasReached() ? replica.calls : null;
    },
    position,
    failed: (calls) => {
      for (const replica of replicas) if (replica.calls === calls) replica.reached = null;
    },
    lag: () => {
      const current = known.at(-1)?.position ?? 0n;
      return replicas.map((one) =>
        one.reached === null || !isRecent(one)
          ? null
          : Math.max(0, Number(current - one.reached.position)),
      );
    },
    check,
    close: async () => {
      clearInterval(timer);
      await Promise.all(replicas.map(({ calls }) => calls.end()));
    },
  };
};
