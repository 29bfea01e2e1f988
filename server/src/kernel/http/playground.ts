import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schoolOfHost } from '../security/authenticate.ts';

/** The label below the base at which the playground stands; no school can have it. */
export const playgroundLabel = 'playground';

const folder = join(import.meta.dirname, '../../../../embed/playground');
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/playground.js': ['playground.js', 'text/javascript; charset=utf-8'],
  '/playground.css': ['playground.css', 'text/css; charset=utf-8'],
};

/** It frames whichever campus it is opened for, which decides by its own list; it loads nothing but its own files and the SDK. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `playground.{base}`: a host page for integrators, at an origin of its own, that shows every message between it and the campus.
 * It holds nothing and asks nothing of the server; a campus shows itself there only once it lists that origin.
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
