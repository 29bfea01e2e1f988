import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { verifyPassword } from '#server/features/passwords/hashing.ts';
import { inScratch, somePng } from '../../server/test/import-folder.ts';

const { fresh, folder } = inScratch();
const name = `cli_${randomBytes(6).toString('hex')}`;
const url = new URL(inject('adminUrl'));
let data = '';

const asOwner = async (address: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};

/** What stands in a school afterwards. */
const stored = async (code: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`select set_config('commons.school_id', (select school_id::text from school_hosts where host = $1), false)`, [code]);
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'commons-cli-'));
  await asOwner(inject('adminUrl'), `create database ${name} template ${inject('templateName')}`);
  url.pathname = `/${name}`;
});
afterAll(async () => {
  await asOwner(inject('adminUrl'), `drop database if exists ${name} with (force)`);
  await rm(data, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** The command as an operator gives it, in a process of its own. */
const campus = (args: readonly string[], { input = '', database = url.href }: { input?: string; database?: string } = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database, COMMONS_DATA: data },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.once('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });

const refusedWith = async (args: readonly string[], sentence: RegExp, options = {}): Promise<void> => {
  const { code, out, err } = await campus(args, options);
  expect([args.join(' '), code, out]).toEqual([args.join(' '), 1, '']);
  expect(err).toMatch(sentence);
  // One sentence and no trace.
  expect(err.trim().split('\n')).toHaveLength(1);
};

describe('the operator’s command line', () => {
  test('says what it does, on every level', async () => {
    const levels = [
      [],
      ['import'],
      ['export'],
      ['school'],
      ['school', 'add'],
      ['school', 'set'],
      ['person', 'add'],
      ['person', 'password'],
      ['audit', 'verify'],
      ['demo'],
    ];
    for (const level of levels) {
      const { code, out } = await campus([...level, '--help']);
      expect([level, code, out.startsWith(`Usage: campus${level.map((word) => ` ${word}`).join('')}`)]).toEqual([level, 0, true]);
      expect(out).toMatch(/Example|npm run campus/);
    }
    const { code, err } = await campus(['paint']);
    expect([code, err]).toEqual([1, expect.stringContaining("unknown command 'paint'")]);
  });

  test('adds, lists and changes schools; the first answers where none is named', async () => {
    await refusedWith(['import', '/nowhere', '--school', 'west'], /There is no school yet; make one with: npm run campus -- school add/);
    expect(await campus(['school', 'add', 'west', '--name', 'West College', '--color', '#9A3324', '--no-connect'])).toMatchObject({
      code: 0,
      out: 'The school west is there.\n',
    });
    await campus(['school', 'add', 'east', '--name', 'East', '--host', 'campus.east.example']);
    await refusedWith(['school', 'add', 'west', '--name', 'Again'], /There is a school west already; change it with/);
    await refusedWith(['school', 'add', 'Not A Code', '--name', 'X'], /small letters, digits and hyphens/);
    await refusedWith(['school', 'set', 'west', '--color', 'blue'], /is not a colour of six hexadecimal digits/);
    await refusedWith(['school', 'set', 'west', '--host', 'campus.east.example'], /is the address of another school/);
    await refusedWith(['school', 'set', 'west'], /Say what to change/);
    await refusedWith(['school', 'set', 'south', '--connect'], /There is no school south; there is west, east/);
    await campus(['school', 'set', 'west', '--connect', '--locale', 'de']);
    const { out } = await campus(['school', 'list']);
    expect(out).toMatch(/west +West College \(#9a3324, connect on, default\)\n/);
    expect(out).toMatch(/east +East \(#005fbf, connect on, campus\.east\.example\)\n/);
  });

  test('adds a person and sets a password that stands nowhere in clear', async () => {
    const add = ['person', 'add', '--school', 'west', '--email', 'ada@west.example', '--first', 'Ada', '--admin'];
    expect((await campus(add)).out).toMatch(/ada@west\.example is added and has no password yet/);
    await refusedWith(add, /somebody with this username or e-mail address already/);
    await refusedWith(['person', 'add', '--school', 'west', '--email', 'no address', '--first', 'X'], /^--email /);
    await refusedWith(['person', 'add', '--school', 'west', '--email', 'x@west.example'], /needs a first or a last name/);
    const password = ['person', 'password', '--school', 'west', '--email', 'ada@west.example'];
    await refusedWith(password, /The password is too weak/, { input: 'password1\n' });
    await refusedWith([...password.slice(0, -1), 'nobody@west.example'], /Nobody at west has the address/, { input: 'x\n' });
    const set = await campus(password, { input: 'a quiet harbour at dawn\n' });
    expect(set).toMatchObject({ code: 0, out: 'The password of ada@west.example is set.\n' });
    expect(set.out + set.err).not.toContain('harbour');
    const [row] = await stored('west', 'select u.is_admin, c.password_hash from users u join credentials c on c.user_id = u.id');
    expect(row).toMatchObject({ is_admin: true });
    expect(await verifyPassword(String(row?.['password_hash']), 'a quiet harbour at dawn')).toBe(true);
  });

  const people = 'username,email,firstName,lastName,photo\nli,li@west.example,Li,王,li.png\nmo,mo@west.example,Mo,Diaz,\n';
  const good = () => folder({ 'people.csv': people, 'connections.csv': 'a,b,status\nli,mo,connected\n', 'photos/li.png': somePng });
  const count = async () => (await stored('west', 'select count(*)::int as n from users'))[0]?.['n'];

  test('imports: dry run says and keeps nothing, then all, then nothing more; exports what it read', async () => {
    const path = await good();
    const before = await count();
    const dry = await campus(['import', path, '--school', 'west', '--dry-run']);
    expect(dry).toMatchObject({
      code: 0,
      out: expect.stringMatching(/people: 2 added, 0 changed, 0 unchanged\nconnections: 1 added[^]*Nothing was changed \(dry run\)/),
    });
    expect(await count()).toBe(before);
    const first = await campus(['import', path, '--school', 'west']);
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/people: 2 added[^]*pictures: 1\nDone in [\d.]+ s, \d+ rows\/s\.\n/),
    });
    // Piped, a line where a part begins and no bar.
    expect(first.err).toMatch(/^people\.csv …\n/);
    expect(first.err).not.toMatch(/\r|#/);
    expect((await campus(['import', path, '--school', 'west'])).out).toMatch(/people: 0 added, 0 changed, 2 unchanged/);
    const to = fresh();
    expect((await campus(['export', to, '--school', 'west'])).out).toMatch(/^3 people, 1 connections and 1 pictures are in /);
    expect((await readdir(to)).toSorted()).toEqual(['connections.csv', 'people.csv', 'photos']);
    expect(await readFile(join(to, 'people.csv'), 'utf8')).toContain('li@west.example,Li,王');
    await refusedWith(['export', to, '--school', 'west'], /is not empty/);
  });

  test('names every bad row by file, line, column and reason, and changes nothing', async () => {
    const before = await count();
    const path = await folder({
      'people.csv': 'username,email,firstName,yearOfGraduation\na,not-an-address,A,2027\nb,b@x.example,B,soon\n',
    });
    const { code, out, err } = await campus(['import', path, '--school', 'west']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/people\.csv, line 2, column email: /);
    expect(err).toMatch(/people\.csv, line 3, column yearOfGraduation: /);
    expect(err).toMatch(/Nothing was changed: 2 problems to put right first\./);
    expect(await count()).toBe(before);
    await refusedWith(['import', join(path, 'nowhere'), '--school', 'west'], /^There is no /);
  });

  test('a database that does not answer, or is not there, is one sentence', async () => {
    await refusedWith(['school', 'list'], /does not answer; start it, or correct the address/, {
      database: 'postgres://x:secret@127.0.0.1:1/x',
    });
    const gone = new URL(url);
    gone.pathname = '/nowhere';
    await refusedWith(['school', 'list'], /does not exist; create it first/, { database: gone.href });
  });

  test('makes the demo campus only where there is no school', async () => {
    await refusedWith(['demo'], /There are schools already/);
  });

  test('verifies the audit log, school by school, and names where it was changed', async () => {
    await stored(
      'east',
      `select audit_append(now(), null, 'standing_changed', '{"person": 1}'), audit_append(now(), null, 'standing_changed', '{"person": 2}')`,
    );
    const whole = await campus(['audit', 'verify']);
    expect([whole.code, whole.out]).toEqual([
      0,
      expect.stringMatching(/west +0 entries, whole, last seal none\neast +2 entries, whole, last seal [0-9a-f]{64}\n/),
    ]);
    await stored(
      'east',
      `alter table audit_entries disable trigger user; update audit_entries set detail = '{"person": 3}' where number = 2; alter table audit_entries enable trigger user`,
    );
    const broken = await campus(['audit', 'verify', '--school', 'east']);
    expect(broken).toMatchObject({
      code: 1,
      out: expect.stringContaining('broken at entry 2'),
      err: 'The audit log of east was changed after it was written.\n',
    });
  });
});
