import type { FastifyInstance } from 'fastify';
import type { Pool } from './database.ts';
import type { Metrics } from './metrics.ts';
import { refused } from './problem.ts';

/** `/healthz`: the process answers. `/readyz`: the database answers, 503 otherwise. `/metrics`: figures for Prometheus, told to this machine and to whoever shows the token. */
export const serveHealth = (http: FastifyInstance, pool: Pool, metrics: Metrics, token?: string): void => {
  http.get('/healthz', () => ({ status: 'ok' }));
  http.get('/readyz', async (_, reply) => {
    try {
      await pool.raw.query('select 1');
      return { status: 'ok', database: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'unreachable' });
    }
  });
  http.get('/metrics', async (request, reply) => {
    // The socket's own address: behind a proxy on this machine the caller's may be forwarded, and then it is not loopback.
    const isHere = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && request.headers['x-forwarded-for'] === undefined;
    if (!isHere && (token === undefined || request.headers.authorization !== `Bearer ${token}`)) throw refused('forbidden');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
};
