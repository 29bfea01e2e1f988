import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageSettingsOf, originOf } from '../security/authenticate.ts';
import type { Parts } from './serve.ts';

const calls = /^\/(?:api\/v1|mobile_ws)\//;
const methods = 'GET, POST, PUT, PATCH, DELETE';
const sent = 'Authorization, Content-Type, If-Match, If-None-Match, X-CG-CSRF-Token';
const read = 'ETag, Retry-After, X-Error-Status, X-Error-Message, X-Request-Id';
/** Seconds a browser remembers what it may send. */
const preflightSeconds = 600;

/**
 * Who else may use what we answer. Calls: scripts of pages that the school lets embed it, with a bearer token and never with
 * cookies (https://fetch.spec.whatwg.org/#http-cors-protocol). Anything else: our own pages; the script that hosts load
 * is everybody's, and so are pictures that newsletters and previews of public pages name. Behind https, browsers come back by https only.
 */
export const setCrossOriginHeaders = async (http: FastifyInstance, parts: Parts): Promise<void> => {
  /** The asking page's origin, where it is another's and listed. */
  const listedOrigin = async (request: FastifyRequest): Promise<string | false> => {
    const { origin } = request.headers;
    if (!origin || !calls.test(request.url) || origin === originOf(request, parts.base))
      return false;
    const { embed_origins: listed } = await pageSettingsOf(request, {
      ...parts,
      mayRemember: true,
      now: parts.clock.now(),
    });
    return listed.includes(origin) && origin;
  };
  await http.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      origin: await listedOrigin(request),
      methods,
      allowedHeaders: sent,
      exposedHeaders: read,
      maxAge: preflightSeconds,
    }),
  });
  http.addHook('onSend', async (request, reply, payload) => {
    void reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'same-origin')
      .header('X-Request-Id', request.id);
    // A few pictures are for other sites too; whoever serves them has said so (pictures.ts).
    if (!reply.hasHeader('Cross-Origin-Resource-Policy'))
      void reply.header(
        'Cross-Origin-Resource-Policy',
        /^\/embed\.js(?:\?|$)/.test(request.url) ? 'cross-origin' : 'same-origin',
      );
    if (request.protocol === 'https')
      void reply.header('Strict-Transport-Security', 'max-age=31536000');
    return payload;
  });
};
