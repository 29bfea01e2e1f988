import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const at = (time: string, day = '2027-03-01') => `${day}T${time}:00Z`;
let hall = '';
beforeAll(async () => {
  const room = { name: 'Great Hall', building: 'Linden', capacity: 200, clientId: newClientId() };
  hall = (await world.admin.call('POST /api/v1/school/rooms', room)).id;
});

const event = (title: string, from: string, to: string, more: Record<string, unknown> = {}) => ({
  clientId: newClientId(),
  title,
  dateStart: from,
  dateEnd: to,
  timeZone: 'UTC',
  room: hall,
  ...more,
});
const make = (...given: Parameters<typeof event>) =>
  world.admin.call('POST /api/v1/events', event(...given));
const code = async (answer: Promise<{ body: unknown }>) =>
  ((await answer).body as { code?: string }).code;
const reserved = async (who: Person, from = at('00:00'), to = at('00:00', '2027-04-05')) =>
  (await who.call('GET /api/v1/rooms/{id}/calendar', { id: hall, from, to })).items.map(
    (one) => `${one.from.slice(5, 16)} ${one.event?.title ?? '?'}`,
  );

test('[EVENT-01] of several events published at the same time for one room, exactly one gets it', async () => {
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      world.admin.try('POST /api/v1/events', event(`Try ${n}`, at('10:00'), at('11:00'))),
    ),
  );
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const one of tries)
    if (one.status !== 200) expect(one.body).toMatchObject({ code: 'room_taken' });
  // The rejected event doesn't exist.
  expect(
    (await world.sql("select count(*)::int as n from events where title like 'Try %'"))[0],
  ).toEqual({ n: 1 });
});

test('a series reserves the room for every date or not at all, and reservations follow each change', async () => {
  const rule = { rrule: 'FREQ=WEEKLY;COUNT=4' };
  const weekly = await make('Weekly', at('18:00'), at('19:00'), rule);
  const times = ['03-01', '03-08', '03-15', '03-22'].map((day) => `${day}T18:00 Weekly`);
  const ofWeekly = async () =>
    (await reserved(world.admin)).filter((one) => one.includes('Weekly'));
  expect(await ofWeekly()).toEqual(times);
  const clash = event('Clash', at('18:30', '2027-03-22'), at('20:00', '2027-03-22'));
  expect(await code(world.admin.try('POST /api/v1/events', clash))).toBe('room_taken');
  // One date moves, and its time is free. From the third on, they are a separate event.
  const settings = await world.admin.call('GET /api/v1/events/{id}/settings', { id: weekly.id });
  const moved = await world.admin.call('PATCH /api/v1/events/{id}', {
    id: weekly.id,
    version: settings.version,
    scope: 'this',
    occurrence: '2027-03-22T18:00:00',
    dateStart: at('18:00', '2027-03-23'),
    dateEnd: at('19:00', '2027-03-23'),
  });
  const other = await world.admin.call('POST /api/v1/events', {
    ...clash,
    clientId: newClientId(),
  });
  expect(await ofWeekly()).toContain('03-23T18:00 Weekly');
  await world.admin.call('PATCH /api/v1/events/{id}', {
    id: weekly.id,
    version: moved.version,
    scope: 'following',
    occurrence: '2027-03-15T18:00:00',
    dateStart: at('18:30', '2027-03-15'),
    dateEnd: at('19:30', '2027-03-15'),
  });
  expect((await ofWeekly()).slice(0, 3)).toEqual([...times.slice(0, 2), '03-15T18:30 Weekly']);
  const read = await world.admin.call('GET /api/v1/events/{id}', { id: other.id });
  await world.admin.call('POST /api/v1/events/{id}/cancellation', { id: other.id, reason: '' });
  expect((await reserved(world.admin)).some((one) => one.includes('Clash'))).toBe(false);
  expect(read.location).toBe('');
  await world.admin.call('DELETE /api/v1/events/{id}', { id: weekly.id });
  expect(await ofWeekly()).not.toContain(times[0]);
});

