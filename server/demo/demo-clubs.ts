import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newClientId } from '#contract/client-id.ts';
import type { ClubKind } from '#contract/clubs/limits.ts';
import type { ClubMeeting } from '#contract/clubs/meetings.ts';
import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { insertClub, replaceLabels } from '#server/features/clubs/clubs.queries.ts';
import { insertLabel } from '#server/features/clubs/labels/labels.queries.ts';
import { selectManagedHubs } from '#server/features/hubs/hubs.queries.ts';
import {
  insertMembers,
  type NewMember,
} from '#server/features/clubs/membership/membership.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import {
  insertPositions,
  replacePositions,
  selectPositions,
} from '#server/features/roles/positions/positions.queries.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { newStudent } from './cast.ts';
import { materialFolder, type DemoPerson } from './crowd.ts';
import type { FindDrawing } from './demo-pictures.ts';

/** A club of the material. `about`: the interest by which its members are selected. */
type Line = Readonly<
  Record<
    | 'name'
    | 'acronym'
    | 'type'
    | 'categories'
    | 'tags'
    | 'membership'
    | 'about'
    | 'description'
    | 'meets'
    | 'cost'
    | 'founded'
    | 'story',
    string
  >
>;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Reads meetings such as “Mon-Fri 12:00-13:00 Lounge; Sat 09:00-10:00 Gym”. */
const meetingsOf = (text: string): ClubMeeting[] =>
  text.split('; ').map((part) => {
    const [days = '', hours = '', ...location] = part.split(' ');
    const [starts = '', ends = ''] = hours.split('-');
    return {
      days: days.split(',').flatMap((span) => {
        const [from = '', to = from] = span.split('-');
        const [first, last] = [weekdays.indexOf(from), weekdays.indexOf(to)];
        return weekdays.slice(first, last + 1).map((_, at) => first + at + 1);
      }),
      starts,
      ends,
      location: location.join(' '),
    };
  });

/** Returns a club's name for its invented addresses, such as “ridgeandtrail”. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');

const kinds: Readonly<Record<string, ClubKind>> = {
  'Academic society': 'academic',
  'Arts ensemble': 'arts',
  'Culture group': 'culture',
  'Service group': 'service',
  'Sports team': 'sport',
  'Interest group': 'social',
  Recreation: 'other',
};

/** Positions of the sign-ins by club. */
const cast: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Ridge & Trail': { officer: 'President', ana: 'member' },
  'Public Speaking Circle': { officer: 'President' },
  'Debate Society': { officer: 'Treasurer' },
  'Riverside Rowing': { ana: 'member' },
  'Library Garden Collective': { ana: 'Secretary' },
  'Photo Walkers': { ana: 'member' },
  'Lusophone Table': { ana: 'member' },
  'Campus Makers': { ben: 'President', ana: 'member' },
  'Evening Choir': { ben: 'member', ana: 'requested' },
  'Chess Corner': { ben: 'member' },
  'Night Hack': { ben: 'member' },
  'Jazz Ensemble': { ana: 'invited' },
};
/** Returns the people who wait in a club that people join on request. The officer's own club has more than others. */
const waitingIn = (name: string, chance: RandomSource) =>
  name === 'Public Speaking Circle' ? 23 : 1 + chance.below(6);
/** Returns a club's hub by its name or type. Academic societies belong to the whole school. */
const hubOf = ({ name, type }: Line): string | null => {
  if (['Campus Makers', 'Code Night', 'Night Hack'].includes(name)) return 'Makerspace';
  if (name === 'Green Campus') return 'River Lab';
  return type === 'Academic society' ? null : 'Student life';
};
const featured = new Set(['Ridge & Trail', 'Board Game Nights', 'Peer Tutors']);
/** A different seed produces other members. */
const seed = 60_211;
const dayMs = 86_400_000;

const split = (text: string) => text.split('|').filter((one) => one !== '');
const has = (person: DemoPerson, value: string): boolean =>
  (['interests', 'sports', 'languages'] as const).some((column) => {
    const list = person[column];
    return Array.isArray(list) && list.includes(value);
  });

const addLabels = async (db: Db, school: SchoolId, lines: readonly Line[]) => {
  const ids = new Map<string, number>();
  const add = async (list: 'types' | 'categories' | 'tags', name: string) => {
    const kind = list === 'types' ? (kinds[name] ?? 'other') : null;
    const id = await insertLabel(db, school, { list, name, kind });
    if (id !== undefined) ids.set(`${list}:${name}`, id);
  };
  for (const name of new Set(lines.map(({ type }) => type))) await add('types', name);
  for (const list of ['categories', 'tags'] as const)
    for (const name of new Set(lines.flatMap((line) => split(line[list])))) await add(list, name);
  return (list: 'types' | 'categories' | 'tags', name: string) => ids.get(`${list}:${name}`) ?? 0;
};

