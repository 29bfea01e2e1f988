import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from '../database/database.ts';
import { isFromOperator } from './health.ts';
import { problem } from './problem.ts';

/** The format of a cell's name in a proxy's map. */
const cellName = /^[\w.-]{1,100}$/;

/**
 * Returns the host names of the schools that a cell serves, also of frozen ones. Labels are below the parent domain, and the parent domain
 * itself belongs to the default school.
 */
export const selectCellHosts = async (pool: Pool, base: string): Promise<string[]> => {
  const { rows } = await sql<{ host: string; isDefault: boolean }>`
    select host, is_default as "isDefault" from school_hosts h
    where not exists (select from school_states s where s.school = h.school_id and s.state <> 'frozen') order by host`.execute(
    pool.kysely,
  );
  return rows.flatMap(({ host, isDefault }) => [
    ...(isDefault ? [base] : []),
    host.includes('.') ? host : `${host}.${base}`,
  ]);
};

/** Returns a map for proxies, which HAProxy reads: a line for each host, with the cell that serves it. */
export const cellMap = (hosts: readonly string[], cell: string): string =>
  hosts.map((host) => `${host} ${cell}\n`).join('');

/**
 * `/cell-hosts?cell=b`: the hosts that this cell serves, for a proxy in front of several cells. For this machine, and for requests with the
 * token of `/metrics`.
 */
export const serveCellHosts = (
  http: FastifyInstance,
  { pool, base, token }: { pool: Pool; base: string; token: string | undefined },
): void => {
  http.get<{ Querystring: { cell?: unknown } }>('/cell-hosts', async (request, reply) => {
    if (!isFromOperator(request, token)) throw problem('forbidden');
    const { cell } = request.query;
    if (typeof cell !== 'string' || !cellName.test(cell)) throw problem('invalid_input');
    return reply
      .type('text/plain')
      .header('Cache-Control', 'no-store')
      .send(cellMap(await selectCellHosts(pool, base), cell));
  });
};