test('drafts reserve no room, and people who can’t see an event only see that the room is taken', async () => {
  const draft = await make('Secret', at('21:00'), at('22:00'), {
    isDraft: true,
    audience: 'invited',
    invited: [world.ben.uid],
  });
  expect(await reserved(world.admin, at('20:00'), at('23:00'))).toEqual([]);
  await world.admin.call('POST /api/v1/events/{id}/publish', {
    id: draft.id,
    version: draft.version,
  });
  expect(await reserved(world.ben, at('20:00'), at('23:00'))).toEqual(['03-01T21:00 Secret']);
  expect(await reserved(world.ana, at('20:00'), at('23:00'))).toEqual(['03-01T21:00 ?']);
  expect(
    (
      await world.eve.try('GET /api/v1/rooms/{id}/calendar', {
        id: hall,
        from: at('20:00'),
        to: at('23:00'),
      })
    ).status,
  ).toBe(404);
  const free = async () =>
    (await world.ana.call('GET /api/v1/rooms', { from: at('21:30'), to: at('21:45') })).total;
  expect(await free()).toBe(0);
  // Without a room, the event stays and the room is free.
  const settings = await world.admin.call('GET /api/v1/events/{id}/settings', { id: draft.id });
  expect(settings.room).toEqual({ id: hall, name: 'Great Hall', building: 'Linden' });
  await world.admin.call('PATCH /api/v1/events/{id}', {
    id: draft.id,
    version: settings.version,
    room: null,
  });
  expect(await free()).toBe(1);
  expect(
    await code(
      world.admin.try('POST /api/v1/events', event('X', at('08:00'), at('09:00'), { room: '999' })),
    ),
  ).toBe('not_found');
});

test('[EVENT-01] one date can have its own room or none, and its reservation follows when the date is rescheduled', async () => {
  const other = { name: 'Studio', building: 'Linden', capacity: 20, clientId: newClientId() };
  const studio = (await world.admin.call('POST /api/v1/school/rooms', other)).id;
  const days = ['2027-05-03', '2027-05-10', '2027-05-17'] as const;
  const series = await make('Pottery', at('18:00', days[0]), at('19:00', days[0]), {
    rrule: 'FREQ=WEEKLY;COUNT=3',
  });
  await make('Guests', at('18:30', days[2]), at('20:00', days[2]), { room: studio });
  const in_ = async (room: string) =>
    (
      await world.admin.call('GET /api/v1/rooms/{id}/calendar', {
        id: room,
        from: at('00:00', days[0]),
        to: at('00:00', '2027-06-01'),
      })
    ).items.map((one) => `${one.from.slice(5, 10)} ${one.event?.title ?? '?'}`);
  const change = async (occurrence: string, more: Record<string, unknown>, who = world.admin) => {
    const { version } = await world.admin.call('GET /api/v1/events/{id}/settings', {
      id: series.id,
    });
    return who.try('PATCH /api/v1/events/{id}', {
      id: series.id,
      version,
      scope: 'this',
      occurrence: `${occurrence}T18:00:00`,
      ...more,
    });
  };
  expect((await change(days[1], { room: studio }, world.ana)).status).toBe(404);
  expect((await change(days[1], { room: studio }, world.eve)).status).toBe(404);
  const own = await change(days[1], { room: studio });
  expect(own.body).toMatchObject({
    room: { id: hall },
    own: { hasRoom: true, room: { id: studio, name: 'Studio' } },
  });
  expect(await code(change(days[2], { room: studio }))).toBe('room_taken');
  expect([await in_(hall), await in_(studio)]).toEqual([
    ['05-03 Pottery', '05-17 Pottery'],
    ['05-10 Pottery', '05-17 Guests'],
  ]);
  // It has the room at its own time, and with the event's room again, it is like the others.
  await change(days[1], {
    dateStart: at('18:00', '2027-05-11'),
    dateEnd: at('19:00', '2027-05-11'),
  });
  expect(await in_(studio)).toEqual(['05-11 Pottery', '05-17 Guests']);
  expect((await change(days[1], { room: hall })).body).toMatchObject({ own: { hasRoom: false } });
  expect((await change(days[2], { room: null })).body).toMatchObject({
    own: { hasRoom: true, room: null },
  });
  expect([await in_(hall), await in_(studio)]).toEqual([
    ['05-03 Pottery', '05-11 Pottery'],
    ['05-17 Guests'],
  ]);
});

