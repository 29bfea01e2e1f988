import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { dropDatabase } from '../../server/test/drop-database.ts';
import type {} from '../../server/test/global-setup.ts';

/** The result of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Environment and piped input of a command. */
export interface CommandOptions {
  readonly input?: string | Buffer;
  readonly env?: Record<string, string>;
}

/** Runs a process's test commands one at a time, because they share its environment and output. */
let lastCommand: Promise<unknown> = Promise.resolve();

/** Runs a command in this process, in a tenth of the time, because a new process would have to load the server. */
const runHere = async (
  args: readonly string[],
  env: Record<string, string>,
  input: string | Buffer,
): Promise<CommandResult> => {
  const { runCampus } = await import('./main.ts');
  const kept = { env: process.env, stdin: process.stdin, exitCode: process.exitCode };
  const writes = { out: process.stdout.write, err: process.stderr.write };
  let [out, err] = ['', ''];
  process.env = env;
  Object.defineProperty(process, 'stdin', {
    value: Readable.from([Buffer.from(input)]),
    configurable: true,
  });
  process.exitCode = 0;
  process.stdout.write = (chunk: string | Uint8Array) => {
    out += Buffer.from(chunk as string).toString();
    return true;
  };
  process.stderr.write = (chunk: string | Uint8Array) => {
    err += Buffer.from(chunk as string).toString();
    return true;
  };
  try {
    await runCampus(args, new AbortController().signal);
    return { code: Number(process.exitCode), out, err };
  } finally {
    process.stdout.write = writes.out;
    process.stderr.write = writes.err;
    Object.defineProperty(process, 'stdin', { value: kept.stdin, configurable: true });
    process.env = kept.env;
    process.exitCode = kept.exitCode;
  }
};

type Rows = Record<string, unknown>[];

/** For tests of the operator's commands: a database without schools and a data folder for the test file. */
export const inCampus = () => {
  const name = `cli_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  let folder = '';

  const onClient = async <T>(
    address: string,
    work: (client: pg.Client) => Promise<T>,
  ): Promise<T> => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    return work(client).finally(() => client.end());
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commons-cli-'));
    await onClient(inject('adminUrl'), (client) =>
      client.query(`create database ${name} template ${inject('templateName')}`),
    );
  });
  afterAll(async () => {
    await onClient(inject('adminUrl'), (client) =>
      dropDatabase((text) => client.query(text), name),
    );
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the arguments of `spawn` for a command. */
  const command = (args: readonly string[], env: Record<string, string> = {}) => ({
    args: [join(import.meta.dirname, 'main.ts'), ...args],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: url.href,
      COMMONS_DATA: join(folder, 'data'),
      // Compiling TypeScript takes half of a short command's time.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/campus'),
      ...env,
    },
  });

  const start = (args: readonly string[], more?: Record<string, string>) => {
    const given = command(args, more);
    const child = spawn(process.execPath, given.args, { env: given.env });
    const ended = new Promise<CommandResult>((resolve) => {
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      child.once('close', (code) => resolve({ code, out, err }));
    });
    return { child, ended };
  };

  /** Runs a command with the operator's arguments. */
  const campus = (
    args: readonly string[],
    { input = '', env }: CommandOptions = {},
  ): Promise<CommandResult> => {
    const given = command(args, env).env;
    const ended = lastCommand.then(() => runHere(args, given, input));
    lastCommand = ended.catch(() => undefined);
    return ended;
  };

  /** Runs a command and presses Ctrl-C when its connections match `where`. Nothing is piped in. `then` runs afterward. */
  const interrupted = async (
    args: readonly string[],
    where: string,
    then?: () => Promise<unknown>,
  ): Promise<CommandResult> => {
    const { child, ended } = start(args);
    const text = `select from pg_stat_activity where datname = current_database() and application_name = 'commons' and ${where}`;
    while ((await onClient(url.href, (client) => client.query(text))).rowCount === 0)
      await delay(25);
    child.kill('SIGINT');
    await then?.();
    return ended;
  };

  /** Expects exit code 1, no standard output, and one sentence without a stack trace. */
  const refused = async (
    args: readonly string[],
    sentence: RegExp,
    started: CommandOptions = {},
  ): Promise<void> => {
    const { code, out, err } = await campus(args, started);
    expect([args.join(' '), code, out]).toEqual([args.join(' '), 1, '']);
    expect(err).toMatch(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  };

  /** Returns the result of a query in a school. */
  const stored = (code: string, text: string): Promise<Rows> =>
    onClient(url.href, async (client) => {
      await client.query(
        `select set_config('commons.school_id', (select school_id::text from school_hosts where host = $1), false)`,
        [code],
      );
      return (await client.query<Record<string, unknown>>(text)).rows;
    });

  return { campus, interrupted, refused, stored, command, onClient, database: url };
};
