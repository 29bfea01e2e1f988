import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument } from './openapi.ts';

const pack = promisify(gzip);

/** The document in the two forms it is sent in, made once. */
interface Stored {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

const make = async (endpoints: readonly Endpoint[], version: string): Promise<Stored> => {
  const plain = Buffer.from(JSON.stringify(openApiDocument(endpoints, version)));
  // Weak: it stands for both forms.
  return {
    plain,
    packed: await pack(plain, { level: 9 }),
    etag: `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
  };
};

/** Whether the asker has this very document, by `If-None-Match` (RFC 9110, 13.1.2). */
const matchesETag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => ['*', etag, etag.slice(2)].includes(one.trim()));

/**
 * `GET /api/v1/openapi.json`, open to anybody: what describes all calls, some 900 KB. It is made when it is first asked for (a start
 * waits for nothing that few look at) and then sent as it was made. 304 to whoever has it; others may keep it for an hour.
 */
export const serveApiDocument = (
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): void => {
  let stored: Promise<Stored> | undefined;
  // The plugin that compresses answers would do it anew for some who ask.
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
