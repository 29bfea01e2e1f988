import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isEntry } from '../entry.ts';
import { root } from '../web-hash.ts';
import { buildImage, docker, makeBase, run, startEngine } from './engine.ts';

/*
 * `npm run deploy-check` builds the image of deploy/Containerfile, starts compose.yaml with it, and uses it as a school's IT would. It needs
 * root and Debian's debootstrap, docker.io and iptables. Not every machine can pull public images, so it builds PostgreSQL, Valkey and
 * Caddy from Debian 13's packages. If no engine is running, it starts one in a temporary folder.
 */

const image = 'commons-deploy-check';
const project = 'commons-deploy-check';
/** The id of the image's user. */
const imageUser = 10_001;
const ports = { http: 3_180, https: 3_543 } as const;
/** Images that replace those of compose.yaml, by the setting that names them. */
const standIns = {
  POSTGRES_IMAGE: 'postgres',
  VALKEY_IMAGE: 'valkey',
  CADDY_IMAGE: 'caddy',
} as const;
const tagOf = (name: string): string => `${image}:${name}`;

const expectEqual = (what: string, found: unknown, wanted: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  console.log(`ok   ${what}`);
};

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Sends a request to the proxy, whose own certificate authority signs its certificates. */
const ask = (
  host: string,
  path: string,
  { authority, body }: { authority: string; body?: object },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: ports.https,
        servername: host,
        ca: authority,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host, ...(body && { 'content-type': 'application/json' }) },
        timeout: 30_000,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            headers: answer.headers,
          }),
        );
      },
    );
    sent.once('timeout', () => sent.destroy(new Error('no response in 30 s')));
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

