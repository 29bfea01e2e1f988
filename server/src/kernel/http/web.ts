import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pageSettingsOf } from '../security/authenticate.ts';
import { preloadedData } from './preloaded-data.ts';
import { setPageHeaders } from './page-policy.ts';
import { problem } from './problem.ts';
import type { Parts } from './serve.ts';

const pack = promisify(gzip);

/**
 * Serves the built web app: hashed files for a year, the page itself never cached. Every address that is
 * neither a file nor a call is the app's own and gets its page, with the answers to its first calls inside.
 * A missing build answers with words.
 */
export const serveWeb = async (
  http: FastifyInstance,
  folder: string | undefined,
  parts: Parts,
): Promise<void> => {
  const calls = /^\/(?:api|scim|mobile_ws|files|assets|languages)(?:\/|$)/;
  if (folder !== undefined && existsSync(folder)) {
    await http.register(async (files) => {
      files.addHook('onRoute', (route) => {
        route.config = { ...route.config, isOpen: true };
      });
      await files.register(fastifyStatic, {
        root: folder,
        index: false,
        wildcard: false,
        // The page is answered below only, with its policy.
        // Packed forms are sent in the place of their files (tools/pack-web.ts).
        globIgnore: ['index.html*', '**/*.br', '**/*.gz'],
        preCompressed: true,
        maxAge: 3_600_000,
        setHeaders: (reply, path) => {
          if (path.includes('/assets/'))
            void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
        },
      });
    });
  }
  const page =
    folder === undefined
      ? null
      : await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  // At the end: what the head names is on its way while the rest is read.
  const end = page?.lastIndexOf('</body>') ?? 0;
  // Inside what says that the app is loading: the school's name is the first thing to be seen.
  const named = page?.indexOf('</output>') ?? 0;
  const refuseUnlessPage = (request: FastifyRequest): void => {
    const path = request.url.split('?')[0] ?? '';
    if (calls.test(path)) {
      const others = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).some(
        (method) => method !== request.method && http.findRoute({ method, url: path }) !== null,
      );
      throw problem(others ? 'method_not_allowed' : 'not_found');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw problem('method_not_allowed');
  };
  // Before a body is read that nobody asks for.
  http.addHook('onRequest', async (request) => {
    // The route of preflights (cross-origin.ts) takes every OPTIONS that no other does, so none is 404 by itself.
    const isPreflight = request.method === 'OPTIONS' && request.routeOptions.url === '*';
    if (request.is404 || isPreflight) refuseUnlessPage(request);
  });
  http.setNotFoundHandler(async (request, reply) => {
    if (page === null)
      return reply
        .code(503)
        .type('text/plain')
        .send('The web app is not built. Run: npm run build');
    const [first, settings] = await Promise.all([
      preloadedData(http, request, parts),
      // Not from memory: who has left the list is to embed nothing from then on.
      pageSettingsOf(request, { ...parts, mayRemember: false, now: parts.clock.now() }),
    ]);
    const guard = (text: string) => setPageHeaders(request, reply, text, settings);
    void reply.type('text/html; charset=utf-8');
    if (first === null) return reply.header('Cache-Control', 'no-cache').send(guard(page));
    // It has what the person sees and their tokens: nobody keeps it, not even their own browser.
    if (first.cookies.length > 0) void reply.header('Set-Cookie', [...new Set(first.cookies)]);
    void reply.header('Cache-Control', 'no-store').header('Vary', 'Accept-Encoding');
    // What the page itself names gets the nonce; what people wrote, in the answers, gets nothing.
    let begin = guard(page.slice(0, named));
    if (first.isMissing) void reply.code(404);
    if (first.preview !== null) {
      const { head, isIndexed } = first.preview;
      begin = begin.replace(/<title>.*?<\/title>|(?=<\/head>)/, () => head);
      if (!isIndexed) void reply.header('X-Robots-Tag', 'noindex');
    }
    const whole = begin + first.name + page.slice(named, end) + first.block + page.slice(end);
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.send(whole);
    // The plugin that compresses answers leaves this handler out.
    return reply.header('Content-Encoding', 'gzip').send(await pack(whole));
  });
};
