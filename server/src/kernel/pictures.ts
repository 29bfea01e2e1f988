import type { FastifyInstance } from 'fastify';
import { schoolIdOf } from './admit.ts';
import { refused } from './problem.ts';
import type { Parts } from './serve.ts';

const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/**
 * `/files/{name}`: a stored picture of the host's school. The name is an unguessable capability, so pictures
 * also load where no cookie travels (a bearer session in a host's frame); the content of a name never changes.
 */
export const servePictures = (http: FastifyInstance, parts: Parts): void => {
  http.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const school = await schoolIdOf(request, { ...parts, now: parts.clock.now() });
    const file = await parts.files.get(school, request.params.name);
    if (file === null) throw refused('not_found');
    const extension = request.params.name.split('.').at(-1) ?? '';
    return (
      reply
        .type(contentTypes[extension] ?? 'application/octet-stream')
        .header('Content-Length', file.size)
        .header('Cache-Control', 'private, max-age=31536000, immutable')
        // A picture opened by itself runs nothing, whatever it holds.
        .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(file.stream)
    );
  });
};
