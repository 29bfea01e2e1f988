import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { electionFixtures, goldenElections } from '../../server/test/golden-elections.ts';
import type { CommandResult } from './in-campus.ts';

const folder = mkdtempSync(join(tmpdir(), 'commons-election-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command without a database. */
const election = (...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/campus'),
    };
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), 'election', ...args],
      { env, maxBuffer: 100_000_000 },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const count = async (path: string, method = 'scottish-stv') => {
  const { code, out, err } = await election('count', path, '--method', method);
  expect(err).toBe('');
  return { code, result: JSON.parse(out) };
};

const expected = (id: string) => goldenElections.find((golden) => golden.id === id)?.expect;

test(
  '"election count" counts a list of contests with the requested method',
  { tags: 'soak' },
  async () => {
    const edge = goldenElections.slice(0, 32);
    const path = join(electionFixtures, 'edge.json');
    const [stv, irv] = await Promise.all([count(path), count(path, 'irv')]);
    expect(stv).toEqual({
      code: 0,
      result: edge.map(({ id, expect: { stv: own } }) => ({ id, expect: { stv: own } })),
    });
    expect(irv).toEqual({
      code: 0,
      result: edge.map(({ id, expect: { irv: own } }) => ({ id, expect: { irv: own } })),
    });
  },
);

test(
  '"election count" counts a compressed contest with empty ranks and overvotes',
  { tags: ['soak'] },
  async () => {
    const minneapolis = await count(
      join(electionFixtures, 'minneapolis-2013-mayor.json.gz'),
      'irv',
    );
    const id = 'minneapolis_2013_mayor';
    expect(minneapolis).toEqual({
      code: 0,
      result: [{ id, expect: { irv: expected(id)?.irv } }],
    });
  },
);

test(
  '"election count" prints an error code for invalid contests and exits with 1',
  { tags: 'soak' },
  async () => {
    const path = join(electionFixtures, 'refused.json');
    const refused = JSON.parse(readFileSync(path, 'utf8')) as { id: string; error: string }[];
    const errors = refused.map(({ id, error }) => ({ id, error }));
    const [single] = goldenElections;
    const results = await Promise.all([
      count(path),
      count(path, 'irv'),
      count(file('one.json', JSON.stringify(refused[0]))),
      count(file('mixed.json', JSON.stringify([refused[0], single]))),
      count(file('broken.json', '{ "id": ')),
    ]);
    expect(results).toEqual([
      { code: 1, result: errors },
      { code: 1, result: errors },
      { code: 1, result: errors[0] },
      { code: 1, result: [errors[0], { id: single?.id, expect: { stv: single?.expect.stv } }] },
      { code: 1, result: { id: 'broken', error: 'format_unknown' } },
    ]);
  },
);

test(
  '"election verify" checks a ballot file, prints its problems and exits with 1 if there are any',
  { tags: ['soak'] },
  async () => {
    const text = readFileSync(join(electionFixtures, 'ballots.ndjson'), 'utf8');
    const key = JSON.parse(text.split('\n')[0] ?? '').key as string;
    const path = file('valid.ndjson', text);
    const changed = file('changed.ndjson', text.replace('"ballots":6', '"ballots":5'));
    const other = `-${key.slice(1)}`;
    const verify = async (...args: string[]) => {
      const { code, out, err } = await election('verify', ...args);
      const { ok, ballots, key: shown, problems } = JSON.parse(out);
      return { code, err, ok, ballots, shown, problems };
    };
    const common = { err: '', ballots: 6, shown: key };
    const results = await Promise.all([
      verify(path),
      verify(path, '--key', key),
      verify(path, '--key', other),
      verify(changed),
    ]);
    expect(results).toEqual([
      { ...common, code: 0, ok: true, problems: [] },
      { ...common, code: 0, ok: true, problems: [] },
      { ...common, code: 1, ok: false, problems: [{ line: 1, code: 'key_differs' }] },
      {
        ...common,
        code: 1,
        ok: false,
        problems: [
          { line: 8, code: 'ballots_differ' },
          { line: 9, code: 'chain_broken' },
        ],
      },
    ]);
  },
);

test(
  "the commands explain in one sentence that they can't read a file",
  { tags: ['soak'] },
  async () => {
    const [none, binary] = await Promise.all([
      election('verify', join(folder, 'none.ndjson')),
      election('count', file('binary.blt', Buffer.from([0xff, 0xfe, 0xfd])), '--method', 'irv'),
    ]);
    expect(none).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/does not exist or can’t be read\.\n$/),
    });
    expect(binary).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/is not UTF-8 text\.\n$/),
    });
  },
);
