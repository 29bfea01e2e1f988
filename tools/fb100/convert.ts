// Joins a friendship network of the facebook100 set with invented people into a folder that `campus import` reads.
// The network is research data of real, anonymised people: for tests only, never shipped.
import { parse } from 'csv-parse/sync';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { openChance, type Chance } from '#server/features/demo/chance.ts';

type Line = Record<string, string>;

const pictures = fileURLToPath(new URL('../../server/demo/pictures/', import.meta.url));

const readText = async (path: string): Promise<Buffer> => {
  try {
    return gunzipSync(await readFile(path));
  } catch (error) {
    throw new Error(`${path} cannot be read as a gzip file (${(error as { code?: string }).code ?? 'unknown'}).`, { cause: error });
  }
};
const readLines = async (path: string): Promise<Line[]> => parse(await readText(path), { columns: true });

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
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

/** The set gives no key; this is how the years of its people read. */
const accountTypes: Record<string, string> = {
  '1': 'Student',
  '2': 'Alumni',
  '3': 'Faculty',
  '4': 'Staff',
  '5': 'Graduate Student',
};

/** Profile fields taken over as they are from an invented person. */
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

/** A given and a family name of one country, some in its own script with the Latin spelling beside it. */
function drawName(names: Names, country: string | undefined, chance: Chance) {
  const given = chance.pick(names.forenames.get(country) ?? names.forenames.get('US') ?? []);
  const family = chance.pick(names.surnames.get(country) ?? names.surnames.get('US') ?? []);
  const latin = [given['roman'] ?? '', family['roman'] ?? ''] as const;
  const local = [given['local'] ?? '', family['local'] ?? ''] as const;
  const isLocal = chance.of(localScriptShare) && local.join() !== latin.join();
  const [firstName, lastName] = isLocal ? local : latin;
  return { firstName, lastName, latin, romanizedName: isLocal ? latin.join(' ') : '', gender: given['gender'] };
}

/** Short, Latin, and nobody else's. */
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

/** The two people of an edge; both must be among the nodes. */
function readPair(line: string, number: number, usernames: readonly string[]): readonly [string, string] {
  const [a, b] = line
    .trim()
    .split(',')
    .map((place) => (/^\d+$/.test(place) ? usernames[Number(place)] : undefined));
  if (a === undefined || b === undefined) throw new Error(`edges.csv.gz, line ${number}: names somebody who is not in nodes.csv.gz.`);
  return [a, b];
}

async function convert(networkFolder: string, peopleFolder: string, target: string): Promise<void> {
  const chance = openChance(100);
  const code = basename(networkFolder)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const nodes = await readLines(join(networkFolder, 'nodes.csv.gz'));
  const profiles = await readLines(join(peopleFolder, 'people-2000.csv.gz'));
  const names: Names = {
    forenames: Map.groupBy(await readLines(join(peopleFolder, 'forenames.csv.gz')), (line) => line['country']),
    surnames: Map.groupBy(await readLines(join(peopleFolder, 'surnames.csv.gz')), (line) => line['country']),
  };
  const majors = [...new Set(profiles.map((line) => line['major'] ?? ''))].filter(Boolean).toSorted();
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

  const edges = (await readText(join(networkFolder, 'edges.csv.gz')))
    .toString('latin1')
    .trim()
    .split('\n')
    .slice(1)
    .map((line, place) => readPair(line, place + 2, usernames));
  await mkdir(join(target, 'photos'), { recursive: true });
  for (const photo of photos) await copyFile(join(pictures, 'people', photo), join(target, 'photos', photo));
  for (const cover of covers) await copyFile(join(pictures, 'covers', cover), join(target, 'photos', cover));
  await writeRows(join(target, 'people.csv'), [row(header), ...people]);
  await writeRows(
    join(target, 'connections.csv'),
    (function* () {
      yield 'a,b,status\n';
      for (const [a, b] of edges) {
        const pair = chance.of(0.5) ? [a, b] : [b, a];
        yield row([...pair, chance.of(pendingShare) ? 'pending' : 'connected']);
      }
    })(),
  );
  process.stdout.write(`${people.length} people and ${edges.length} connections are in ${target}.\n`);
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
