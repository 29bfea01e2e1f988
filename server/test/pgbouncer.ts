import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './redis.ts';

/** A PgBouncer in transaction mode for tests. */
export interface PgBouncer {
  /** Returns the address that reaches the same database and login through PgBouncer. */
  through(url: string): string;
  stop(): Promise<void>;
}

const isUp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/**
 * Starts PgBouncer in front of the PostgreSQL at `url`, for all databases and these logins. `settings` replaces lines of its configuration.
 * It runs as the user who owns PostgreSQL's socket, because it refuses to run as root.
 */
export const startPgBouncer = async (
  program: string,
  url: string,
  logins: readonly string[],
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PgBouncer> => {
  const target = new URL(url);
  const host = target.searchParams.get('host') ?? target.hostname;
  const owner = host.startsWith('/') ? await stat(host) : null;
  const folder = await mkdtemp(join(tmpdir(), 'commons-pgbouncer-'));
  const port = await freePort();
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    max_prepared_statements: 200,
    default_pool_size: 12,
    // Each world has its own databases and logins.
    server_idle_timeout: 3,
    max_client_conn: 1_000,
    ...settings,
  };
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${host} port=${target.port || 5432}`,
      '[pgbouncer]',
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  await writeFile(lines.auth_file, logins.map((login) => `"${login}" ""\n`).join(''));
  const isRoot = process.getuid?.() === 0;
  if (isRoot && owner !== null)
    for (const path of [folder, join(folder, 'pgbouncer.ini'), lines.auth_file])
      await chown(path, owner.uid, owner.gid);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && owner !== null && { uid: owner.uid, gid: owner.gid }),
  });
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output = `${output}${text}`.slice(-2_000)));
  for (let wait = 0; !(await isUp(port)); wait += 1) {
    if (child.exitCode !== null || wait > 200) throw new Error(`PgBouncer didn't start: ${output}`);
    await delay(50);
  }
  return {
    through: (direct) => {
      const address = new URL(direct);
      address.searchParams.delete('host');
      address.hostname = '127.0.0.1';
      address.port = String(port);
      return address.href;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGINT');
        const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
        await ended;
        clearTimeout(timer);
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};
