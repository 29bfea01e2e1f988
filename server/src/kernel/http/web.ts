import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isInOtherCell, pageSettingsOf } from '../security/authenticate.ts';
import { preloadedData } from './preloaded-data.ts';
import { setPageHeaders } from './page-policy.ts';
import { problem } from './problem.ts';
import type { Parts } from './serve.ts';

const pack = promisify(gzip);

const workerPath = '/worker.js';
/** The worker that removes itself and its caches (web/public/offline-worker.js). */
const removerFile = 'offline-worker.js';

/**
 * Serves the built web app: hashed files are cached for a year, the page itself never. Every address that is neither a file nor a call gets
 * the page with the replies to its first calls. Without a build, responds with an explanation. `hasWorker` is false if the operator has
 * turned off the service worker: then its address removes it from browsers, and the page says not to register it.
 */
export const serveWeb = async (
  http: FastifyInstance,
  folder: string | undefined,
  parts: Parts,
  hasWorker: boolean,
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
        // Only the handler below serves the page, with its security policy. Compressed files are sent instead of the originals
        // (tools/pack-web.ts).
        globIgnore: [
          'index.html*',
          '**/*.br',
          '**/*.gz',
          ...(hasWorker ? [] : [workerPath.slice(1)]),
        ],
        preCompressed: true,
        maxAge: 3_600_000,
        setHeaders: (reply, path) => {
          if (path.includes('/assets/'))
            void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
          // If a proxy cached the worker, browsers would keep getting an old release's worker. The path is the compressed file's.
          if (/worker\.js(?:\.br|\.gz)?$/.test(path))
            void reply.header('Cache-Control', 'no-cache');
        },
      });
      if (!hasWorker) files.get(workerPath, async (_, reply) => reply.sendFile(removerFile));
    });
  }
  const built =
    folder === undefined
      ? null
      : await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  const page = hasWorker
    ? built
    : (built?.replace('</head>', '<meta name="worker" content="off"></head>') ?? null);
  // The data is at the end, so that the browser already loads the files of the head.
  const end = page?.lastIndexOf('</body>') ?? 0;
  // The school's name goes into the loading indicator, so that it is visible first.
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
  // Reject the request before its body is read.
  http.addHook('onRequest', async (request) => {
    // The preflight route (cross-origin.ts) matches every OPTIONS request without another route, so none of them gets 404 automatically.
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
      // Not from the cache, so that a site that was removed from the list can't embed the app any longer.
      pageSettingsOf(request, { ...parts, isCacheAllowed: false, now: parts.clock.now() }),
    ]);
    const guard = (text: string) => setPageHeaders(request, reply, text, settings);
    void reply.type('text/html; charset=utf-8');
    // The page has no data then, and its calls report the error. A browser can repeat a request with this status once.
    if (first === null && (await isInOtherCell(request, { ...parts, now: parts.clock.now() })))
      void reply.code(421);
    if (first === null) return reply.header('Cache-Control', 'no-cache').send(guard(page));
    // The page contains the person's data and tokens, so nothing caches it, not even their browser.
    if (first.cookies.length > 0) void reply.header('Set-Cookie', [...new Set(first.cookies)]);
    void reply.header('Cache-Control', 'no-store').header('Vary', 'Accept-Encoding');
    // Only scripts in the page itself get the nonce. People's content in the replies doesn't.
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
    // The compression plugin skips this handler.
    return reply.header('Content-Encoding', 'gzip').send(await pack(whole));
  });
};
