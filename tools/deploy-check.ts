import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isEntry } from './entry.ts';
import { root } from './web-hash.ts';

/*
 * `npm run deploy-check` builds the image of deploy/Containerfile and starts it with the mounts of deploy/compose.yaml. It needs
 * root, debootstrap, and Docker Engine (Debian: `apt-get install debootstrap docker.io`). Not every machine can pull public images,
 * so the base is Debian from debootstrap with the packaged Node. If no engine is running, it starts one in a temporary folder.
 */

const run = promisify(execFile);
const image = 'commons-deploy-check';
const folder = mkdtempSync(join(tmpdir(), 'commons-deploy-'));
const closes: (() => unknown)[] = [
  async () => {
    // The engine leaves its network namespace mounted.
    await run('umount', [join(folder, 'exec/netns/default')]).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  },
];

const docker = async (...args: string[]): Promise<string> =>
  (await run('docker', args, { maxBuffer: 64e6, cwd: root })).stdout.trim();

const isEngineThere = (): Promise<boolean> =>
  docker('version', '--format', '{{.Server.Version}}').then(
    () => true,
    () => false,
  );

/** Starts an engine without a bridge or firewall rules. Containers use the network of this machine. */
const startEngine = async (): Promise<void> => {
  if (await isEngineThere()) return;
  const socket = `unix://${join(folder, 'docker.sock')}`;
  const engine = spawn(
    'dockerd',
    [
      '--data-root',
      join(folder, 'data'),
      '--exec-root',
      join(folder, 'exec'),
      '--pidfile',
      join(folder, 'pid'),
      '--host',
      socket,
      '--iptables=false',
      '--bridge=none',
      '--storage-driver=overlay2',
    ],
    { stdio: 'ignore' },
  );
  closes.push(
    () =>
      new Promise((resolve) => {
        engine.once('exit', resolve);
        engine.kill('SIGTERM');
      }),
  );
  process.env['DOCKER_HOST'] = socket;
  for (let tries = 0; !(await isEngineThere()); tries += 1) {
    if (tries > 60) throw new Error('The Docker engine did not start.');
    await delay(500);
  }
};

/** Builds a Debian image with the packaged Node and this machine's npm. */
const makeBase = async (): Promise<string> => {
  const base = join(folder, 'base');
  await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    base,
    'http://deb.debian.org/debian',
  ]);
  const local = join(base, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'));
  const npm = dirname(dirname(realpathSync((await run('which', ['npm'])).stdout.trim())));
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  const changes: string[] = [];
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  if (authority !== undefined && existsSync(authority)) {
    cpSync(authority, join(base, 'etc/ssl/build-authority.pem'));
    changes.push('--change', 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/build-authority.pem');
  }
  const archive = join(folder, 'base.tar');
  await run('tar', ['-C', base, '-cf', archive, '.']);
  await docker('import', ...changes, archive, `${image}:base`);
  return `${image}:base`;
};

const expectEqual = (what: string, found: unknown, wanted: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  console.log(`ok   ${what}`);
};

/** Starts the image with an additional mount, like compose does, and waits until its page loads. */
const start = async (name: string, port: number, mounts: readonly string[]): Promise<void> => {
  const id = await docker(
    'run',
    '--detach',
    '--network',
    'host',
    '--env',
    `PORT=${port}`,
    '--env',
    'CAMPUS_HOST=localhost',
    ...mounts,
    image,
  );
  try {
    const status = async () => {
      for (let tries = 0; tries < 240; tries += 1) {
        const found = await fetch(`http://localhost:${port}/`).then(
          (answer) => answer.status,
          () => undefined,
        );
        if (found === 200) return found;
        if ((await docker('inspect', '--format', '{{.State.Running}}', id)) !== 'true') break;
        await delay(500);
      }
      return docker('logs', id);
    };
    expectEqual(`${name}: the page loads`, await status(), 200);
    const owner = await docker('exec', id, 'stat', '-c', '%U %a', '/data', '/data/files');
    expectEqual(`${name}: the data folders are private`, owner.split('\n'), [
      'commons 700',
      'commons 700',
    ]);
  } finally {
    await docker('rm', '--force', '--volumes', id);
  }
};

const check = async (): Promise<void> => {
  await startEngine();
  const base = await makeBase();
  await docker(
    'build',
    '--network',
    'host',
    '--build-arg',
    `BASE=${base}`,
    '--file',
    'deploy/Containerfile',
    '--tag',
    image,
    '.',
  );
  const size = Number(await docker('image', 'inspect', '--format', '{{.Size}}', image));
  console.log(`     the image has ${(size / 1e6).toFixed(0)} MB`);
  const strays = await docker(
    'run',
    '--rm',
    '--network',
    'host',
    image,
    'sh',
    '-c',
    'ls -d .data .git .env test-results web/node_modules 2>/dev/null || true',
  );
  expectEqual('the image has no data, repository or secret of this machine', strays, '');
  await start('with a volume for files', 3_297, ['--volume', `${image}-files:/data/files`]);
  await start('with a volume for all data', 3_298, ['--volume', `${image}-data:/data`]);
  await docker('volume', 'rm', `${image}-files`, `${image}-data`);
};

if (isEntry(import.meta.filename)) {
  try {
    await check();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    for (const close of closes.toReversed()) await close();
  }
}
