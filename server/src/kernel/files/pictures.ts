import type { FastifyInstance } from 'fastify';
import { schoolOf } from '../security/authenticate.ts';
import { problem } from '../http/problem.ts';
import type { Parts } from '../http/serve.ts';
import type { Tokens } from '../security/tokens.ts';

const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** Returns whether the client accepts AVIF, which is a third smaller. Browsers indicate it in requests for pictures. */
const takesAvif = (accept: string | undefined): boolean =>
  /image\/avif(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accept ?? '');

/** Returns the best format of an uploaded picture for the client. Other files have one format. */
const formFor = (name: string, accept: string | undefined): string =>
  /-[sml]\.webp$/.test(name) && takesAvif(accept) ? name.replace(/webp$/, 'avif') : name;

/** Returns a picture's address for the preview of a public page. Addresses of other files are unchanged. */
export const previewUrl = (tokens: Pick<Tokens, 'previewSignature'>, url: string): string => {
  const [, file] = /^\/files\/([^/?]+)$/.exec(url) ?? [];
  return file === undefined ? url : `${url}?preview=${tokens.previewSignature(file)}`;
};

/**
 * Returns whether pages of other sites can show a picture. They can't show pictures of people, with two exceptions. Newsletter pictures are
 * loaded by webmail, and are the only single JPEG files. Previews of public pages are loaded by chat programs; the page adds a signature to
 * the address, which no one else can create.
 */
const isForOthers = (tokens: Tokens, name: string, signature: unknown): boolean =>
  /^[0-9a-f]{40}\.jpg$/.test(name) ||
  (typeof signature === 'string' && tokens.isPreviewSignature(name, signature));

/**
 * `/files/{name}`: a stored picture of the host's school. The unguessable name grants access, so pictures also load without cookies, such
 * as with a bearer session in another site's frame. The content of a name never changes. Clients that accept AVIF get an uploaded WebP as
 * AVIF at the same address.
 */
export const servePictures = (http: FastifyInstance, parts: Parts): void => {
  http.get<{ Params: { name: string }; Querystring: { preview?: string } }>(
    '/files/:name',
    { config: { isOpen: true } },
    async (request, reply) => {
      const { school_id: school } = await schoolOf(request, { ...parts, now: parts.clock.now() });
      const asked = request.params.name;
      const name = formFor(asked, request.headers.accept);
      const extension = name.split('.').at(-1) ?? '';
      const file = extension in contentTypes ? await parts.files.get(school, name) : null;
      if (file === null) throw problem('not_found');
      if (/-[sml]\.webp$/.test(asked)) void reply.header('Vary', 'Accept');
      if (isForOthers(parts.tokens, asked, request.query.preview))
        void reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return (
        reply
          .type(contentTypes[extension] ?? 'application/octet-stream')
          .header('Content-Length', file.size)
          .header('Cache-Control', 'private, max-age=31536000, immutable')
          // A picture that is opened directly must not run scripts.
          .header(
            'Content-Security-Policy',
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          )
          .send(file.stream)
      );
    },
  );
};
