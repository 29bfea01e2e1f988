import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/database.ts';
import type { Clock } from '../clock.ts';
import { schoolOfHost } from '../security/authenticate.ts';
import { selectAuth } from '../security/auth.queries.ts';
import { countInMemory, networkOf } from '../security/rate-limits.ts';

/** Questions of a network in a minute. A proxy asks once for each new certificate. */
const questionLimit = { max: 600, seconds: 60 } as const;
/** The longest domain name that DNS allows, in characters (RFC 1035). */
const domainMax = 253;

/**
 * `/certificate-hosts?domain=`: 200 if a school uses this host name, otherwise 404. A proxy asks before it requests a certificate, so that
 * strangers who point their domains at this server can't use up the limits of the certificate authority. It reveals no more than a visit to
 * the host.
 */
export const serveCertificateHosts = (
  http: FastifyInstance,
  { pool, clock, base }: { pool: Pool; clock: Clock; base: string },
): void => {
  const at = { pool, clock };
  http.get<{ Querystring: { domain?: unknown } }>('/certificate-hosts', async (request, reply) => {
    await countInMemory(at, `certificate-hosts:from:${networkOf(request.ip)}`, questionLimit);
    const { domain } = request.query;
    if (typeof domain !== 'string' || domain.length > domainMax) return reply.code(404).send();
    const named = schoolOfHost(domain, base);
    // The base domain needs a certificate before the operator adds the first school.
    if (named.host === base) return { status: 'ok' };
    if (named.isBare) return reply.code(404).send();
    const found = await selectAuth(pool, named, { now: new Date() });
    return found === undefined ? reply.code(404).send() : { status: 'ok' };
  });
};