const check = async (folder: string, onEnd: (close: () => unknown) => void): Promise<void> => {
  onEnd(await startEngine(folder));
  const { base, compose } = await makeBase(folder);
  for (const name of Object.values(standIns)) {
    const context = join(root, 'tools/deploy-check');
    const file = join(context, `${name}.Containerfile`);
    await buildImage({ base, tag: tagOf(name), context, file });
  }
  const secret = (nth: number) => String(nth).repeat(64);
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  chownSync(backups, imageUser, imageUser);
  // The image must not contain it.
  const planted = join(root, 'deploy-check.env');
  writeFileSync(planted, 'SECRET=1');
  onEnd(() => rmSync(planted));
  const settings = join(folder, 'settings.env');
  writeFileSync(
    settings,
    [
      'CAMPUS_HOST=localhost',
      `POSTGRES_PASSWORD=${secret(1)}`,
      `OWNER_PASSWORD=${secret(2)}`,
      `CALLS_PASSWORD=${secret(3)}`,
      `COMMONS_SECRET=${secret(4)}`,
      ...Object.entries(standIns).map(([name, value]) => `${name}=${tagOf(value)}`),
      `BACKUPS=${backups}`,
      'SERVERS=2',
      `COMMONS_IMAGE=${image}`,
      `BASE_IMAGE=${base}`,
      'CERTIFICATES=internal',
      `HTTP_PORT=${ports.http}`,
      `HTTPS_PORT=${ports.https}`,
      '',
    ].join('\n'),
  );
  const inProject = async (...args: string[]): Promise<string> =>
    (
      await run(
        compose,
        ['--env-file', settings, '--project-name', project, '--file', 'compose.yaml', ...args],
        { cwd: root, maxBuffer: 64e6 },
      )
    ).stdout.trim();
  onEnd(() => inProject('down', '--volumes', '--timeout', '5').catch(() => undefined));
  await inProject('build', 'server');
  const sizeOf = async (name: string) =>
    Number(await docker('image', 'inspect', '--format', '{{.Size}}', name)) / 1e6;
  const [whole, bare] = [await sizeOf(image), await sizeOf(base)];
  console.log(
    `     the image has ${whole.toFixed(0)} MB, ${(whole - bare).toFixed(0)} MB without its base`,
  );
  const strays = await docker(
    'run',
    '--rm',
    '--network',
    'none',
    image,
    'sh',
    '-c',
    'ls -d .data .git .env deploy-check.env test-results web/node_modules node_modules/vite node_modules/typescript 2>/dev/null || true',
  );
  expectEqual('the image has no data, repository, secret or development package', strays, '');

  const campus = (...args: string[]) => inProject('exec', '-T', 'server', 'campus', ...args);

  const began = performance.now();
  await inProject('up', '--detach', '--no-build', '--wait').catch(async (error: unknown) => {
    console.error(await inProject('ps', '--all'), await inProject('logs', '--tail', '30'));
    throw error;
  });
  console.log(
    `     all services are healthy after ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const owner = await inProject(
    'exec',
    '-T',
    'server',
    'stat',
    '-c',
    '%U %a',
    '/data',
    '/data/files',
  );
  expectEqual('the data folders are private', owner.split('\n'), ['commons 700', 'commons 700']);

  await campus('school', 'add', 'north', '--name', 'Northern College');
  await campus(
    'person',
    'add',
    '--school',
    'north',
    '--first',
    'Ada',
    '--admin',
    '--email',
    'ada@north.example',
  );
  const authority = await inProject(
    'exec',
    '-T',
    'proxy',
    'cat',
    '/data/caddy/pki/authorities/local/root.crt',
  );
  const page = await ask('north.localhost', '/', { authority });
  expectEqual('the page of the new school loads over HTTPS', page.status, 200);
  expectEqual(
    'browsers stay on HTTPS',
    page.headers['strict-transport-security'] !== undefined,
    true,
  );
  const refused = await ask('stranger.example', '/', { authority }).then(
    () => 'a certificate',
    () => 'none',
  );
  expectEqual('a host without a school gets no certificate', refused, 'none');
  for (const path of ['/metrics', '/readyz', '/certificate-hosts?domain=localhost'])
    expectEqual(
      `${path} isn't public`,
      (await ask('north.localhost', path, { authority })).status,
      404,
    );
  const first = await campus('doctor').catch(
    (error: unknown) => (error as { stdout?: string }).stdout ?? '',
  );
  expectEqual(
    'the doctor finds no error',
    first.split('\n').filter((line) => line.startsWith('ERROR')),
    [],
  );

  const counts = { sent: 0 };
  const failures: string[] = [];
  let isOver = false;
  const sendUntilOver = async (body?: object): Promise<void> => {
    while (!isOver) {
      const path = body === undefined ? '/mobile_ws/v18/school' : '/api/v1/login';
      const answer = ask('north.localhost', path, { authority, ...(body && { body }) });
      const { status } = await answer.catch(() => ({ status: 0 }));
      counts.sent += 1;
      // The server rejects wrong passwords, and later too many of them.
      if (![200, 401, 422, 429].includes(status)) failures.push(`${status} ${path}`);
      await delay(50);
    }
  };
  const sending = [
    sendUntilOver(),
    sendUntilOver(),
    sendUntilOver({ email: 'ada@north.example', password: 'not the password' }),
  ];
  const before = await inProject('ps', '--quiet', 'server');
  await run('sh', ['deploy/upgrade.sh'], {
    cwd: root,
    env: {
      ...process.env,
      COMPOSE: `${compose} --env-file ${settings} --project-name ${project} --file compose.yaml`,
    },
  }).finally(() => (isOver = true));
  await Promise.all(sending);
  const after = await inProject('ps', '--quiet', 'server');
  expectEqual('an upgrade replaces both servers', after.split('\n').length, 2);
  expectEqual(
    'none of the old servers runs',
    before.split('\n').some((id) => after.includes(id)),
    false,
  );
  // Debian's Caddy 2.6 doesn't repeat a POST whose connection was refused (decision 076).
  const posts = failures.filter((one) => one.endsWith('/login'));
  console.log(
    `     ${posts.length} of ${counts.sent} calls failed during the upgrade, all of them POST`,
  );
  const others = failures.filter((one) => !posts.includes(one));
  expectEqual('no GET failed during the upgrade', others, []);

  await campus('backup', '/backups/first');
  await inProject('down', '--volumes', '--timeout', '40');
  await inProject('up', '--detach', '--wait', 'database');
  await inProject(
    'run',
    '--rm',
    '--no-deps',
    '-T',
    'server',
    'campus',
    'restore',
    '/backups/first',
  );
  await inProject('up', '--detach', '--no-build', '--wait');
  expectEqual(
    'the school is there after a backup was restored into new volumes',
    (await campus('school', 'list')).includes('Northern College'),
    true,
  );
};

if (isEntry(import.meta.filename)) {
  const folder = mkdtempSync(join(tmpdir(), 'commons-deploy-'));
  const closes: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    await check(folder, (close) => closes.push(close));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    for (const close of closes.toReversed()) await close();
  }
}
