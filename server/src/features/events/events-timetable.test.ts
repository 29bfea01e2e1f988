import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld } from '../../../test/world.ts';
import { schoolId } from '../../kernel/ids.ts';

const world = inWorld();
const { stored } = inImports(world);

/** Returns a Monday after this number of weeks from the world's clock, in New York. */
const mondayAfter = (weeks: number): string => {
  const now = world.clock.now();
  const monday = new Date(now.getTime() + ((8 - now.getUTCDay()) % 7 || 7) * 86_400_000);
  return new Date(monday.getTime() + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
};
const zone = 'America/New_York';

beforeAll(async () => {
  const day = mondayAfter(0);
  const end = mondayAfter(10);
  // Ana has chemistry on Mondays from 10 to 11, except in the third week.
  await stored(schoolId(world.school), {
    'terms.csv': `code,name,start,end,timeZone\nnow,Now,${day},${end},${zone}\n`,
    'courses.csv': 'code,number,title\nchem,CHEM 101,Chemistry\n',
    'sections.csv': 'code,course,term,name\nchem-1,chem,now,Lecture\n',
    'meetings.csv': `section,meeting,days,start,end,except\nchem-1,1,MO,10:00,11:00,${mondayAfter(2)}\n`,
    'section-members.csv': 'section,username\nchem-1,ana\n',
  });
});

/** 10:30 in New York, in summer or winter time. */
const local = async (day: string, time: string): Promise<string> =>
  (
    (await world.sql('select ($1::timestamp at time zone $2) as at', [`${day} ${time}`, zone])) as [
      { at: Date },
    ]
  )[0].at.toISOString();

test('[CAL-01] an event that conflicts with a class suggests the next date in its series when the person is free', async () => {
  const first = mondayAfter(0);
  const made = await world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Tea',
    dateStart: await local(first, '10:30'),
    dateEnd: await local(first, '11:30'),
    timeZone: zone,
    rrule: 'FREQ=WEEKLY;COUNT=6',
  });
  const asked = { id: made.id, occurrence: `${first}T10:30:00` };
  const next = async () =>
    (await world.ana.call('GET /api/v1/events/{id}/next-free', asked)).next?.occurrence;
  // There is class again in the second week, but not in the third.
  expect(await next()).toBe(`${mondayAfter(2)}T10:30:00`);
  // Her own appointment leaves only dates that conflict with the class.
  const at = await local(mondayAfter(2), '11:00');
  const entry = await world.ana.call('POST /api/v1/calendar/entries', {
    clientId: newClientId(),
    title: 'Dentist',
    dateStart: at,
    dateEnd: new Date(Date.parse(at) + 3_600_000).toISOString(),
    timeZone: zone,
  });
  expect(await next()).toBeUndefined();
  await world.ana.call('DELETE /api/v1/calendar/entries/{id}', { id: entry.id });
  // Ben has no classes, so the next week works for him. A stranger learns nothing.
  const his = await world.ben.call('GET /api/v1/events/{id}/next-free', asked);
  expect(his.next?.occurrence).toBe(`${mondayAfter(1)}T10:30:00`);
  expect((await world.eve.try('GET /api/v1/events/{id}/next-free', asked)).status).toBe(404);
});

test('[EVENT-02] free time between classes is only an additional reason for a recommendation', async () => {
  const day = mondayAfter(1);
  const make = async (title: string, from: string, to: string, tags: string[]) =>
    world.admin.call('POST /api/v1/events', {
      clientId: newClientId(),
      title,
      dateStart: await local(day, from),
      dateEnd: await local(day, to),
      timeZone: zone,
      tags,
    });
  await world.sql("update users set interests = array['Robotics'] where id = $1", [world.ana.id]);
  await make('Robotics at noon', '12:00', '13:00', []);
  await make('Robotics in class', '10:30', '12:00', []);
  await make('Knitting', '14:00', '15:00', []);
  const { results } = await world.ana.call('GET /api/v1/recommendations/events', { size: 20 });
  const reasons = Object.fromEntries(
    results.map((one) => [one.title, one.reasons.map(({ kind }) => kind)]),
  );
  expect(reasons['Robotics at noon']).toEqual(['interests', 'free']);
  expect(reasons['Robotics in class']).toEqual(['interests']);
  expect(reasons['Knitting']).toBeUndefined();
  const titles = results.map(({ title }) => title);
  expect(titles.indexOf('Robotics at noon')).toBeLessThan(titles.indexOf('Robotics in class'));
});
