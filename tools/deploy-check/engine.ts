import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../web-hash.ts';

/* Docker Engine and Debian images for `npm run deploy-check`, on a machine that can't pull public images. */

export const run = promisify(execFile);

/** Runs a Docker command in the checkout and returns its output. */
export const docker = async (...args: string[]): Promise<string> =>
  (await run('docker', args, { maxBuffer: 64e6, cwd: root })).stdout.trim();

const isEngineThere = (): Promise<boolean> =>
  docker('version', '--format', '{{.Server.Version}}').then(
    () => true,
    () => false,
  );

/** Starts Docker Engine in a folder if it isn't running. Returns a function that stops it. */
export const startEngine = async (folder: string): Promise<() => Promise<void>> => {
  if (await isEngineThere()) return async () => undefined;
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
      '--storage-driver=overlay2',
    ],
    { stdio: 'ignore' },
  );
  process.env['DOCKER_HOST'] = socket;
  for (let tries = 0; !(await isEngineThere()); tries += 1) {
    if (tries > 60) throw new Error('The Docker engine did not start.');
    await delay(500);
  }
  return async () => {
    await new Promise((resolve) => {
      engine.once('exit', resolve);
      engine.kill('SIGTERM');
    });
    // The engine leaves its network namespace mounted.
    await run('umount', [join(folder, 'exec/netns/default')]).catch(() => undefined);
  };
};

/** Builds a Debian 13 image with the packaged Node and this machine's npm. Returns its name, and the path of Debian's Docker Compose. */
export const makeBase = async (folder: string): Promise<{ base: string; compose: string }> => {
  const base = join(folder, 'base');
  await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    'trixie',
    base,
    'http://deb.debian.org/debian',
  ]);
  // Debian 12 has no Compose 2.
  await run('chroot', [base, 'sh', '-c', 'cd /tmp && apt-get download docker-compose']);
  const [packed = ''] = readdirSync(join(base, 'tmp')).filter((name) => name.endsWith('.deb'));
  await run('dpkg-deb', ['--extract', join(base, 'tmp', packed), join(folder, 'compose')]);
  rmSync(join(base, 'tmp', packed));

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
  const name = 'commons-deploy-check:base';
  await docker('import', ...changes, archive, name);
  return {
    base: name,
    compose: join(folder, 'compose/usr/libexec/docker/cli-plugins/docker-compose'),
  };
};

/** Builds an image from a file. */
export const buildImage = async (options: {
  base: string;
  file: string;
  tag: string;
  context: string;
}): Promise<void> => {
  const { base, file, tag, context } = options;
  await docker(
    'build',
    '--network',
    'host',
    '--build-arg',
    `BASE=${base}`,
    '--file',
    file,
    '--tag',
    tag,
    context,
  );
};
