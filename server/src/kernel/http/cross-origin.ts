import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageSettingsOf, originOf } from '../security/authenticate.ts';
import type { Parts } from './serve.ts';

const calls = /^\/(?:api\/v1|mobile_ws)\//;
const methods = 'GET, POST, PUT, PATCH, DELETE';
const sent = 'Authorization, Content-Type, If-Match, If-None-Match, X-CG-CSRF-Token';
const read = 'ETag, Retry-After, X-Error-Status, X-Error-Message, X-Request-Id';
/** Seconds that browsers cache a preflight response. */
const preflightSeconds = 600;

/**
 * Sets the headers for cross-origin access. Calls: scripts of sites that the school lets embed it, with a bearer token and never with
 * cookies (https://fetch.spec.whatwg.org/#http-cors-protocol). Everything else: our own pages only, except the embed script and pictures in
 * newsletters and previews of public pages, which any site can load. Over HTTPS, also sets HSTS.
 */
export const setCrossOriginHeaders = async (http: FastifyInstance, parts: Parts): Promise<void> => {
  /** Returns the origin of the requesting page if it is another, listed site. */
  const listedOrigin = async (request: FastifyRequest): Promise<string | false> => {
    const { origin } = request.headers;
    if (!origin || !calls.test(request.url) || origin === originOf(request, parts.base))
      return false;
    const { embed_origins: listed } = await pageSettingsOf(request, {
      ...parts,
      isCacheAllowed: true,
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
    // Other sites can load a few pictures, whose handler sets the header (pictures.ts).
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
