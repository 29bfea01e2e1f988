import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BulkValue } from '#server/kernel/database/bulk.ts';
import { cleanBio } from '#server/features/people/bio.ts';
import type { StagedColumn } from '#server/features/people/import/import.queries.ts';
import { cast, newAdmin, newStudent } from './cast.ts';
import type { RandomSource } from './random-source.ts';

/** Folder of the shipped demo material. */
export const materialFolder = fileURLToPath(new URL('./', import.meta.url));

/** A person of the demo data. Pictures are file names in the material, and everything else is as stored. */
export type DemoPerson = { readonly username: string; readonly created_at: Date } & {
  readonly [column in StagedColumn]?: BulkValue;
};

type Line = Record<string, string>;

const readLines = (bytes: Buffer): Line[] => parse(bytes, { columns: true, bom: true });

const text = (line: Line, name: string): string | null => line[name] || null;
const list = (line: Line, name: string): string[] =>
  (line[name] ?? '').split('|').filter((item) => item !== '');

const isPrivateShare = 0.08;
const hasCoverShare = 0.7;
/** One in this many people has no picture. */
const pictureless = 160;
const covers = 24;
const dayMs = 86_400_000;

/** Most people join at the start of a term, and some at any time, over the last ten months. */
const joinedAt = (chance: RandomSource, now: Date): Date => {
  const daysAgo = chance.of(0.55)
    ? 62 + 18 * Math.abs(chance.normal())
    : chance.of(0.4)
      ? 268 + 12 * chance.normal()
      : 300 * chance.next();
  return new Date(now.getTime() - Math.max(0.05, daysAgo) * dayMs);
};

const profile = (
  line: Line,
  chance: RandomSource,
  position: number,
  now: Date,
): Omit<DemoPerson, 'username'> => ({
  gender_pronoun: text(line, 'genderPronoun'),
  account_type: text(line, 'accountType'),
  year_of_graduation: line['yearOfGraduation'] ? Number(line['yearOfGraduation']) : null,
  major: text(line, 'major'),
  bio: cleanBio(text(line, 'bio')),
  languages: list(line, 'languages'),
  looking_for: list(line, 'lookingFor'),
  industries: list(line, 'industries'),
  interests: list(line, 'interests'),
  sports: list(line, 'sports'),
  company_name: text(line, 'companyName'),
  work_title: text(line, 'workTitle'),
  phone_work: text(line, 'phoneWork'),
  city: text(line, 'city'),
  zipcode: text(line, 'zipcode'),
  state: text(line, 'state'),
  country: text(line, 'country'),
  photo: position % pictureless === 7 ? null : text(line, 'avatar'),
  cover: chance.of(hasCoverShare) ? `cover-${String(chance.below(covers)).padStart(2, '0')}` : null,
  is_listed: !chance.of(isPrivateShare),
  created_at: joinedAt(chance, now),
});

const names = (line: Line) => ({
  first_name: line['firstName'] ?? '',
  last_name: line['lastName'] ?? '',
  romanized_name: text(line, 'romanized'),
});

/** The sign-ins joined early and are at the start of the list, so that their data is stable. */
const signIns = (school: 'demo' | 'north', now: Date): DemoPerson[] =>
  cast[school].map((person) => ({
    ...person,
    bio: cleanBio(person.bio),
    email: `${person.username}@${school}.campus.example`,
    created_at: new Date(now.getTime() - 290 * dayMs),
  }));

/** A person without a profile. The school added them yesterday. */
const newPerson = (
  person: typeof newStudent | typeof newAdmin,
  school: 'demo' | 'north',
  now: Date,
): DemoPerson => ({
  ...person,
  email: `${person.username}@${school}.campus.example`,
  created_at: new Date(now.getTime() - dayMs),
});

/** Replaces the last people of the list with people whose names have many scripts and formats. */
const renamed = (people: readonly DemoPerson[], awkward: readonly Line[]): DemoPerson[] =>
  people.map((person, index) => {
    const line = awkward[index - (people.length - awkward.length)];
    return line === undefined
      ? person
      : {
          ...person,
          first_name: line['given'] ?? '',
          last_name: line['family'] ?? '',
          romanized_name: null,
        };
  });

const demoPeople = (
  lines: readonly Line[],
  awkward: readonly Line[],
  chance: RandomSource,
  now: Date,
): DemoPerson[] => {
  const first = signIns('demo', now);
  const others = lines.slice(0, lines.length - first.length).map((line, index): DemoPerson => ({
    ...names(line),
    ...profile(line, chance, index, now),
    username: line['username'] ?? '',
    email: `${line['username']}@demo.campus.example`,
  }));
  // She replaces someone, so that the other people stay the same.
  const last = others.length - awkward.length - 1;
  return [...first, ...renamed(others.with(last, newPerson(newStudent, 'demo', now)), awkward)];
};

const northSize = 200;

/** Creates other people: given name, family name and profile come from three different lines, with names from one country. */
const northPeople = (lines: readonly Line[], chance: RandomSource, now: Date): DemoPerson[] => {
  const first = signIns('north', now);
  const byCountry = Map.groupBy(lines, (line) => line['nameCountry']);
  const others = Array.from({ length: northSize - first.length }, (_, index): DemoPerson => {
    const given = chance.pick(lines);
    const family = chance.pick(byCountry.get(given['nameCountry']) ?? lines);
    const username = `n${String(index + 1).padStart(3, '0')}`;
    return {
      ...profile(chance.pick(lines), chance, index, now),
      first_name: given['firstName'] ?? '',
      last_name: family['lastName'] ?? '',
      // The Latin spelling has the family name last.
      romanized_name: given['romanized']
        ? [given['romanized'].split(' ')[0], (family['romanized'] ?? '').split(' ').at(-1)]
            .join(' ')
            .trim()
        : null,
      username,
      email: `${username}@north.campus.example`,
    };
  });
  return [...first, ...others.with(-1, newPerson(newAdmin, 'north', now))];
};

/** Reads everyone of both demo schools. The people are always the same, and only their dates depend on `now`. */
export const readCrowd = async (
  chance: RandomSource,
  now: Date,
): Promise<{ demo: DemoPerson[]; north: DemoPerson[] }> => {
  const lines = readLines(
    await promisify(gunzip)(await readFile(`${materialFolder}people.csv.gz`)),
  );
  const awkward = readLines(await readFile(`${materialFolder}names.csv`));
  return { demo: demoPeople(lines, awkward, chance, now), north: northPeople(lines, chance, now) };
};
