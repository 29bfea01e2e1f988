import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRandomSource } from '#demo/random-source.ts';
import { materialFolder } from '#demo/crowd.ts';
import type { StagedColumn } from '#server/features/people/import/import.queries.ts';
import type { BulkRow } from '#server/kernel/database/bulk.ts';

/** Columns of a generated person, after line and username. */
export const crowdColumns = [
  'email',
  'first_name',
  'last_name',
  'account_type',
  'year_of_graduation',
  'major',
  'languages',
  'interests',
  'sports',
  'looking_for',
  'city',
  'country',
  'is_listed',
  'bio',
] as const satisfies readonly StagedColumn[];

/** People whose names and profiles are combined from those of the demo data. */
export interface Crowd {
  readonly majors: readonly string[];
  readonly lastNames: readonly string[];
  /** Returns people from `from` up to, but not including, `to`. They are always the same, regardless of the size. */
  rows(from: number, to: number): Generator<BulkRow>;
}

const starts = [
  'Al',
  'Bar',
  'Cas',
  'Dem',
  'El',
  'Fal',
  'Gor',
  'Hal',
  'Ing',
  'Jan',
  'Kol',
  'Lem',
  'Mor',
  'Nev',
  'Os',
  'Pet',
  'Ros',
  'Sto',
  'Tar',
  'Vin',
];
const middles = [
  'a',
  'ber',
  'den',
  'e',
  'gar',
  'i',
  'kin',
  'lo',
  'man',
  'ner',
  'o',
  'ran',
  'sel',
  'ti',
  'u',
  'vor',
];
const ends = [
  'berg',
  'czak',
  'dale',
  'ez',
  'field',
  'horn',
  'ini',
  'ja',
  'land',
  'mann',
  'ova',
  'quist',
  'son',
  'stein',
  'ton',
  'wood',
];
/** Larger schools have more rare names, so this share of people has one of 82,000 generated names. */
const rareShare = 0.35;
const privateShare = 0.08;

type Line = Record<string, string>;
const list = (line: Line, name: string) =>
  (line[name] ?? '').split('|').filter((item) => item !== '');

export const readCrowd = async (): Promise<Crowd> => {
  const lines: Line[] = parse(gunzipSync(await readFile(join(materialFolder, 'people.csv.gz'))), {
    columns: true,
    bom: true,
  });
  const distinct = (name: string) =>
    [...new Set(lines.map((line) => line[name] ?? ''))].filter((value) => value !== '');
  function* rows(from: number, to: number): Generator<BulkRow> {
    for (let position = from; position < to; position += 1) {
      const chance = createRandomSource(position + 1);
      const [first, last, profile] = [chance.pick(lines), chance.pick(lines), chance.pick(lines)];
      const rare = `${chance.pick(starts)}${chance.pick(middles)}${chance.pick(middles)}${chance.pick(ends)}`;
      yield [
        position + 2,
        `p${position}`,
        `p${position}@bench.test`,
        first['firstName'] ?? '',
        chance.of(rareShare) ? rare : (last['lastName'] ?? ''),
        profile['accountType'] || 'Student',
        profile['yearOfGraduation'] ? Number(profile['yearOfGraduation']) : null,
        profile['major'] || null,
        list(profile, 'languages'),
        list(profile, 'interests'),
        list(profile, 'sports'),
        list(profile, 'lookingFor'),
        profile['city'] || null,
        profile['country'] || null,
        !chance.of(privateShare),
        profile['bio'] || null,
      ];
    }
  }
  return {
    majors: distinct('major'),
    lastNames: distinct('lastName').filter((name) => /^[A-Za-z]{6,}$/.test(name)),
    rows,
  };
};
