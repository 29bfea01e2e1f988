import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from './live-client.ts';
import { inWorld } from './world.ts';

const world = inWorld();
/** The requests that the server received, as it parsed them. */
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
let port = 0;

beforeAll(async () => {
  port = await listen(world.app);
  world.app.http.server.prependListener('request', ({ url = '', headers }: IncomingMessage) =>
    asked.push({ url, headers }),
  );
});

/** Sends raw bytes, and returns what arrives within a moment. */
const sendBytes = (at: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(at, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    const done = () => {
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(done, 250);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });

/** A request that outsiders must not make. The proxy refuses it, and the server must not interpret any part of the body as this request. */
const hidden = 'GET /metrics?smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const post = (headers: readonly string[], body: string) =>
  `POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

const attacks: readonly [string, string][] = [
  [
    'CL.TE',
    post(
      [`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${hidden}`,
    ),
  ],
  ['TE.CL', post(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunk(hidden))],
  [
    'TE.TE with another name',
    post(
      [`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: xchunked'],
      `0\r\n\r\n${hidden}`,
    ),
  ],
  [
    'TE with a space before the colon',
    post(
      [`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding : chunked'],
      `0\r\n\r\n${hidden}`,
    ),
  ],
  [
    'TE behind a vertical tab',
    post(
      [`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding:\u000bchunked'],
      `0\r\n\r\n${hidden}`,
    ),
  ],
  [
    'TE twice',
    post(
      [
        `Content-Length: ${hidden.length + 5}`,
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: identity',
      ],
      `0\r\n\r\n${hidden}`,
    ),
  ],
  [
    'TE folded over two lines',
    post(
      [`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding:\r\n chunked'],
      `0\r\n\r\n${hidden}`,
    ),
  ],
  [
    'TE in HTTP/1.0',
    post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`).replace(
      'HTTP/1.1',
      'HTTP/1.0',
    ),
  ],
  [
    'two different Content-Length',
    post(['Content-Length: 2', `Content-Length: ${hidden.length + 2}`], `{}${hidden}`),
  ],
  [
    'two lengths in one Content-Length',
    post([`Content-Length: ${hidden.length + 2}, 2`], `{}${hidden}`),
  ],
  ['Content-Length with a sign', post(['Content-Length: +2'], `{}${hidden}`)],
  ['Content-Length below nothing', post(['Content-Length: -1'], `{}${hidden}`)],
  [
    'Content-Length in hexadecimal',
    post([`Content-Length: 0x${(hidden.length + 2).toString(16)}`], `{}${hidden}`),
  ],
  [
    'a chunk larger than any number',
    post(['Transfer-Encoding: chunked'], `fffffffffffffffff1\r\n{}\r\n0\r\n\r\n${hidden}`),
  ],
  [
    'a chunk that ends with a line feed alone',
    post(['Transfer-Encoding: chunked'], `2;x\n{}\r\n0\n\n${hidden}`),
  ],
  ['a folded header', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n ${hidden}`],
  [
    'a carriage return alone in a header',
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\r${hidden}`,
  ],
  ['NUL in a header', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\u0000\r\n\r\n`],
  [
    'a body of a GET',
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
  [
    'line ends in the path',
    `GET /healthz%0d%0aX-A:%20b%0d%0a%0d%0a${encodeURIComponent(hidden)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ],
];

/** Expects that the server ignores the hidden request, through the proxy and directly. */
const expectNothingTaken = async (at: number, name: string, bytes: string): Promise<void> => {
  asked.length = 0;
  const received = await sendBytes(at, bytes);
  expect({
    name,
    taken: asked.map(({ url }) => url).filter((url) => url.startsWith('/metrics')),
  }).toEqual({ name, taken: [] });
  expect(received).not.toContain('commons_call_seconds');
  expect(received).not.toMatch(/^X-A: b/im);
  // The next client gets the right response.
  const next = await sendBytes(
    at,
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect({
    name,
    next: next.startsWith('HTTP/1.1 200 '),
    answers: next.split('HTTP/1.1 ').length - 1,
  }).toEqual({
    name,
    next: true,
    answers: 1,
  });
};

describe('requests with an ambiguous end', () => {
  test('the server does not handle the hidden request, and the next client gets the right response', async () => {
    for (const [name, bytes] of attacks) await expectNothingTaken(port, name, bytes);
  });

  describe.skipIf(spawnSync('haproxy', ['-v']).status !== 0)('through the shipped proxy', () => {
    let haproxy: ChildProcess | undefined;
    let folder = '';
    let at = 0;
    beforeAll(async () => {
      const free = createServer();
      await new Promise<void>((done) => free.listen(0, '127.0.0.1', done));
      at = (free.address() as AddressInfo).port;
      await new Promise((done) => free.close(done));
      folder = await mkdtemp(join(tmpdir(), 'commons-proxy-'));
      const shipped = await readFile(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8');
      const ours = shipped
        .replace('maxconn 20000', 'maxconn 200')
        .replace(/^ {4}bind :80$/m, `    bind 127.0.0.1:${at}`)
        .replaceAll(/server-(?:one|two):3000/g, `127.0.0.1:${port}`);
      await writeFile(join(folder, 'haproxy.cfg'), ours);
      haproxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
      for (
        let wait = 0;
        wait < 100 &&
        !(
          await sendBytes(
            at,
            'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
          )
        ).includes(' 200 ');
        wait += 1
      )
        await delay(50);
    });
    afterAll(async () => {
      if (haproxy !== undefined && haproxy.exitCode === null) {
        const ended = once(haproxy, 'exit');
        haproxy.kill('SIGKILL');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    });

    test('the proxy blocks internal paths and hidden requests, and the next client gets the right response', async () => {
      const get = (path: string, more = '') =>
        sendBytes(
          at,
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Connection: close\r\n\r\n`,
        );
      for (const inside of [
        '/metrics',
        '/metrics?x',
        '/%6detrics',
        '/%6Detrics',
        '/readyz',
        '/ready%7A',
        '/certificate-hosts?domain=localhost',
        '/cell-hosts?cell=a',
        'http://localhost/metrics',
      ])
        expect([inside, (await get(inside)).slice(0, 13)]).toEqual([inside, 'HTTP/1.1 403 ']);
      expect(await get('/healthz', 'Host: north.localhost\r\n')).toMatch(/^HTTP\/1\.1 400 /);
      for (const [name, bytes] of attacks) await expectNothingTaken(at, name, bytes);
    });

    test("the proxy replaces a client's claims about its address and protocol", async () => {
      asked.length = 0;
      const forged =
        'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 203.0.113.10\r\n';
      await sendBytes(
        at,
        `GET /healthz?mine HTTP/1.1\r\nHost: localhost\r\n${forged}Connection: close\r\n\r\n`,
      );
      const [mine] = asked.filter(({ url }) => url === '/healthz?mine');
      expect([mine?.headers['x-forwarded-for'], mine?.headers['x-forwarded-proto']]).toEqual([
        '127.0.0.1',
        undefined,
      ]);
    });
  });
});
