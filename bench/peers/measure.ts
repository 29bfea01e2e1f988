import type { Pool } from '#server/kernel/database/database.ts';
import { createRandomSource } from '#demo/random-source.ts';
import { askOnce, load, type Ask } from '../people/load.ts';
import type { BenchSchool } from '../people/school.ts';
import type { Server } from '../people/servers.ts';
import { databaseTime } from './database-time.ts';
import type { NamedPerson, PeerWorkload } from './workloads.ts';

/** A measured server with its database and its askers. */
export interface Side {
  readonly name: string;
  readonly kind: 'ours' | 'loop';
  readonly server: Server;
  readonly postmaster: number;
  readonly pool: Pool;
  readonly school: BenchSchool;
  readonly people: readonly NamedPerson[];
}

/** The cost of a call, in milliseconds and, for `wal`, in KiB. */
export interface Cost {
  readonly rate: number;
  readonly p99: number;
  readonly server: number;
  readonly database: number;
  readonly statements: number;
  readonly trips: number;
  readonly wal: number;
}

export interface Measured {
  readonly workload: PeerWorkload;
  readonly costs: ReadonlyMap<string, Cost>;
}

const connections = 16;
const turns = 3;
/** Maximum milliseconds for work that continues after the last reply. */
const drainMs = 60_000;

/** Returns the header lines of the askers by id, with a bearer token if the call takes one. */
const headersOf = async (side: Side, { isBearer = false }: PeerWorkload) =>
  new Map(
    await Promise.all(
      side.school.askers.map(async ({ id, headers }) => {
        if (!isBearer || side.kind === 'loop') return [id, headers] as const;
        const path = '/mobile_ws/v18/auth_tokens';
        const { jwt } = JSON.parse(await askOnce(side.server.port, { path, headers })) as {
          jwt: string;
        };
        return [id, `authorization: Bearer ${jwt}\r\n`] as const;
      }),
    ),
  );

const requestsOf = (
  side: Side,
  workload: PeerWorkload,
  headers: ReadonlyMap<number, string>,
  seed: number,
) => {
  const chance = createRandomSource(seed);
  let waiting: Ask[] = [];
  return {
    isWhole: () => waiting.length === 0,
    next: (): Ask => {
      if (waiting.length === 0) {
        const me = chance.pick(side.school.askers);
        waiting = workload
          .paths({ me, chance, people: side.people, size: side.school.size })
          [side.kind].map((path) => ({
            path,
            headers: side.kind === 'ours' ? (headers.get(me.id) ?? '') : '',
          }));
      }
      const [first, ...rest] = waiting;
      if (first === undefined) throw new Error('a workload without a request');
      waiting = rest;
      return first;
    },
  };
};

const walOf = async ({ pool }: Side): Promise<number> => {
  const { rows } = await pool.raw.query<{ bytes: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as bytes`,
  );
  return Number(rows[0]?.bytes);
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the work that calls triggered is done: outbox events, and jobs in the queues of earlier builds. */
const drain = async ({ pool, kind }: Side): Promise<void> => {
  if (kind === 'loop') return;
  const { rows } = await pool.raw.query<{ queues: string | null }>(
    `select to_regclass('pgboss.job')::text as queues`,
  );
  const jobs = rows[0]?.queues
    ? `or exists (select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now())`
    : '';
  const until = performance.now() + drainMs;
  while (performance.now() < until) {
    const waiting = await pool.raw.query<{ is_so: boolean }>(
      `select exists (select from outbox where delivered_at is null and coalesce(due_at, '-infinity') <= now()) ${jobs} as is_so`,
    );
    if (waiting.rows[0]?.is_so !== true) break;
    await pause(50);
  }
};

/** Loads all sides in turn, so that other load on the machine affects each of them. */
export const measureRow = async (
  workload: PeerWorkload,
  sides: readonly Side[],
  seconds: number,
): Promise<Measured> => {
  const sums = new Map(
    sides.map(({ name }) => [
      name,
      {
        times: [] as number[],
        seconds: 0,
        server: 0,
        database: 0,
        statements: 0,
        trips: 0,
        wal: 0,
      },
    ]),
  );
  const headers = new Map<string, ReadonlyMap<number, string>>();
  const openOf =
    (side: Side, seed: number) =>
    (slot: number): ReturnType<typeof requestsOf> =>
      requestsOf(side, workload, headers.get(side.name) ?? new Map(), seed + slot);
  for (const side of sides) {
    headers.set(side.name, await headersOf(side, workload));
    const open = openOf(side, 1_000);
    if (side.kind === 'ours') {
      const asks = open(0);
      let text = '';
      for (let left = 20; left > 0 && !workload.holds.test(text); left -= 1)
        text = await askOnce(side.server.port, asks.next());
      if (!workload.holds.test(text))
        throw new Error(`${workload.name} answered ${text.slice(0, 500)}`);
    }
    await load(side.server.port, { connections, seconds: Math.max(1, seconds / 2), open });
    await drain(side);
  }
  for (let turn = 0; turn < turns; turn += 1)
    for (const side of sides) {
      const sum = sums.get(side.name);
      if (sum === undefined) continue;
      const before = await side.server.spent();
      const [took, wrote] = [databaseTime(side.postmaster), await walOf(side)];
      const run = await load(side.server.port, {
        connections,
        seconds: seconds / turns,
        open: openOf(side, turn * 100),
      });
      if (workload.isWrite) await drain(side);
      const after = await side.server.spent();
      sum.server += after.cpu - before.cpu;
      sum.statements += after.statements - before.statements;
      sum.trips += after.trips - before.trips;
      sum.database += databaseTime(side.postmaster) - took;
      sum.wal += ((await walOf(side)) - wrote) / 1024;
      sum.seconds += run.seconds;
      for (const time of run.times) sum.times.push(time);
    }
  return {
    workload,
    costs: new Map(
      [...sums].map(([name, { times, seconds: took, ...all }]) => {
        const n = times.length;
        const sorted = times.toSorted((a, b) => a - b);
        return [
          name,
          {
            rate: n / took,
            p99: sorted[Math.min(n - 1, Math.floor(n * 0.99))] ?? Number.NaN,
            server: all.server / n,
            database: all.database / n,
            statements: all.statements / n,
            trips: all.trips / n,
            wal: all.wal / n,
          },
        ];
      }),
    ),
  };
};
