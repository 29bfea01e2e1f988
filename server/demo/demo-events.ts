import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newClientId } from '#contract/client-id.ts';
import type { EventAudience } from '#contract/events/limits.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import { checkSeries, type Series } from '#server/kernel/time/series.ts';
import { insertEventKeys } from '#server/features/events/keys/event-keys.queries.ts';
import { newEventKeys } from '#server/features/events/keys/event-keys.ts';
import {
  insertEvent,
  replaceStarts,
  type NewEvent,
} from '#server/features/events/events.queries.ts';
import { tidyTags } from '#server/features/events/events.rules.ts';
import { timeColumns } from '#server/features/events/setup/editing.ts';
import { changeRegistrations } from '#server/features/events/registration/registration.queries.ts';
import { replaceHosts, upsertKind } from '#server/features/events/setup/setup.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { materialFolder } from './crowd.ts';
import { demoZone } from './demo-zone.ts';
import { registerMany, selectClubNamed, selectStudents } from './demo.queries.ts';
import type { DemoContext } from './demo-context.ts';
import type { FindDrawing } from './demo-pictures.ts';

/** An event of the material. `day`: days since the demo's first start. */
type Line = Readonly<
  Record<
    | 'title'
    | 'host'
    | 'place'
    | 'tags'
    | 'day'
    | 'time'
    | 'minutes'
    | 'rule'
    | 'capacity'
    | 'audience'
    | 'description',
    string
  >
>;

interface EventContext extends DemoContext {
  readonly tokens: Tokens;
  readonly draw: FindDrawing;
}

/** Occasional events of every club. */
const usual = [
  { title: 'Committee meeting', time: '17:00', minutes: '60', tags: '' },
  { title: 'Welcome evening', time: '18:30', minutes: '120', tags: 'Beginners welcome' },
  { title: 'Open practice', time: '16:30', minutes: '90', tags: 'Beginners welcome' },
  { title: 'Planning the spring', time: '18:00', minutes: '75', tags: '' },
  { title: 'End-of-term party', time: '20:00', minutes: '180', tags: 'Food' },
] as const;
const rooms = ['Commons 1.02', 'Student center, lounge', 'Humanities 2.04', 'Library, room 6'];
const eventsWanted = 200;

/** An event with a price. It begins without registrations, so that people can buy the first tickets. */
const paid: Line = {
  title: 'Lantern hike with soup',
  host: 'Ridge & Trail',
  place: 'Main gate',
  tags: 'Outdoors|Food',
  day: '16',
  time: '17:00',
  minutes: '180',
  rule: '',
  capacity: '40',
  audience: 'school',
  description:
    'A slow walk around the lake in the dark, with a lantern for everyone who needs one. The price includes soup and bread at the hut.',
};
const paidKinds = [
  {
    name: 'With a lantern',
    description: 'You can keep it.',
    quota: 24,
    price: 650,
    guest_price: 500,
  },
  {
    name: 'Own lantern',
    description: 'Bring one with a lid.',
    quota: 16,
    price: 400,
    guest_price: null,
  },
];

/** Events of the sign-ins: people at the front and at the end of the list. */
const cast: Readonly<Record<string, { first?: readonly string[]; last?: readonly string[] }>> = {
  'Leonids from Observatory Hill': { first: ['ana', 'ben'] },
  'Soup for seeds': { first: ['ana'] },
  'Open wheel for beginners': { last: ['ana'] },
  'Is a river a person? Open debate': { first: ['ben'] },
  '24-hour hackathon': { first: ['ben', 'ana'] },
};

/** A different seed produces other attendees. */
const seed = 88_117;
const dayMs = 86_400_000;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Returns a date such as `2026-11-24`. For a rule with weekdays, the first one on or after it. */
const startDay = (now: Date, day: number, rule: string): string => {
  const named = /BYDAY=(?<days>[A-Z0-9,]+)/.exec(rule)?.groups?.['days'];
  const fits = (date: Date) => {
    if (named === undefined) return true;
    const weekday = weekdays[date.getUTCDay()] ?? '';
    const nth = Math.ceil(date.getUTCDate() / 7);
    return named.split(',').some((one) => one === weekday || one === `${nth}${weekday}`);
  };
  const date = new Date(now.getTime() + day * dayMs);
  for (let tries = 0; tries < 40 && !fits(date); tries += 1) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
};

const seriesOf = (line: Line, now: Date): Series => {
  const day = startDay(now, Number(line.day), line.rule);
  return checkSeries({
    start: line.time === '' ? day : `${day}T${line.time}:00`,
    zone: demoZone,
    length: Number(line.minutes),
    rule: line.rule === '' ? null : line.rule,
    exceptions: [],
    overrides: {},
  });
};

