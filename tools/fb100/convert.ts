// Combines a friendship network of the facebook100 set with invented people into a folder that `campus import` reads. The network is
// research data about real, anonymized people. It is for tests only and never shipped.
import { parse } from 'csv-parse/sync';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createRandomSource, type RandomSource } from '#demo/random-source.ts';

type Line = Record<string, string>;

const pictures = fileURLToPath(new URL('../../server/demo/pictures/', import.meta.url));

const readText = async (path: string): Promise<Buffer> => {
  try {
    return gunzipSync(await readFile(path));
  } catch (error) {
    throw new Error(
      `${path} cannot be read as a gzip file (${(error as { code?: string }).code ?? 'unknown'}).`,
      { cause: error },
    );
  }
};

/** Reads the lines of a table with at least these columns. */
async function readLines(path: string, columns: readonly string[]): Promise<Line[]> {
  const text = await readText(path);
  let lines: Line[];
  try {
    lines = parse(text, { columns: true, skip_empty_lines: true });
  } catch (error) {
    throw new Error(`${path} is not a table: ${(error as Error).message}.`, { cause: error });
  }
  const [first] = lines;
  if (first === undefined) throw new Error(`${path} holds no lines.`);
  const missing = columns.filter((column) => !Object.hasOwn(first, column));
  if (missing.length > 0) throw new Error(`${path} has no column ${missing.join(', ')}.`);
  return lines;
}

const cell = (value: string): string =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const row = (values: readonly string[]): string => `${values.map(cell).join(',')}\n`;

const writeRows = (path: string, rows: Iterable<string>): Promise<void> =>
  pipeline(
    Readable.from(
      (function* () {
        let chunk = '';
        for (const one of rows) {
          chunk += one;
          if (chunk.length < 65_536) continue;
          yield chunk;
          chunk = '';
        }
        yield chunk;
      })(),
    ),
    createWriteStream(path),
  );

/** The set has no documentation for these values. We inferred them from people's years. */
const accountTypes: Record<string, string> = {
  '1': 'Student',
  '2': 'Alumni',
  '3': 'Faculty',
  '4': 'Staff',
  '5': 'Graduate Student',
};

/** Profile fields that come unchanged from an invented person. */
const borrowed = [
  'bio',
  'languages',
  'companyName',
  'workTitle',
  'lookingFor',
  'industries',
  'interests',
  'sports',
  'phoneWork',
  'city',
  'zipcode',
  'state',
  'country',
];
const header = [
  'username',
  'email',
  'firstName',
  'lastName',
  'romanizedName',
  'genderPronoun',
  'accountType',
  'yearOfGraduation',
  'major',
  'visitableProfile',
  'photo',
  'cover',
  'createdAt',
  ...borrowed,
];

const pendingShare = 0.03;
const localScriptShare = 0.3;
const start = Date.UTC(2025, 8, 1);
const dayMs = 86_400_000;

interface Names {
  readonly forenames: Map<string | undefined, Line[]>;
  readonly surnames: Map<string | undefined, Line[]>;
}

/** Returns a given name and a family name of one country, some in its own script with the Latin spelling next to it. */
function drawName(names: Names, country: string | undefined, chance: RandomSource) {
  const given = chance.pick(names.forenames.get(country) ?? names.forenames.get('US') ?? []);
  const family = chance.pick(names.surnames.get(country) ?? names.surnames.get('US') ?? []);
  const latin = [given['roman'] ?? '', family['roman'] ?? ''] as const;
  const local = [given['local'] ?? '', family['local'] ?? ''] as const;
  const isLocal = chance.of(localScriptShare) && local.join() !== latin.join();
  const [firstName, lastName] = isLocal ? local : latin;
  return {
    firstName,
    lastName,
    latin,
    romanizedName: isLocal ? latin.join(' ') : '',
    gender: given['gender'],
  };
}

