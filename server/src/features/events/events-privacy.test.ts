import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, worldPassword, type Person } from '../../../test/world.ts';

const world = inWorld();

const timesFrom = (hours: number) => {
  const start = Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * 3_600_000;
  return {
    dateStart: new Date(start).toISOString(),
    dateEnd: new Date(start + 3_600_000).toISOString(),
    timeZone: 'Europe/Berlin',
  };
};
const make = (more: Record<string, unknown>) => ({
  clientId: newClientId(),
  title: 'Secret rehearsal',
  ...timesFrom(48),
  ...more,
});

test('an officer can’t add people who blocked them to an event, and gets no sign of the block', async () => {
  const officer = await world.join({ username: 'otto' });
  const blocker = await world.join({ username: 'bella' });
  const club = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Stage',
    membership: 'open',
    president: officer.uid,
  });
  await blocker.call('PUT /api/v1/blocks/{uid}', { uid: officer.uid });
  const uid = blocker.uid;
  const made = await officer.call(
    'POST /api/v1/events',
    make({ club: club.id, hosts: [uid, officer.uid], invited: [uid] }),
  );
  const settings = await officer.call('GET /api/v1/events/{id}/settings', { id: made.id });
  expect(settings.hosts.map((one) => one.uid)).toEqual([officer.uid]);
  expect(settings.invited).toEqual([]);
  await officer.call('POST /api/v1/events/{id}/publish', { id: made.id, version: made.version });
  const add = () =>
    officer.call('POST /api/v1/events/{id}/attendees', {
      id: made.id,
      act: 'register',
      uids: [uid, world.ana.uid],
    });
  expect((await add()).changed).toEqual([world.ana.uid]);
  // Registered people can be checked in.
  await blocker.call('PUT /api/v1/events/{id}/registration', { id: made.id, maybe: true });
  expect((await add()).changed).toEqual([uid]);
});

test('data exports contain no drafts, and a former officer no longer sees the club’s events', async () => {
  const club = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Choir',
    membership: 'open',
    president: world.ben.uid,
  });
  const made = await world.admin.call(
    'POST /api/v1/events',
    make({ club: club.id, audience: 'invited', invited: [world.cy.uid], isDraft: true }),
  );
  const sections = async () =>
    JSON.stringify((await world.cy.call('GET /api/v1/account/data')).sections);
  expect(await sections()).not.toContain('Secret rehearsal');
  await world.admin.call('POST /api/v1/events/{id}/publish', {
    id: made.id,
    version: made.version,
  });
  expect(await sections()).toContain('Secret rehearsal');
  const shown = async () =>
    (await world.ben.call('GET /api/v1/clubs/{id}/about', { id: club.id })).events;
  expect(await shown()).toHaveLength(1);
  await world.sql(
    `update role_grants set ends_at = now() - interval '1 day' where user_id = $1 and scope_id = $2`,
    [world.ben.id, club.id],
  );
  expect((await world.ben.try('GET /api/v1/events/{id}', { id: made.id })).status).toBe(404);
  expect(await shown()).toEqual([]);
  // Nothing else counts an ended position.
  const { items } = await world.admin.call('GET /api/v1/clubs/{id}/members', { id: club.id });
  expect(items.filter(({ role }) => role === 'officer')).toEqual([]);
  expect(
    await world.sql('select from current_grants where user_id = $1 and scope_id = $2', [
      world.ben.id,
      club.id,
    ]),
  ).toHaveLength(0);
});

test('guessing access codes returns 429', async () => {
  const { id } = await world.admin.call(
    'POST /api/v1/events',
    make({ ticketKinds: [{ name: 'Crew', accessCode: '4711', isHidden: true }] }),
  );
  let status = 200;
  for (let nth = 0; nth < 300 && status === 200; nth += 1)
    status = (await world.cy.try('GET /api/v1/events/{id}', { id, code: String(nth) })).status;
  expect(status).toBe(429);
});

test('[EVENT-01] only hosts see attendance and ticket types, and only they can filter by them', async () => {
  const { admin, ana, ben, cy } = world;
  const { id } = await admin.call(
    'POST /api/v1/events',
    make({ title: 'Gala', ticketKinds: [{ name: 'Member', quota: null }] }),
  );
  const page = await ana.call('GET /api/v1/events/{id}', { id });
  const [kind] = page.ticketKinds;
  for (const who of [ana, ben])
    await who.call('PUT /api/v1/events/{id}/registration', { id, ticketKind: kind?.id });
  await admin.call('POST /api/v1/events/{id}/attendees', { id, act: 'attended', uids: [ana.uid] });
  const list = async (who: Person, more: Record<string, unknown>) =>
    (await who.call('GET /api/v1/events/{id}/attendees', { id, ...more })).items
      .map(({ uid, status }) => [uid, status])
      .toSorted();
  const all = [ana, ben].map(({ uid }) => [uid, 'registered']).toSorted();
  expect(await list(cy, {})).toEqual(all);
  expect(await list(cy, { status: 'registered' })).toEqual(all);
  expect(await list(cy, { status: 'attended' })).toEqual([]);
  expect(await list(cy, { ticketKind: '999' })).toEqual(all);
  expect(await list(admin, { status: 'attended' })).toEqual([[ana.uid, 'attended']]);
  expect(await list(admin, { ticketKind: '999' })).toEqual([]);
});