/** Creates weekly club events, to reach the number of events at a school. A third of them is over. */
const usualLines = (clubs: readonly string[], count: number, chance: RandomSource): Line[] =>
  Array.from({ length: count }, (_, nth) => {
    const { title, time, minutes, tags } = usual[nth % usual.length] ?? usual[0];
    const host = clubs[nth % clubs.length] ?? '';
    return {
      title: `${title}: ${host}`,
      host,
      place: chance.pick(rooms),
      tags,
      day: String(chance.of(0.35) ? -3 - chance.below(60) : 2 + chance.below(45)),
      time,
      minutes,
      rule: '',
      capacity: chance.of(0.4) ? String(15 + chance.below(30)) : '',
      audience: chance.of(0.3) ? 'members' : 'school',
      description: '',
    };
  });

const paragraph = (text: string): string => (text === '' ? '' : `<p>${text}</p>`);

/** Adds invented events of clubs and the school, with attendees, waitlists, and some that are over. */
export const addEvents = async ({ db, school, now, tokens, draw }: EventContext): Promise<void> => {
  const lines: Line[] = parse(await readFile(join(materialFolder, 'events.csv')), {
    columns: true,
  });
  const chance = createRandomSource(seed);
  const signIns = await selectIdsByUsername(db, ['ana', 'ben', 'officer', 'admin']);
  const own = new Set(signIns.values());
  const students = (await selectStudents(db)).filter((id) => !own.has(id));
  const clubs = [...new Set(lines.map(({ host }) => host).filter((host) => host !== ''))];
  const all = [...lines, ...usualLines(clubs, eventsWanted - lines.length, chance), paid];
  for (const [nth, line] of all.entries()) {
    const club = line.host === '' ? undefined : await selectClubNamed(db, line.host);
    const series = seriesOf(line, now);
    const { times, columns } = timeColumns(series);
    const at = new Date(
      Math.min(now.getTime(), columns.starts_at.getTime()) - (3 + chance.below(20)) * dayMs,
    );
    const host = club?.members[0] ?? signIns.get('admin') ?? 0;
    const capacity = line.capacity === '' ? null : Number(line.capacity);
    const event = await insertEvent(db, school, {
      ...columns,
      title: line.title,
      description: paragraph(line.description),
      is_free: line !== paid,
      cover: (await draw('posters', line.title)) ?? (await draw('posters', line.host)),
      location: line.place,
      tags: tidyTags(line.tags.split('|')),
      audience: line.audience as EventAudience,
      registration:
        line.time === ''
          ? 'none'
          : series.rule !== null && capacity !== null
            ? 'occurrence'
            : 'event',
      capacity,
      guests_max: nth % 7 === 0 ? 2 : 0,
      allows_maybe: nth % 5 === 0,
      club_id: club?.id ?? null,
      status: 'published',
      published_at: at,
      created_by: host,
      client_id: newClientId(at.getTime() + nth),
      created_at: at,
      updated_at: at,
    } as NewEvent);
    if (event === undefined) continue;
    await insertEventKeys(db, school, event.id, newEventKeys(tokens, school, event.id));
    await replaceStarts(db, school, event.id, times);
    await replaceHosts(db, school, event.id, [host], null);
    if (line === paid)
      for (const [place, kind] of paidKinds.entries())
        await upsertKind(db, school, event.id, place, {
          id: null,
          access_code: null,
          is_hidden: false,
          currency: 'USD',
          tax_basis_points: 0,
          guests_max: 2,
          ...kind,
        });
    if (line.time === '' || line === paid) continue;
    const { first = [], last = [] } = cast[line.title] ?? {};
    const named = (names: readonly string[]) => names.flatMap((name) => signIns.get(name) ?? []);
    // Only events with a sign-in on the waitlist are full.
    const some = 4 + chance.below(capacity ?? 30);
    const wanted =
      last.length > 0 ? (capacity ?? 0) + 6 : Math.min(some, (capacity ?? Infinity) - 3);
    const pool =
      line.audience === 'members'
        ? (club?.members ?? []).filter((id) => !own.has(id))
        : [...(club?.members ?? []).filter((id) => !own.has(id)), ...students];
    const people = new Set<number>();
    for (
      let tries = 0;
      tries < wanted * 3 && people.size < Math.min(wanted, pool.length);
      tries += 1
    )
      people.add(chance.pick(pool));
    const isPast = columns.ends_at.getTime() < now.getTime();
    await registerMany(db, {
      event: event.id,
      original: series.rule !== null && capacity !== null ? (times[0]?.original ?? '') : '',
      people: [...named(first), ...people, ...named(last)],
      now: at,
    });
    if (isPast)
      for (const [status, who] of [
        ['absent', [...people].filter((_, place) => place % 6 === 5)],
        ['attended', [...people]],
      ] as const)
        await changeRegistrations(db, {
          event: event.id,
          original: '',
          people: who,
          from: ['registered'],
          to: status,
          reason: '',
          now,
        });
  }
};
