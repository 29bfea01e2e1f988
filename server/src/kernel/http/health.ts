import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from './addresses.ts';
import type { Pool } from '../database/database.ts';
import type { Files } from '../files/files.ts';
import type { HubMetrics, Metrics } from './metrics.ts';
import { problem } from './problem.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Returns whether a request comes from this machine, or has the operator's token. */
export const isFromOperator = (request: FastifyRequest, token: string | undefined): boolean => {
  // A request through a proxy on this machine comes from elsewhere, even if the proxy isn't trusted.
  const isPassedOn =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return (
    (isLoopback(request.ip) && !isPassedOn) ||
    (token !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${token}`))
  );
};

/** Milliseconds for which a result is reused, because several proxies ask every second. */
const probeMs = 5_000;

/**
 * Tests whether the server can write. In the database, a record that leaves nothing behind makes a commit wait for the disk, which fails on
 * a full disk and on a standby. In the file folder, it writes a file. The packaged database is on the same disk.
 */
const openProbe = (pool: Pool, files: Pick<Files, 'probe'>) => {
  let last:
    | { readonly at: number; readonly found: Promise<{ database?: string; files?: string }> }
    | undefined;
  const ask = async () => {
    const [database, folder] = await Promise.allSettled([
      pool.raw.query(`select pg_logical_emit_message(true, 'commons', 'ready')`),
      files.probe(),
    ]);
    return {
      ...(database.status === 'rejected' && { database: 'not_writable' }),
      ...(folder.status === 'rejected' && { files: 'not_writable' }),
    };
  };
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > probeMs) last = { at: now, found: ask() };
    return last.found;
  };
};

/**
 * `/healthz`: the process responds. `/readyz`: the database responds, the database and the file folder are writable (checked every five
 * seconds at most), and the server isn't stopping; 503 otherwise. It also shows whether the bus responds; without it, servers still work,
 * but exchange events more slowly. `/metrics`: Prometheus metrics, for this machine and for requests with the token.
 */
export const serveHealth = (
  http: FastifyInstance,
  {
    pool,
    files,
    hub,
    metrics,
    token,
  }: {
    pool: Pool;
    files: Pick<Files, 'probe'>;
    hub: Pick<HubMetrics, 'bus'>;
    metrics: Metrics;
    token?: string | undefined;
  },
): { drain: () => void } => {
  let isDraining = false;
  const probe = openProbe(pool, files);
  http.get('/healthz', () => ({ status: 'ok' }));
  http.get('/readyz', async (_, reply) => {
    // A single server has no bus.
    const bus = hub.bus() === 'none' ? {} : { bus: hub.bus() };
    if (isDraining) return reply.code(503).send({ status: 'stopping', database: 'ok', ...bus });
    try {
      await pool.raw.query('select 1');
      const wrong = await probe();
      if (Object.keys(wrong).length > 0)
        return reply.code(503).send({ status: 'unavailable', database: 'ok', ...wrong, ...bus });
      return { status: 'ok', database: 'ok', ...bus };
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'unreachable', ...bus });
    }
  });
  http.get('/metrics', async (request, reply) => {
    if (!isFromOperator(request, token)) throw problem('forbidden');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  return {
    drain: () => {
      isDraining = true;
      // A proxy opens a new connection for its next request, which then reaches another server. So it never sends a request on a
      // connection that this server is about to close, which it could not repeat safely.
      http.server.prependListener('request', (_, answer: ServerResponse) =>
        answer.setHeader('Connection', 'close'),
      );
    },
  };
};
