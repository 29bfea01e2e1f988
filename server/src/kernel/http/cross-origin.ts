import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageSettingsOf, originOf, type AuthenticationParts } from '../security/authenticate.ts';
import type { Parts } from './serve.ts';

const calls = /^\/(?:api\/v1|mobile_ws)\//;
const methods = 'GET, POST, PUT, PATCH, DELETE';
const sent = 'Authorization, Content-Type, If-Match, If-None-Match, X-CG-CSRF-Token';
const read = 'ETag, Retry-After, X-Error-Status, X-Error-Message, X-Request-Id';
/** Seconds a browser remembers what it may send. */
const preflightSeconds = '600';

/**
 * Who else may use what we answer. Calls: scripts of pages that the school lets embed it, with a bearer token and never with
 * cookies (https://fetch.spec.whatwg.org/#http-cors-protocol). Anything else: our own pages; the script that hosts load
 * is everybody's, and so are pictures that newsletters and previews of public pages name. Behind https, browsers come back by https only.
 */
export const setCrossOriginHeaders = (http: FastifyInstance, parts: Parts): void => {
  const admitParts = (): Omit<AuthenticationParts, 'tokens'> => ({
    ...parts,
    mayRemember: true,
    now: parts.clock.now(),
  });
  /** The asking page's origin, where it is another's and listed. */
  const listedOrigin = async (request: FastifyRequest): Promise<string | null> => {
    const { origin } = request.headers;
    if (
      origin === undefined ||
      !calls.test(request.url) ||
      origin === originOf(request, parts.base)
    )
      return null;
    return (await pageSettingsOf(request, admitParts())).embed_origins.includes(origin)
      ? origin
      : null;
  };
  http.addHook('onRequest', async (request, reply) => {
    if (
      request.method !== 'OPTIONS' ||
      request.headers['access-control-request-method'] === undefined
    )
      return;
    void reply.header('Vary', 'Origin');
    const origin = await listedOrigin(request);
    if (origin !== null) {
      void reply
        .header('Access-Control-Allow-Methods', methods)
        .header('Access-Control-Allow-Headers', sent)
        .header('Access-Control-Max-Age', preflightSeconds);
    }
    return reply.code(204).send();
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
    const origin = await listedOrigin(request);
    if (origin !== null) {
      void reply
        .header('Access-Control-Allow-Origin', origin)
        .header('Access-Control-Expose-Headers', read)
        .header('Vary', 'Origin');
    }
    return payload;
  });
};