test('[EVENT-01] a closed room keeps its reservations during edits, cancellations and splits, and rejects new times', async () => {
  const room = { name: 'Annex', building: 'Linden', capacity: 20 };
  const annex = await world.admin.call('POST /api/v1/school/rooms', {
    ...room,
    clientId: newClientId(),
  });
  const days = ['2027-07-05', '2027-07-12', '2027-07-19', '2027-07-26'] as const;
  const { id } = await make('Choir', at('18:00', days[0]), at('19:00', days[0]), {
    rrule: 'FREQ=WEEKLY;COUNT=4',
    room: annex.id,
  });
  await world.admin.call('PUT /api/v1/school/rooms/{id}', {
    ...room,
    id: annex.id,
    note: '',
    isActive: false,
    version: annex.version,
  });
  const change = async (more: Record<string, unknown>) => {
    const { version } = await world.admin.call('GET /api/v1/events/{id}/settings', { id });
    return world.admin.try('PATCH /api/v1/events/{id}', {
      id,
      version,
      scope: 'all',
      room: annex.id,
      ...more,
    });
  };
  const held = async () =>
    (
      await world.admin.call('GET /api/v1/rooms/{id}/calendar', {
        id: annex.id,
        from: at('00:00', days[0]),
        to: at('00:00', '2027-08-01'),
      })
    ).items.map((one) => `${one.from.slice(5, 16)} ${one.event?.title ?? '?'}`);
  await world.admin.call('POST /api/v1/events/{id}/cancellation', {
    id,
    scope: 'this',
    occurrence: `${days[1]}T18:00:00`,
    reason: 'The room is closed.',
  });
  expect((await change({ title: 'Chamber choir' })).status).toBe(200);
  expect(await held()).toEqual(
    [days[0], days[2], days[3]].map((day) => `${day.slice(5)}T18:00 Chamber choir`),
  );
  const later = { dateStart: at('18:00', days[0]), dateEnd: at('20:00', days[0]) };
  expect(await code(change({ ...later, rrule: 'FREQ=WEEKLY;COUNT=4' }))).toBe('room_inactive');
  const following = { scope: 'following', occurrence: `${days[2]}T18:00:00` };
  expect((await change({ ...following, title: 'Late choir' })).status).toBe(200);
  expect(await held()).toEqual([
    '07-05T18:00 Chamber choir',
    '07-19T18:00 Late choir',
    '07-26T18:00 Late choir',
  ]);
});

test('a closed room rejects new events, and deleting an event releases its reservations', async () => {
  const { items } = await world.admin.call('GET /api/v1/rooms', {});
  const room = items.find(({ id }) => id === hall);
  await world.admin.call('PUT /api/v1/school/rooms/{id}', {
    id: hall,
    name: 'Great Hall',
    building: 'Linden',
    capacity: 200,
    note: '',
    isActive: false,
    version: room?.version ?? 0,
  });
  expect(
    await code(world.admin.try('POST /api/v1/events', event('Y', at('06:00'), at('07:00')))),
  ).toBe('room_inactive');
  await world.sql("delete from events where title = 'Weekly'");
  expect((await reserved(world.admin)).filter((one) => one.includes('Weekly'))).toEqual([]);
  expect(
    (
      await world.sql(
        'select count(*)::int as n from room_reservations v where not exists (select from events e where e.id = v.holder_id)',
      )
    )[0],
  ).toEqual({ n: 0 });
});
