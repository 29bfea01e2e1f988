import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from './database.ts';
import type { Hub } from './hub.ts';
import type { Metrics } from './metrics.ts';
import { refused } from './problem.ts';

const loopback = /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/;
const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * `/healthz`: the process answers. `/readyz`: the database answers and the server is not being stopped, 503 otherwise; it also tells
 * whether the bus answers, without which servers go on, a little slower to hear of each other. `/metrics`: figures for Prometheus,
 * told to this machine and to whoever shows the token.
 */
export const serveHealth = (
  http: FastifyInstance,
  { pool, hub, metrics, token }: { pool: Pool; hub: Pick<Hub, 'bus'>; metrics: Metrics; token?: string | undefined },
): { drain: () => void } => {
  let isDraining = false;
  http.get('/healthz', () => ({ status: 'ok' }));
  http.get('/readyz', async (_, reply) => {
    // A server alone has none, and says nothing of it.
    const bus = hub.bus() === 'none' ? {} : { bus: hub.bus() };
    if (isDraining) return reply.code(503).send({ status: 'stopping', database: 'ok', ...bus });
    try {
      await pool.raw.query('select 1');
      return { status: 'ok', database: 'ok', ...bus };
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'unreachable', ...bus });
    }
  });
  http.get('/metrics', async (request, reply) => {
    // What a proxy on this machine passes on comes from elsewhere, whether or not the proxy is trusted.
    const isPassedOn = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    const isHere = loopback.test(request.ip) && !isPassedOn;
    const isKnown = token !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${token}`);
    if (!isHere && !isKnown) throw refused('forbidden');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  return { drain: () => void (isDraining = true) };
};
