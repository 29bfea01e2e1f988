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

/** Whether the asker takes AVIF, which is a third smaller. A browser says so when it asks for a picture. */
const takesAvif = (accept: string | undefined): boolean =>
  /image\/avif(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accept ?? '');

/** The form of an uploaded picture that suits the asker; other files have one form. */
const formFor = (name: string, accept: string | undefined): string =>
  /-[sml]\.webp$/.test(name) && takesAvif(accept) ? name.replace(/webp$/, 'avif') : name;

/** Address of a picture as the preview of a public page names it; one that is no stored file stays as it is. */
export const previewUrl = (tokens: Pick<Tokens, 'previewSignature'>, url: string): string => {
  const [, file] = /^\/files\/([^/?]+)$/.exec(url) ?? [];
  return file === undefined ? url : `${url}?preview=${tokens.previewSignature(file)}`;
};

/**
 * Whether pages of other sites may show a picture. Pictures of people are kept out of them, but for two kinds that are sent out
 * to be shown there. Those of newsletters, which mail read in a browser loads from here: they alone are JPEG that stands by itself.
 * And what the preview of a public page names, which chats in a browser load from here: the page adds a mark to its address, and
 * whoever was not told the mark cannot make one.
 */
const isForOthers = (tokens: Tokens, name: string, signature: unknown): boolean =>
  /^[0-9a-f]{40}\.jpg$/.test(name) ||
  (typeof signature === 'string' && tokens.isPreviewSignature(name, signature));

/**
 * `/files/{name}`: a stored picture of the host's school. The name is an unguessable capability, so pictures
 * also load where no cookie travels (a bearer session in a host's frame); the content of a name never changes. The WebP
 * of an upload answers as AVIF to whoever takes it, so that one address suits every client.
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
          // A picture opened by itself runs nothing, whatever it holds.
          .header(
            'Content-Security-Policy',
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          )
          .send(file.stream)
      );
    },
  );
};
