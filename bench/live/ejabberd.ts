import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { launchPostgres } from '#postgres/launch.ts';
import type { Server } from '../people/servers.ts';
import { configure, port } from './ejabberd-config.ts';

/*
 * Debian's ejabberd (https://www.ejabberd.im) for comparison. It isn't installed, only unpacked into the project's cache, and runs there
 * with a separate configuration, spool folder and PostgreSQL, on the loopback interface.
 */
const cache = join(import.meta.dirname, '../../node_modules/.cache/ejabberd');
const packages = ['ejabberd', 'erlang-p1-pgsql'];

const run = (program: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `${program} ${args.join(' ')}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`,
    );
  return stdout;
};

/** Unpacks it once, with the dependencies that the machine doesn't have. Returns the folder. */
const unpack = async (): Promise<string> => {
  const root = join(cache, 'root');
  if (existsSync(join(cache, 'whole'))) return root;
  await rm(cache, { recursive: true, force: true });
  const packed = join(cache, 'packed');
  await mkdir(packed, { recursive: true });
  await mkdir(root);
  const plan = run(
    'apt-get',
    ['install', '--simulate', '--no-install-recommends', ...packages],
    packed,
  );
  const names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  if (!names.includes('ejabberd'))
    throw new Error('apt-get would not install ejabberd: it is there already or not to be had');
  run('apt-get', ['download', ...names], packed);
  for (const file of globSync('*.deb', { cwd: packed }))
    run('dpkg', ['--extract', file, root], packed);
  await rm(packed, { recursive: true });
  await writeFile(join(cache, 'whole'), names.join('\n'));
  return root;
};

const only = (pattern: string, root: string): string => {
  const [found] = globSync(pattern, { cwd: root });
  if (found === undefined) throw new Error(`no ${pattern} in the packages of ejabberd`);
  return join(root, found);
};

/**
 * Returns whether a port is in use. It connects instead of listening, because listening could take the port from a process that is about to
 * use it.
 */
const listens = async (where: number): Promise<boolean> => {
  const socket = connect(where, '127.0.0.1');
  const answer = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answer;
};

/** Its PostgreSQL connection can only use this port. */
const databasePort = 5_432;

export interface Ejabberd extends Server {
  readonly version: string;
  /** Returns the rows of its archive: two per direct message, and one per room message. */
  archived(): Promise<number>;
}

/** Starts it with `people` accounts u0, u1 … whose password is `secret`. Throws the reason if this machine can't. */
export const startEjabberd = async (people: number): Promise<Ejabberd> => {
  const root = await unpack();
  const erlang = only('usr/lib/erlang', root);
  const programs = only('usr/lib/erlang/erts-*/bin', root);
  const code = only('usr/lib/*/ejabberd-*-*/ebin', root);
  if (await listens(databasePort)) throw new Error(`port ${databasePort} of this machine is taken`);
  const folder = await mkdtemp(join(tmpdir(), 'commons-ejabberd-'));
  await chmod(folder, 0o755);
  const hosts = join(folder, 'pg_hba.conf');
  await writeFile(hosts, 'local all postgres trust\nhost xmpp xmpp 127.0.0.1/32 scram-sha-256\n', {
    mode: 0o644,
  });
  const data = join(folder, 'database');
  await mkdir(data, { mode: 0o700 });
  const database = await launchPostgres({
    folder: data,
    log: () => undefined,
    settings: { listen_addresses: '127.0.0.1', hba_file: hosts },
  });
  let child: ReturnType<typeof spawn> | undefined;
  const stop = async () => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const password = randomBytes(16).toString('hex');
    const statements = async (url: string, all: readonly string[]): Promise<unknown> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      let rows: unknown[] = [];
      for (const statement of all) ({ rows } = await client.query(statement));
      await client.end();
      return rows[0];
    };
    const own = database.superUrl.replace('/commons?', '/xmpp?');
    await statements(database.superUrl, [
      `create role xmpp login password '${password}'`,
      'create database xmpp owner xmpp',
    ]);
    await statements(own, [
      'set role xmpp',
      await readFile(join(root, 'usr/share/ejabberd/sql/pg.sql'), 'utf8'),
      `insert into users (username, password) select 'u' || n, 'secret' from generate_series(0, ${people - 1}) as n`,
    ]);
    const config = join(folder, 'ejabberd.yml');
    await writeFile(config, configure(password));
    // Without a node name, it connects to no other node and needs no tools for that.
    child = spawn(
      join(programs, 'erlexec'),
      [
        '-noinput',
        '+K',
        'true',
        '+P',
        '250000',
        '-pa',
        code,
        '-mnesia',
        'dir',
        JSON.stringify(join(folder, 'mnesia')),
        '-s',
        'ejabberd',
      ],
      {
        env: {
          ROOTDIR: erlang,
          BINDIR: programs,
          EMU: 'beam',
          PROGNAME: 'erl',
          HOME: folder,
          LD_LIBRARY_PATH: join(code, '../../..', 'x86_64-linux-gnu'),
          EJABBERD_CONFIG_PATH: config,
          EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
        },
        stdio: 'ignore',
      },
    );
    for (let wait = 0; !(await listens(port)); wait += 1) {
      if (wait > 300 || child.exitCode !== null) throw new Error('ejabberd did not start');
      await delay(100);
    }
    const pid = String(child.pid);
    return {
      port,
      version: /ejabberd-([\d.]+)/.exec(code)?.[1] ?? '',
      spent: async () => {
        // As in proc(5): times in hundredths of a second, memory in pages of 4 KiB.
        const fields =
          (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
        return {
          statements: 0,
          trips: 0,
          cpu: (Number(fields[11]) + Number(fields[12])) * 10,
          rss: Number(fields[21]) * 4_096,
          heap: 0,
        };
      },
      archived: async () =>
        Number(((await statements(own, ['select count(*) as n from archive'])) as { n: string }).n),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
