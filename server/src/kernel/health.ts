import type { FastifyInstance } from 'fastify';
import type { Pool } from './database.ts';
import type { Metrics } from './metrics.ts';

/** `/healthz`: the process answers. `/readyz`: the database answers, 503 otherwise. `/metrics`: figures for Prometheus. */
export const serveHealth = (http: FastifyInstance, pool: Pool, metrics: Metrics): void => {
  http.get('/healthz', () => ({ status: 'ok' }));
  http.get('/readyz', async (_, reply) => {
    try {
      await pool.raw.query('select 1');
      return { status: 'ok', database: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'unreachable' });
    }
  });
  http.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
};
