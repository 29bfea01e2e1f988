import type pg from 'pg';
import type { Pool } from '#server/kernel/database/database.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import { databaseTime } from '../peers/database-time.ts';
import type { BenchSchool } from '../people/school.ts';
import type { KillableServer, Server } from '../people/servers.ts';
import type { Answer, Sent } from '../people/writes.ts';
import { send } from '../people/writes.ts';

/** The shared parts of the benchmark. */
export interface Setup {
  readonly pool: Pool;
  readonly tokens: Tokens;
  /** A connection as superuser, in the school. */
  readonly client: pg.ClientBase;
  readonly school: BenchSchool;
  /** The process id of PostgreSQL. */
  readonly postmaster: number;
  /** The bearer token of an admin. */
  readonly admin: string;
  startOurs(): Promise<KillableServer>;
  startBaseline(): Promise<Server>;
}

/** Makes calls over a number of connections, one after another on each. Returns the replies in the order of the calls, and the seconds. */
export const sendOver = async (
  connections: number,
  calls: readonly Sent[],
  portOf: () => number,
): Promise<{ answers: (Answer | null)[]; seconds: number }> => {
  const answers: (Answer | null)[] = Array.from({ length: calls.length }, () => null);
  let next = 0;
  const since = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let nth = next++; nth < calls.length; nth = next++) {
        const call = calls[nth];
        // Null if the connection broke. The server may or may not have done it.
        if (call !== undefined) answers[nth] = await send(portOf(), call).catch(() => null);
      }
    }),
  );
  return { answers, seconds: (performance.now() - since) / 1000 };
};

/** Runs work, and returns its result with the milliseconds of processor time that a server and PostgreSQL took. */
export const withCosts = async <T>(
  { postmaster }: Setup,
  server: Server,
  work: () => Promise<T>,
): Promise<{ result: T; server: number; database: number }> => {
  const before = { cpu: (await server.spent()).cpu, database: databaseTime(postmaster) };
  const result = await work();
  return {
    result,
    server: (await server.spent()).cpu - before.cpu,
    database: databaseTime(postmaster) - before.database,
  };
};

/** Returns the milliseconds of processor time of one call, of the server and of PostgreSQL. */
export const costText = (
  { server, database }: { server: number; database: number },
  calls: number,
): string => [server, database].map((ms) => (ms / calls).toFixed(2)).join(', ');

export const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const mark = (isMet: boolean): string => (isMet ? '' : ' ✗');
export const n = (value: number): string => Math.round(value).toLocaleString('en');
