import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schoolOfHost } from '../security/authenticate.ts';

/** The subdomain of the playground. No school can have it. */
export const playgroundLabel = 'playground';

const folder = join(import.meta.dirname, '../../../../embed/playground');
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/playground.js': ['playground.js', 'text/javascript; charset=utf-8'],
  '/playground.css': ['playground.css', 'text/css; charset=utf-8'],
};

/** The playground can frame any school that allows it, and loads only its own files and the SDK. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `playground.{base}`: a host page for integrators on a separate origin, which shows every message between it and the app. It is static and
 * calls no endpoints. A school appears in it only if it lists that origin.
 */
export const servePlayground = (http: FastifyInstance, base: string): void => {
  http.addHook('onRequest', async (request, reply) => {
    const { label } = schoolOfHost(request.headers.host, base);
    const path = request.url.split('?')[0] ?? '';
    if (label !== playgroundLabel || path === '/embed.js') return;
    const found = request.method === 'GET' ? files[path] : undefined;
    if (found === undefined) return reply.code(404).type('text/plain').send('Not found.');
    const [name, type] = found;
    return reply
      .type(type)
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-cache')
      .header('X-Robots-Tag', 'noindex')
      .send(await readFile(join(folder, name)));
  });
};
