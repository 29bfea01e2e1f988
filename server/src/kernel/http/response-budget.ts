import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Pool } from '../database/database.ts';
import { addInMemory, checkInMemory, networkOf } from '../security/rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if anyone can get the response without signing in or a secret address, so that its bytes count. */
    isOpen?: boolean;
  }
}

/**
 * Maximum bytes of open responses per address and minute: several hundred first visits from one address, whose scripts, styles and pages
 * take about 600 KB compressed.
 */
export const openBytesMax = 400_000_000;

/**
 * Limits the bytes of open, potentially large responses per address: the built web app, pages, pictures, and the API description. Over the
 * limit, throws `too_many_requests` until the minute ends; the response that exceeds it is still sent. Responses without a body (304) or
 * without a length cost nothing. Each server process counts separately.
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
