import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Pool } from '../database/database.ts';
import { addInMemory, checkInMemory, networkOf } from '../security/rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether anybody gets the answer without signing in and without an address that only some were told, so that its bytes count. */
    isOpen?: boolean;
  }
}

/**
 * Bytes of open answers that one address gets in a minute before it is refused: several hundred first visits from behind one
 * address, whose scripts, styles and pages are about 600 KB, packed.
 */
export const openBytesMax = 400_000_000;

/**
 * Bounds what one address takes of everything that is open to anybody and may be large: the built web app, pages, pictures, the
 * API's document. Whoever has had their fill is refused with `too_many_requests` until the minute is over; the answer that goes past
 * the bound is still given. Answers without a body (304) and those that do not say their length cost nothing. Counted by each
 * server process for itself.
 */
export const limitOpenResponses = (
  http: FastifyInstance,
  at: { readonly pool: Pool; readonly clock: Clock },
): void => {
  const limit = { max: openBytesMax, seconds: 60 };
  const subjectOf = (address: string) => `open:${networkOf(address)}`;
  http.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isOpen !== true && !request.is404) return;
    checkInMemory(at, subjectOf(request.ip), limit);
  });
  http.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' || (request.routeOptions.config.isOpen !== true && !request.is404))
      return;
    const bytes = Number(reply.getHeader('content-length') ?? 0);
    if (reply.statusCode < 300 && bytes > 0) addInMemory(at, subjectOf(request.ip), limit, bytes);
  });
};
