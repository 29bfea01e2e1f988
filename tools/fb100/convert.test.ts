import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inScratch } from '../../server/test/import-folder.ts';
import { inWorld } from '../../server/test/world.ts';
import { importCampus } from '#server/features/imports/imports.actions.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';

const world = inWorld();
const { fresh, folder } = inScratch();
const gz = (text: string) => gzipSync(Buffer.from(text));

const network = (edges: string) =>
  folder({
    'nodes.csv.gz': gz(
      'id,status,gender,major,second_major,dorm,year,high_school\n0,1,1,3,0,0,2009,1\n1,2,2,0,0,0,0,2\n2,9,1,4,0,0,2008,3\n',
    ),
    'edges.csv.gz': gz(`a,b\n${edges}`),
  });
const people = () =>
  folder({
    'people-2000.csv.gz': gz('major,nameCountry,bio,languages,interests\nLaw,US,<p>Hi</p>,English|French,Tea\nArt,CN,,Chinese,\n'),
    'forenames.csv.gz': gz('country,local,roman,gender\nUS,Ada,Ada,F\nCN,伟,Wei,M\n'),
    'surnames.csv.gz': gz('country,local,roman\nUS,Stone,Stone\nCN,王,Wang\n'),
  });

const convert = (...args: string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'convert.ts'), ...args]);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.once('close', (code) => resolve({ code, out, err }));
  });

describe('a friendship network', () => {
  test('becomes a folder that the import takes, the same at every making', async () => {
    const [from, names, one, two] = [await network('0,1\n1,2\n'), await people(), fresh(), fresh()];
    expect(await convert(from, names, one)).toEqual({ code: 0, out: `3 people and 2 connections are in ${one}.\n`, err: '' });
    await convert(from, names, two);
    for (const file of ['people.csv', 'connections.csv'])
      expect(await readFile(join(two, file), 'utf8')).toBe(await readFile(join(one, file), 'utf8'));
    const school = await insertSchool(world.pool, { code: 'fb', name: 'Network' });
    const report = await importCampus({ pool: world.pool, files: world.files, school, path: one, now: world.clock.now() });
    expect(report).toMatchObject({ isStored: true, problemTotal: 0, people: { added: 3 }, connections: { added: 2 } });
    const rows = await world.as(school)('select account_type, year_of_graduation from users order by account_type');
    expect(rows).toEqual([
      { account_type: 'Alumni', year_of_graduation: null },
      { account_type: 'Student', year_of_graduation: 2009 },
      { account_type: 'Student', year_of_graduation: 2008 },
    ]);
  });

  test('with a missing file, an edge to nobody, or no folders named is one sentence, exit code 1, and no folder', async () => {
    const to = fresh();
    for (const [args, sentence] of [
      [[await network('0,7\n'), await people(), to], /^edges\.csv\.gz, line 2: names somebody who is not in nodes\.csv\.gz\.\n$/],
      [[fresh(), await people(), to], /nodes\.csv\.gz cannot be read as a gzip file \(ENOENT\)\.\n$/],
      [[], /^Usage: /],
    ] as const) {
      const { code, out, err } = await convert(...args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(sentence);
    }
    await expect(readFile(join(to, 'people.csv'))).rejects.toThrow(/ENOENT/);
  });
});
