// A host page with a server, as a school's web team would build it: `npm run embed-example`. It needs a running demo server
// (`npm start`), whose URL is in CAMPUS unless it is http://demo.localhost:3000.
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';

/**
 * Calls the API from this server. The host name may only resolve in browsers ({school}.localhost), so the connection goes to
 * this machine.
 */
const call = (campus, method, path, { body, token } = {}) =>
  new Promise((resolve, reject) => {
    const url = new URL(path, campus);
    const asked = httpRequest(
      {
        host: url.hostname.endsWith('localhost') ? 'localhost' : url.hostname,
        port: url.port || 80,
        path: url.pathname + url.search,
        method,
        headers: {
          host: url.host,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      },
      async (answer) => {
        let text = '';
        for await (const chunk of answer) text += chunk;
        const value = text === '' ? null : JSON.parse(text);
        if (answer.statusCode < 400) resolve(value);
        else
          reject(
            new Error(`${method} ${path} answered ${answer.statusCode}: ${value?.detail ?? text}`),
          );
      },
    );
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });

/** Includes the host page's URL in its key's name, so that two pages on one site don't delete each other's keys. */
const keyNameOf = (origin) => `Embed example ${new URL(origin).host}`;

/**
 * Allows this page's origin and creates a key, which an admin does once under Admin › Embedding and Dev space › Keys. This uses the demo's known password.
 */
const prepare = async (campus, origin) => {
  const { jwt } = await call(campus, 'POST', '/api/v1/login', {
    body: { email: 'admin@demo.campus.example', password: 'campus-demo' },
  });
  await call(campus, 'POST', '/api/v1/school/embed-origins', { token: jwt, body: { origin } });
  const keyName = keyNameOf(origin);
  const { items } = await call(campus, 'GET', '/api/v1/api-keys?scope=embed', { token: jwt });
  for (const { id, name } of items)
    if (name === keyName) await call(campus, 'DELETE', `/api/v1/api-keys/${id}`, { token: jwt });
  const { token } = await call(campus, 'POST', '/api/v1/api-keys', {
    token: jwt,
    body: { name: keyName, scopes: ['embed'], expiresInDays: 1 },
  });
  return token;
};

/**
 * Starts the host page, and returns its URL and a function that stops it. `name` is another registrable domain than the
 * site's.
 */
export const startExample = async ({
  campus = 'http://demo.localhost:3000',
  port = 4100,
  name = 'portal.localhost',
} = {}) => {
  const page = await readFile(new URL('./index.html', import.meta.url), 'utf8');
  let key = '';
  let origin = '';
  // In a real portal, the user comes from its own session. Here, everyone is Ana.
  const ways = {
    // (a) A one-time code for a user this server knows. The key never leaves the server, and the code expires after a minute.
    '/campus-code': () =>
      call(campus, 'POST', '/api/v1/embed/code', {
        token: key,
        body: { origin, person: { username: 'ana' } },
      }),
    // (b) The tokens of a session that this server created.
    '/campus-session': () =>
      call(campus, 'POST', '/api/v1/login', {
        body: { email: 'ana@demo.campus.example', password: 'campus-demo' },
      }),
  };
  const server = createServer(async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://host');
    const way = ways[pathname];
    if (way === undefined) {
      reply.writeHead(pathname === '/' ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      return reply.end(pathname === '/' ? page.replaceAll('{{campus}}', campus) : '');
    }
    // Only this page's own script may call this, because a code gives access to a user's account.
    const isOurs =
      request.method === 'POST' &&
      (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
    try {
      if (!isOurs) throw new Error('only for our own page');
      const answer = JSON.stringify(await way());
      reply.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      return reply.end(answer);
    } catch (error) {
      console.error(error.message);
      reply.writeHead(isOurs ? 502 : 403);
      return reply.end();
    }
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, resolve));
  origin = `http://${name}:${server.address().port}`;
  try {
    key = await prepare(campus, origin);
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    address: origin,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};

// Node before 24.2 has no `import.meta.main`.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  try {
    const { address } = await startExample({
      ...(process.env.CAMPUS && { campus: process.env.CAMPUS }),
      ...(process.env.PORT && { port: Number(process.env.PORT) }),
    });
    console.log(`The host page is at ${address}`);
  } catch (error) {
    console.error(
      `${error.message || error.code}\nIs the demo campus running? Start it with: npm start`,
    );
    process.exitCode = 1;
  }
}