test('erasing an account removes its registration and gives the spot to the waitlist', async () => {
  const finn = await world.join({ username: 'finn' });
  const { id } = await world.admin.call('POST /api/v1/events', make({ capacity: 1 }));
  await finn.call('PUT /api/v1/events/{id}/registration', { id });
  expect(await world.ana.call('PUT /api/v1/events/{id}/registration', { id })).toMatchObject({
    status: 'waiting',
  });
  await finn.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();
  const page = await world.ana.call('GET /api/v1/events/{id}', { id });
  expect(page).toMatchObject({ mine: { status: 'registered' }, registration: { taken: 1 } });
  expect(await world.sql('select from event_registrations where user_id = $1', [finn.id])).toEqual(
    [],
  );
  const { items } = await world.ana.call('GET /api/v1/notifications', {});
  expect(JSON.stringify(items)).toContain('Secret rehearsal');
});

test('requesting the calendar file of public events too often returns 429', async () => {
  let status = 200;
  for (let nth = 0; nth < 400 && status === 200; nth += 1)
    ({ status } = await world.visit('/events.ics'));
  expect(status).toBe(429);
});

test('an event’s list entry and its page agree on who can see the event and which attendees each person sees', async () => {
  const { admin, ana, cy } = world;
  const friend = await world.join({ username: 'frida' });
  const held = await world.join({ username: 'helga' });
  const blocker = await world.join({ username: 'boris' });
  const shy = await world.join({ username: 'sara' });
  for (const one of [friend, held, blocker, shy])
    await world.sql(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
      values ($1, least($2::bigint, $3::bigint), greatest($2::bigint, $3::bigint), $2, true, now(), now())`,
      [world.school, ana.id, one.id],
    );
  const makeClub = (name: string) =>
    admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name,
      membership: 'open',
      president: world.ben.uid,
    });
  const [seen, hidden] = [await makeClub('Seen'), await makeClub('Hidden')];
  const publish = async (title: string, more: Record<string, unknown>) =>
    (await admin.call('POST /api/v1/events', make({ title, ...more }))).id;
  const events = {
    open: await publish('Common open', {}),
    clubs: await publish('Common of a club', { club: seen.id }),
    members: await publish('Common of members', { club: seen.id, audience: 'members' }),
    gone: await publish('Common of a hidden club', { club: hidden.id }),
    invited: await publish('Common by invitation', { audience: 'invited', invited: [cy.uid] }),
    shared: await publish('Common of two', {
      club: hidden.id,
      audience: 'members',
      cohosts: [seen.id],
    }),
  };
  const going = { friend, held, blocker, shy };
  for (const one of Object.values(going))
    await one.call('PUT /api/v1/events/{id}/registration', {
      id: events.open,
      isHidden: one === shy,
    });
  await admin.call('PUT /api/v1/clubs/{id}/hidden', { id: hidden.id });
  await world.sql('update users set has_hold = true where id = $1', [held.id]);
  await blocker.call('PUT /api/v1/blocks/{uid}', { uid: ana.uid });

  const shown = async (who: Person) => {
    const names = Object.keys(events) as (keyof typeof events)[];
    const filters = JSON.stringify({ Search: 'Common' });
    const listed = await who.call('GET /api/v1/events', { filters, pageSize: 50 });
    // By time and one by one: two methods for the same list.
    const all = await who.call('GET /api/v1/events', { pageSize: 100 });
    const pages = await Promise.all(
      names.map(async (name) => ({
        name,
        status: (await who.try('GET /api/v1/events/{id}', { id: events[name] })).status,
      })),
    );
    const inList = (items: readonly { id: string }[]) =>
      names.filter((name) => items.some(({ id }) => id === events[name]));
    return {
      searched: inList(listed.items),
      listed: inList(all.items),
      pages: pages.flatMap(({ name, status }) => (status === 200 ? [name] : [])),
    };
  };
  const everywhere = (names: readonly string[]) => ({
    searched: names,
    listed: names,
    pages: names,
  });
  expect(await shown(ana)).toEqual(everywhere(['open', 'clubs']));
  expect(await shown(cy)).toEqual(everywhere(['open', 'clubs', 'invited']));
  expect(await shown(admin)).toEqual(everywhere(Object.keys(events)));
  await ana.call('PUT /api/v1/clubs/{id}/membership', { id: seen.id });
  expect(await shown(ana)).toEqual(everywhere(['open', 'clubs', 'members', 'shared']));
  await world.sql('update clubs set deleted_at = now() where id = $1', [seen.id]);
  expect(await shown(ana)).toEqual(everywhere(['open', 'shared']));
  await world.sql('update clubs set deleted_at = null where id = $1', [seen.id]);
  expect((await world.eve.try('GET /api/v1/events/{id}', { id: events.open })).status).toBe(404);

  const knownTo = async (who: Person) => {
    const { items } = await who.call('GET /api/v1/events', { pageSize: 100 });
    const page = await who.call('GET /api/v1/events/{id}', { id: events.open });
    const uids = (people: readonly { uid: string }[] | undefined) =>
      Object.entries(going).flatMap(([name, one]) =>
        people?.some(({ uid }) => uid === one.uid) ? [name] : [],
      );
    const item = items.find(({ id }) => id === events.open);
    return {
      listed: [item?.going.known, uids(item?.going.people)],
      page: [page.going.known, uids(page.going.people)],
      attendees: [page.attendees?.count, uids(page.attendees?.people)],
    };
  };
  // Ana's connections: she can see the one with a directory hold, but not the one who blocked her or hides their attendance.
  expect(await knownTo(ana)).toEqual({
    listed: [2, ['friend', 'held']],
    page: [2, ['friend', 'held']],
    attendees: [2, ['friend', 'held']],
  });
  // Cy has no connections. Two of the visible people attend.
  expect(await knownTo(cy)).toEqual({
    listed: [0, []],
    page: [0, []],
    attendees: [2, ['friend', 'blocker']],
  });
});
