import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument } from './openapi.ts';

const pack = promisify(gzip);

/** The document, plain and compressed. Both are built once. */
interface Stored {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

const make = async (endpoints: readonly Endpoint[], version: string): Promise<Stored> => {
  const plain = Buffer.from(JSON.stringify(openApiDocument(endpoints, version)));
  // A weak ETag, because it identifies both forms.
  return {
    plain,
    packed: await pack(plain, { level: 9 }),
    etag: `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
  };
};

/** True if the client already has this document, according to `If-None-Match` (RFC 9110, 13.1.2). */
const matchesETag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => ['*', etag, etag.slice(2)].includes(one.trim()));

/**
 * `GET /api/v1/openapi.json`, open to anyone. The document is built on the first request, because few clients need it and startup
 * shouldn't wait for it. Clients that have it get 304; others can cache it for an hour.
 */
export const serveApiDocument = (
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): void => {
  let stored: Promise<Stored> | undefined;
  // The compression plugin would compress the document again for each request.
  http.get(
    '/api/v1/openapi.json',
    { config: { isOpen: true }, compress: false },
    async (request, reply) => {
      const { plain, packed, etag } = await (stored ??= make(endpoints, version));
      void reply
        .header('ETag', etag)
        .header('Cache-Control', 'public, max-age=3600')
        .header('Vary', 'Accept-Encoding, Origin');
      if (matchesETag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      void reply.type('application/json; charset=utf-8');
      const takesPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
        String(request.headers['accept-encoding'] ?? ''),
      );
      return takesPacked
        ? reply.header('Content-Encoding', 'gzip').send(packed)
        : reply.send(plain);
    },
  );
};
