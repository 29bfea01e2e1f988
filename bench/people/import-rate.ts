import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createRandomSource } from '#demo/random-source.ts';
import { importCampus } from '#server/features/imports/import-campus.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import type { BulkValue } from '#server/kernel/database/bulk.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import type { Crowd } from './crowd.ts';

/** Rows per second of the import and of COPY. */
export interface ImportRate {
  readonly people: number;
  readonly connections: number;
  readonly ours: number;
  readonly bare: number;
  readonly indexed: number;
}

const people = 10_000;
const tiesEach = 30;
const connections = people * tiesEach;
const header =
  'username,email,firstName,lastName,accountType,yearOfGraduation,major,languages,interests,sports,lookingFor,city,country,visitableProfile,bio';
const columns =
  'username, email, first_name, last_name, account_type, year_of_graduation, major, languages, interests, sports, looking_for, city, country, is_listed, bio';

const cell = (value: BulkValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = Array.isArray(value) ? value.join('|') : String(value ?? '');
  // Unquoted, so that COPY also reads it as null.
  return text === '' ? '' : `"${text.replaceAll('"', '""')}"`;
};

function* peopleCsv(crowd: Crowd): Generator<string> {
  yield `${header}\n`;
  for (const [, ...cells] of crowd.rows(0, people)) yield `${cells.map(cell).join(',')}\n`;
}

function* connectionsCsv(): Generator<string> {
  yield 'a,b,status,requestedAt,acceptedAt\n';
  const chance = createRandomSource(3);
  const day = () => `2026-0${1 + chance.below(9)}-1${chance.below(10)}T12:00:00Z`;
  // Different steps, so that no pair occurs twice.
  for (let position = 0; position < people; position += 1)
    for (let tie = 1; tie <= tiesEach; tie += 1)
      yield `p${position},p${(position + tie * 13) % people},connected,${day()},${day()}\n`;
}

/** Imports a folder into a new school of `pool`'s database, then copies its files into plain tables there. */
export const measureImport = async (
  pool: Pool,
  crowd: Crowd,
  folder: string,
): Promise<ImportRate> => {
  await mkdir(folder, { recursive: true });
  const files = {
    people: join(folder, 'people.csv'),
    connections: join(folder, 'connections.csv'),
  };
  await pipeline(Readable.from(peopleCsv(crowd)), createWriteStream(files.people));
  await pipeline(Readable.from(connectionsCsv()), createWriteStream(files.connections));
  const school = await insertSchool(pool, { code: 'imported', name: 'Imported' });
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const since = performance.now();
    await work();
    return ((people + connections) * 1000) / (performance.now() - since);
  };
  const ours = await timed(async () => {
    const report = await importCampus({
      pool,
      files: folderFiles(folder, Buffer.alloc(32)),
      school,
      path: folder,
      now: new Date(),
    });
    if (!report.isStored)
      throw new Error(`the import stored nothing: ${JSON.stringify(report.problems.slice(0, 3))}`);
  });
  const client = await pool.raw.connect();
  const copy = (path: string, into: string) =>
    pipeline(
      createReadStream(path),
      client.query(copyFrom(`copy ${into} from stdin with (format csv, header)`)),
    );
  try {
    await client.query(`create table bare_people as select ${columns} from users limit 0;
      alter table bare_people ${['languages', 'interests', 'sports', 'looking_for'].map((name) => `alter ${name} type text`).join(', ')};
      create table bare_connections (a text, b text, status text, requested_at timestamptz, accepted_at timestamptz)`);
    const bare = await timed(async () => {
      await copy(files.people, `bare_people (${columns})`);
      await copy(files.connections, 'bare_connections');
    });
    // The same tables as the import writes, so that COPY has to update the indexes that any product would have.
    await client.query(`set commons.school_id = '${school}'; create table indexed_people (like users including all);
      create table indexed_connections (like connections including all)`);
    const rows = {
      people: join(folder, 'people.copy'),
      connections: join(folder, 'connections.copy'),
    };
    const stored =
      'school_id, id, username, email, first_name, last_name, account_type, year_of_graduation, major, languages, interests, sports, looking_for, city, country, is_listed, bio';
    await pipeline(
      client.query(
        copyTo(`copy (select ${stored} from users where school_id = ${school}) to stdout`),
      ),
      createWriteStream(rows.people),
    );
    await pipeline(
      client.query(
        copyTo(`copy (select * from connections where school_id = ${school}) to stdout`),
      ),
      createWriteStream(rows.connections),
    );
    const plainly = (path: string, into: string) =>
      pipeline(createReadStream(path), client.query(copyFrom(`copy ${into} from stdin`)));
    const indexed = await timed(async () => {
      await plainly(rows.people, `indexed_people (${stored})`);
      await plainly(rows.connections, 'indexed_connections');
    });
    return { people, connections, ours, bare, indexed };
  } finally {
    client.release(true);
  }
};
