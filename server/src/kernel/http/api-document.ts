import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument } from './openapi.ts';

const pack = promisify(gzip);

/** The document, plain and compressed. */
interface Stored {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

const make = async (endpoints: readonly Endpoint[], version: string): Promise<Stored> => {
  const plain = Buffer.from(JSON.stringify(openApiDocument(endpoints, version)));
  // A weak ETag, because it applies to both formats.
  return {
    plain,
    packed: await pack(plain, { level: 9 }),
    etag: `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
  };
};

/** Returns whether the client has the current document, by `If-None-Match` (RFC 9110, 13.1.2). */
const matchesETag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => ['*', etag, etag.slice(2)].includes(one.trim()));

/**
 * `GET /api/v1/openapi.json`, open to everyone: the API description, about 900 KB. It is created on the first request, because few people
 * need it and it would delay the start. Clients can cache it for an hour. Returns 304 if the client has the current version.
 */
export const serveApiDocument = (
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): void => {
  let stored: Promise<Stored> | undefined;
  // The compression plugin would compress the document again for some clients.
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