/** Returns a short, unused username in Latin letters. */
function newUsername([given, family]: readonly [string, string], taken: Set<string>): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z]/g, '');
  const base = `${plain(given).slice(0, 1)}${plain(family)}`.slice(0, 16) || 'person';
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base}${n}`;
  taken.add(name);
  return name;
}

const pronouns: Record<string, string> = { F: 'she/her', M: 'he/him' };

/** Reads the people of the network. Edges refer to their positions. */
async function readNodes(folder: string): Promise<Line[]> {
  const nodes = await readLines(join(folder, 'nodes.csv.gz'), ['id', 'status', 'major', 'year']);
  for (const [index, { id, major = '', year = '' }] of nodes.entries()) {
    const at = `nodes.csv.gz, line ${index + 2}`;
    if (id !== String(index)) throw new Error(`${at}: the id is ${id} where ${index} is due.`);
    if (!/^\d+$/.test(major)) throw new Error(`${at}: the major is not a number.`);
    if (!/^(0|\d{4})$/.test(year)) throw new Error(`${at}: the year is neither 0 nor four digits.`);
  }
  return nodes;
}

/** Reads the pairs of positions, without duplicates and self-references, in file order. */
async function readEdges(folder: string, people: number): Promise<(readonly [number, number])[]> {
  const [header = '', ...lines] = (await readText(join(folder, 'edges.csv.gz')))
    .toString('latin1')
    .trimEnd()
    .split('\n');
  if (header.trim() !== 'a,b') throw new Error('edges.csv.gz does not begin with the line a,b.');
  const seen = new Set<number>();
  const edges: (readonly [number, number])[] = [];
  for (const [index, line] of lines.entries()) {
    const [, a, b] = /^(\d+),(\d+)\r?$/.exec(line)?.map(Number) ?? [];
    const at = `edges.csv.gz, line ${index + 2}`;
    if (a === undefined || b === undefined) throw new Error(`${at}: is not two numbers.`);
    if (a >= people || b >= people)
      throw new Error(`${at}: names somebody who is not in nodes.csv.gz.`);
    const pair = Math.min(a, b) * people + Math.max(a, b);
    if (a === b || seen.has(pair)) continue;
    seen.add(pair);
    edges.push([a, b]);
  }
  return edges;
}

async function convert(networkFolder: string, peopleFolder: string, target: string): Promise<void> {
  const chance = createRandomSource(100);
  const code = basename(networkFolder)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const present = await readdir(target).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${target} is not a folder.`, { cause: error });
  });
  if (present.length > 0) throw new Error(`${target} is not empty; name a new folder.`);
  const nodes = await readNodes(networkFolder);
  const edges = await readEdges(networkFolder, nodes.length);
  const profiles = await readLines(join(peopleFolder, 'people-2000.csv.gz'), [
    'major',
    'nameCountry',
  ]);
  const names: Names = {
    forenames: Map.groupBy(
      await readLines(join(peopleFolder, 'forenames.csv.gz'), [
        'country',
        'gender',
        'local',
        'roman',
      ]),
      (line) => line['country'],
    ),
    surnames: Map.groupBy(
      await readLines(join(peopleFolder, 'surnames.csv.gz'), ['country', 'local', 'roman']),
      (line) => line['country'],
    ),
  };
  const majors = [...new Set(profiles.map((line) => line['major'] ?? ''))]
    .filter(Boolean)
    .toSorted();
  const photos = (await readdir(join(pictures, 'people'))).toSorted();
  const covers = (await readdir(join(pictures, 'covers'))).toSorted();

  const taken = new Set<string>();
  const usernames: string[] = [];
  const people = nodes.map((node) => {
    const profile = chance.pick(profiles);
    const name = drawName(names, profile['nameCountry'], chance);
    const username = newUsername(name.latin, taken);
    usernames.push(username);
    return row([
      username,
      `${username}@${code}.campus.example`,
      name.firstName,
      name.lastName,
      name.romanizedName,
      chance.of(0.6) ? (pronouns[name.gender ?? ''] ?? '') : '',
      accountTypes[node['status'] ?? ''] ?? 'Student',
      node['year'] === '0' ? '' : (node['year'] ?? ''),
      node['major'] === '0' ? '' : (majors[Number(node['major']) % majors.length] ?? ''),
      chance.of(0.08) ? 'no' : 'yes',
      chance.of(0.97) ? chance.pick(photos) : '',
      chance.of(0.6) ? chance.pick(covers) : '',
      new Date(start + Math.floor(chance.next() * 420) * dayMs).toISOString(),
      ...borrowed.map((field) => profile[field] ?? ''),
    ]);
  });

  await mkdir(join(target, 'photos'), { recursive: true });
  for (const photo of photos)
    await copyFile(join(pictures, 'people', photo), join(target, 'photos', photo));
  for (const cover of covers)
    await copyFile(join(pictures, 'covers', cover), join(target, 'photos', cover));
  await writeRows(join(target, 'people.csv'), [row(header), ...people]);
  await writeRows(
    join(target, 'connections.csv'),
    (function* () {
      yield 'a,b,status\n';
      for (const [a, b] of edges) {
        const pair = chance.of(0.5) ? [a, b] : [b, a];
        yield row([
          ...pair.map((place) => usernames[place] ?? ''),
          chance.of(pendingShare) ? 'pending' : 'connected',
        ]);
      }
    })(),
  );
  process.stdout.write(
    `${people.length} people and ${edges.length} connections are in ${target}.\n`,
  );
}

const [network, people, target] = process.argv.slice(2);
if (network === undefined || people === undefined || target === undefined) {
  process.stderr.write(
    'Usage: convert.ts <folder with nodes.csv.gz and edges.csv.gz> <folder with people-2000, forenames and surnames> <new folder>\n',
  );
  process.exitCode = 1;
} else {
  await convert(network, people, target).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
