import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();
const minute = 60_000;

/** Returns the time in this number of minutes, in UTC. */
const after = (minutes: number) =>
  new Date(world.clock.now().getTime() + minutes * minute).toISOString().slice(0, 16);
const make = async (who: Person, more: Record<string, unknown> = {}) =>
  (await world.signInAgain(who)).call('POST /api/v1/calendar/entries', {
    clientId: randomUUID(),
    title: 'Dentist',
    timeZone: 'UTC',
    dateStart: after(60),
    dateEnd: after(90),
    alarm: 10,
    ...more,
  });
const pass = async (minutes: number) => {
  world.clock.advance(minutes * minute);
  await world.app.jobs.settle();
};
const alerts = async (who: Person) =>
  (await (await world.signInAgain(who)).call('GET /api/v1/notifications', {})).items.filter(
    ({ kind }) => kind === 'calendar_alert',
  );

beforeEach(async () => {
  await world.sql('delete from personal_events where school_id = $1', [world.school]);
  await world.sql('delete from notifications where school_id = $1', [world.school]);
});

describe('[CAL-02] the alert of a personal event', () => {
  test('is sent once to the event’s owner, at the chosen time before the start, and links to the day', async () => {
    const start = after(60);
    await make(world.ana);
    await make(world.ben, { alarm: null });
    await pass(49);
    expect(await alerts(world.ana)).toEqual([]);
    await pass(1);
    const [one, ...others] = await alerts(world.ana);
    expect(one?.about?.path).toBe(`/calendar?view=day&date=${start.slice(0, 10)}`);
    expect(one?.about?.title).toMatch(/^Dentist, /);
    expect(others).toEqual([]);
    await pass(60);
    expect(await alerts(world.ana)).toHaveLength(1);
    for (const who of [world.ben, world.admin]) expect(await alerts(who)).toEqual([]);
  });

  test('is sent before each occurrence of a series except deleted ones', async () => {
    const daily = await make(world.ana, { rrule: 'FREQ=DAILY;COUNT=4' });
    await pass(55);
    expect(await alerts(world.ana)).toHaveLength(1);
    const ana = await world.signInAgain(world.ana);
    const second = new Date(Date.parse(`${daily.dateStart.slice(0, 16)}:00Z`) + 1_440 * minute);
    await ana.call('DELETE /api/v1/calendar/entries/{id}', {
      id: daily.id,
      scope: 'this',
      occurrence: second.toISOString().slice(0, daily.dateStart.length),
    });
    await pass(1_440);
    expect(await alerts(world.ana)).toHaveLength(1);
    await pass(1_440);
    expect(await alerts(world.ana)).toHaveLength(2);
    await pass(1_440);
    expect(await alerts(world.ana)).toHaveLength(3);
    await pass(3 * 1_440);
    expect(await alerts(world.ana)).toHaveLength(3);
  });

  test('has the title of a date that a calendar program renamed', async () => {
    const { id, dateStart } = await make(world.ana);
    const original = `${dateStart.slice(0, 16)}:00`;
    await world.sql('update personal_events set dates = $2 where id = $1', [
      id,
      { [original]: { is_canceled: false, title: 'Surgeon', location: null } },
    ]);
    await pass(50);
    expect((await alerts(world.ana)).map(({ about }) => about?.title)).toEqual([
      expect.stringMatching(/^Surgeon, /),
    ]);
  });

  test('follows a rescheduled event, and isn’t sent for events that are deleted or have no alert', async () => {
    const moved = await make(world.ana);
    const ana = await world.signInAgain(world.ana);
    const start = after(180);
    const { version } = await ana.call('PATCH /api/v1/calendar/entries/{id}', {
      id: moved.id,
      version: moved.version,
      scope: 'all',
      dateStart: start,
      dateEnd: after(200),
    });
    await pass(90);
    expect(await alerts(world.ana)).toEqual([]);
    await pass(85);
    expect(await alerts(world.ana)).toHaveLength(1);
    await (
      await world.signInAgain(world.ana)
    ).call('PATCH /api/v1/calendar/entries/{id}', {
      id: moved.id,
      version,
      scope: 'all',
      dateStart: after(60),
      dateEnd: after(90),
      alarm: null,
    });
    const gone = await make(world.ana, { title: 'Gone' });
    await (
      await world.signInAgain(world.ana)
    ).call('DELETE /api/v1/calendar/entries/{id}', { id: gone.id });
    await pass(120);
    expect(await alerts(world.ana)).toHaveLength(1);
  });

  test('is sent only once, at the new time, after it is set closer to the start', async () => {
    const { id, version } = await make(world.ana, {
      dateStart: after(120),
      dateEnd: after(150),
      alarm: 60,
    });
    await (
      await world.signInAgain(world.ana)
    ).call('PATCH /api/v1/calendar/entries/{id}', { id, version, scope: 'all', alarm: 10 });
    await pass(61);
    expect(await alerts(world.ana)).toEqual([]);
    await pass(50);
    expect(await alerts(world.ana)).toHaveLength(1);
  });

  test('is skipped if no server ran until long after the event, and the next one is still sent', async () => {
    await make(world.ana, { rrule: 'FREQ=WEEKLY;COUNT=2' });
    world.clock.advance(600 * minute);
    await world.app.jobs.settle();
    expect(await alerts(world.ana)).toEqual([]);
    await pass(7 * 1_440 - 600 + 55);
    expect(await alerts(world.ana)).toHaveLength(1);
  });

  test('is skipped after the event ends, but sent late while it is still going on', async () => {
    await make(world.ana, { title: 'Over', dateEnd: after(240) });
    await make(world.ana, { title: 'Going on', dateEnd: after(360) });
    world.clock.advance(260 * minute);
    await world.app.jobs.settle();
    const [one, ...others] = await alerts(world.ana);
    expect(one?.about?.title).toMatch(/^Going on, /);
    expect(others).toEqual([]);
  });
});
