import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inScratch } from '../../server/test/import-folder.ts';
import { inWorld } from '../../server/test/world.ts';
import { importCampus } from '#server/features/imports/import-campus.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';

const world = inWorld();
const { fresh, folder } = inScratch();

const nodes =
  'id,status,gender,major,second_major,dorm,year,high_school\n0,1,1,3,0,0,2009,1\n1,2,2,0,0,0,0,2\n2,9,1,4,0,0,2008,3\n';
/** Creates folders with the network and with invented people. A given text replaces a file, and null removes it. */
const made = async (
  network: Record<string, string | null>,
  names: Record<string, string | null> = {},
): Promise<[string, string]> => {
  const gz = (files: Record<string, string | null>) =>
    folder(
      Object.fromEntries(
        Object.entries(files).flatMap(([name, text]) =>
          text === null ? [] : [[`${name}.csv.gz`, gzipSync(text)]],
        ),
      ),
    );
  return [
    await gz({ nodes, edges: 'a,b\n0,1\n1,2\n', ...network }),
    await gz({
      'people-2000':
        'major,nameCountry,bio,languages,interests\nLaw,US,<p>Hi</p>,English|French,Tea\nArt,CN,,Chinese,\n',
      forenames: 'country,local,roman,gender\nUS,Ada,Ada,F\nCN,伟,Wei,M\n',
      surnames: 'country,local,roman\nUS,Stone,Stone\nCN,王,Wang\n',
      ...names,
    }),
  ];
};

const convert = (...args: string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'convert.ts'), ...args]);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.once('close', (code) => resolve({ code, out, err }));
  });

describe('a friendship network', () => {
  test('convert.ts creates the same import folder every time, and the importer accepts it', async () => {
    const [from, names] = await made({});
    const [one, two] = [fresh(), fresh()];
    expect(await convert(from, names, one)).toEqual({
      code: 0,
      out: `3 people and 2 connections are in ${one}.\n`,
      err: '',
    });
    await convert(from, names, two);
    for (const file of ['people.csv', 'connections.csv'])
      expect(await readFile(join(two, file), 'utf8')).toBe(await readFile(join(one, file), 'utf8'));
    expect((await readdir(join(two, 'photos'))).toSorted()).toEqual(
      (await readdir(join(one, 'photos'))).toSorted(),
    );
    const school = await insertSchool(world.pool, { code: 'fb', name: 'Network' });
    const report = await importCampus({
      pool: world.pool,
      files: world.files,
      school,
      path: one,
      now: world.clock.now(),
    });
    expect(report).toMatchObject({
      isStored: true,
      problemTotal: 0,
      people: { added: 3 },
      connections: { added: 2 },
    });
    const rows = await world.as(school)(
      'select account_type, year_of_graduation, major is null as has_none from users order by account_type, year_of_graduation desc',
    );
    expect(rows).toEqual([
      { account_type: 'Alumni', year_of_graduation: null, has_none: true },
      { account_type: 'Student', year_of_graduation: 2009, has_none: false },
      { account_type: 'Student', year_of_graduation: 2008, has_none: false },
    ]);
  });

  test('convert.ts drops friendships with oneself and duplicates in either order', async () => {
    const to = fresh();
    const { out } = await convert(
      ...(await made({ edges: 'a,b\r\n0,0\r\n0,1\r\n1,0\r\n2,1\r\n0,1\r\n' })),
      to,
    );
    expect(out).toBe(`3 people and 2 connections are in ${to}.\n`);
    const [header, ...lines] = (await readFile(join(to, 'connections.csv'), 'utf8'))
      .trimEnd()
      .split('\n');
    expect(header).toBe('a,b,status');
    const pairs = lines.map((line) => line.split(',').slice(0, 2).toSorted().join());
    expect(new Set(pairs).size).toBe(2);
  });
});

test(
  'convert.ts explains missing or invalid input in one sentence, exits with 1 and leaves no folder',
  { tags: ['soak'] },
  async () => {
    const wrong: [Record<string, string | null>, Record<string, string | null>, RegExp][] = [
      [{ nodes: null }, {}, /nodes\.csv\.gz cannot be read as a gzip file \(ENOENT\)\.$/],
      [{}, { surnames: null }, /surnames\.csv\.gz cannot be read as a gzip file \(ENOENT\)\.$/],
      [{}, { forenames: 'country,local,roman,gender\n' }, /forenames\.csv\.gz holds no lines\.$/],
      [{ nodes: 'id,status\n0,1\n' }, {}, /nodes\.csv\.gz has no column major, year\.$/],
      [{ nodes: 'id,status,major,year\n0,1\n' }, {}, /nodes\.csv\.gz is not a table: .+ line 2\.$/],
      [
        { nodes: 'id,status,major,year\n1,1,0,2009\n' },
        {},
        /^nodes\.csv\.gz, line 2: the id is 1 where 0 is due\.$/,
      ],
      [
        { nodes: 'id,status,major,year\n0,1,law,2009\n' },
        {},
        /^nodes\.csv\.gz, line 2: the major is not a number\.$/,
      ],
      [
        { nodes: 'id,status,major,year\n0,1,0,20x9\n' },
        {},
        /^nodes\.csv\.gz, line 2: the year is neither 0 nor four digits\.$/,
      ],
      [{ edges: '0,1\n' }, {}, /^edges\.csv\.gz does not begin with the line a,b\.$/],
      [{ edges: 'a,b\n0,1\n0;2\n' }, {}, /^edges\.csv\.gz, line 3: is not two numbers\.$/],
      [
        { edges: 'a,b\n0,7\n' },
        {},
        /^edges\.csv\.gz, line 2: names somebody who is not in nodes\.csv\.gz\.$/,
      ],
    ];
    await Promise.all(
      wrong.map(async ([network, names, sentence]) => {
        const to = fresh();
        const { code, out, err } = await convert(...(await made(network, names)), to);
        expect([sentence, code, out]).toEqual([sentence, 1, '']);
        expect(err.trimEnd()).toMatch(sentence);
        await expect(readdir(to)).rejects.toThrow('ENOENT');
      }),
    );
  },
);

test('convert.ts does not write into a folder with files, and prints its usage without arguments', async () => {
  const full = await folder({ 'people.csv': 'mine' });
  expect(await convert(...(await made({})), full)).toEqual({
    code: 1,
    out: '',
    err: `${full} is not empty; name a new folder.\n`,
  });
  expect(await readFile(join(full, 'people.csv'), 'utf8')).toBe('mine');
  expect(await convert()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Usage: convert\.ts /),
  });
});