/** Adds invented clubs with types, categories and tags, officers, members and applicants. */
export const addClubs = async (
  { db, school, now, draw }: { db: Db; school: SchoolId; now: Date; draw: FindDrawing },
  people: readonly DemoPerson[],
): Promise<void> => {
  const lines: Line[] = parse(await readFile(join(materialFolder, 'clubs.csv')), { columns: true });
  const chance = createRandomSource(seed);
  const ids = await selectIdsByUsername(
    db,
    people.map(({ username }) => username),
  );
  const of = (username: string) => ids.get(username) ?? 0;
  const signIns = new Set(['ana', 'ben', 'officer', 'admin']);
  const students = people.filter(
    ({ username, account_type: type }) =>
      !signIns.has(username) && (type === 'Student' || type === 'Graduate Student'),
  );
  const labelId = await addLabels(db, school, lines);
  await insertPositions(db, school, now);
  const hubIds = new Map((await selectManagedHubs(db)).map(({ id, name }) => [name, id]));
  const positions = new Map((await selectPositions(db)).map(({ id, name }) => [name, id]));

  for (const line of lines) {
    const begun = new Date(now.getTime() - (60 + chance.below(700)) * dayMs);
    const since = () =>
      new Date(begun.getTime() + chance.next() * (now.getTime() - begun.getTime()));
    const { id: club } = await insertClub(
      db,
      { school, by: of('admin'), clientId: newClientId(begun.getTime()), now: begun },
      {
        name: line.name,
        acronym: line.acronym,
        description: line.description,
        about: `<p>${line.story}</p>`,
        meetings: JSON.stringify(meetingsOf(line.meets)),
        cost: line.cost,
        founded: Number(line.founded),
        email: `${slugOf(line.name)}@clubs.demo.example`,
        url: `https://${slugOf(line.name)}.example`,
        // Not every club posts elsewhere.
        links: line.name.length % 3 === 0 ? [] : [`https://social.example/${slugOf(line.name)}`],
        membership: line.membership,
        type_id: labelId('types', line.type),
        hub_id: hubIds.get(hubOf(line) ?? '') ?? null,
        is_featured: featured.has(line.name),
        logo: await draw('marks', line.name),
        cover: await draw('posters', line.name),
      },
    );
    for (const list of ['categories', 'tags'] as const)
      await replaceLabels(
        db,
        school,
        club,
        list,
        split(line[list]).map((name) => labelId(list, name)),
      );

    const own = Object.entries(cast[line.name] ?? {});
    const liking = students.filter((person) => has(person, line.about) && chance.of(0.6));
    const others = Array.from({ length: 8 + chance.below(30) }, () => chance.pick(students));
    const crowd = [...new Set([...liking, ...others])]
      .slice(0, 140)
      .filter(({ username }) => username !== newStudent.username);
    const waiting = line.membership === 'request' ? waitingIn(line.name, chance) : 0;
    const inside = crowd.slice(waiting);
    const members: NewMember[] = [
      ...crowd.slice(0, waiting).map(({ username }) => ({
        id: of(username),
        status: 'requested' as const,
        since: new Date(now.getTime() - chance.next() * 9 * dayMs),
      })),
      ...inside.map(({ username }) => ({
        id: of(username),
        status: 'member' as const,
        since: since(),
      })),
      ...own.map(([username, what]): NewMember => ({
        id: of(username),
        status: what === 'requested' || what === 'invited' ? what : ('member' as const),
        since: what === 'requested' ? new Date(now.getTime() - 2 * dayMs) : since(),
      })),
    ];
    await insertMembers(db, school, club, members);

    const appoint = (person: number, position: string) =>
      replacePositions(db, [person], {
        school,
        club,
        position: positions.get(position) ?? 0,
        by: null,
        now: begun,
      });
    const taken = own.filter(([, what]) => positions.has(what));
    for (const [username, what] of taken) await appoint(of(username), what);
    const held = new Set(taken.map(([, what]) => what));
    const open = ['President', 'Treasurer', 'Secretary'].filter((one) => !held.has(one));
    for (const [nth, position] of open.entries()) {
      const person = inside[nth];
      if (person) await appoint(of(person.username), position);
    }
  }
};
