import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { SchoolScope } from '#contract/api-keys/scopes.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();

const keyWith = async (...scopes: SchoolScope[]) =>
  (await world.admin.call('POST /api/v1/api-keys', { name: 'Program', scopes })).token;
const ask = async (token: string, path: string) => {
  const answer = await world.visit(`/api/v1/data/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: answer.body as Record<string, unknown> };
};
interface Listed {
  items: Record<string, unknown>[];
  nextCursor: string | null;
}
/** Reads a list in pages of `size` rows. */
const list = async (token: string, path: string, size = 2) => {
  const items: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const sign = path.includes('?') ? '&' : '?';
    const answer = await ask(
      token,
      `${path}${sign}size=${size}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    expect([answer.status, answer.body]).toEqual([200, answer.body]);
    const page = answer.body as unknown as Listed;
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
};
const send = (token: string, path: string, text: string, query = '') =>
  world.app.http.inject({
    method: 'PUT',
    url: `/api/v1/data/${path}${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload: text,
  });

let club = '';
let hidden = '';
beforeAll(async () => {
  const { admin, ana } = world;
  const create = (name: string) =>
    admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name,
      membership: 'open',
      president: ana.uid,
    });
  ({ id: club } = await create('Robotics'));
  ({ id: hidden } = await create('Secret plans'));
  await world.sql('update clubs set is_hidden = true where id = $1', [hidden]);
  await world.ben.call('PUT /api/v1/clubs/{id}/membership', { id: club });
});

test('a key reads the clubs that everyone can see, and their members, but nothing of another school', async () => {
  const token = await keyWith('clubs.read', 'members.read');
  const clubs = await list(token, 'clubs');
  expect(clubs.map(({ name }) => name)).toContain('Robotics');
  expect(clubs.map(({ name }) => name)).not.toContain('Secret plans');
  expect(clubs.find(({ id }) => id === club)).toMatchObject({
    members: 2,
    membership: 'open',
    url: expect.stringMatching(new RegExp(`^https?://.+/clubs/${club}$`)),
  });
  const members = await list(token, `clubs/${club}/members`, 1);
  expect(members.map(({ username }) => username).toSorted()).toEqual(['ana', 'ben']);
  expect(members.find(({ username }) => username === 'ana')).toMatchObject({
    hasHold: false,
    positions: ['President'],
  });
  expect((await ask(token, 'people')).body).toMatchObject({ code: 'missing_scope' });
  // The stranger manages another school, and her key works only there.
  await world.sql(`update users set is_admin = true where username = 'eve'`, [], world.otherSchool);
  const eve = await world.signInAgain(world.eve);
  const north = await eve.call('POST /api/v1/api-keys', { name: 'North', scopes: ['clubs.read'] });
  expect((await ask(north.token, 'clubs')).status).toBe(401);
});

test('a key reads events by start, without drafts, those for members and those of hidden clubs', async () => {
  const make = async (title: string, more: Record<string, unknown>) =>
    world.admin.call('POST /api/v1/events', {
      clientId: newClientId(),
      title,
      club,
      dateStart: new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString(),
      dateEnd: new Date(world.clock.now().getTime() + 2 * 86_400_000 + 3_600_000).toISOString(),
      timeZone: 'Europe/Berlin',
      ...more,
    });
  const shown = await make('Robot show', { audience: 'public' });
  await make('Robot school', { audience: 'school' });
  await make('Members only', { audience: 'members' });
  await make('Draft', { isDraft: true });
  await make('Hidden plans', { club: hidden });
  await world.ben.call('PUT /api/v1/events/{id}/registration', { id: shown.id });
  const token = await keyWith('events.read', 'attendees.read');
  const events = await list(token, 'events', 1);
  expect(events.map(({ title }) => title).toSorted()).toEqual(['Robot school', 'Robot show']);
  expect(events.find(({ title }) => title === 'Robot show')).toMatchObject({
    // The school doesn't show its events to visitors.
    audience: 'school',
    club: { id: club, name: 'Robotics' },
    timeZone: 'Europe/Berlin',
  });
  await world.admin.call('PUT /api/v1/school/sharing', {
    isOn: true,
    isIndexed: false,
    areEventsOn: true,
  });
  const shared = await list(token, 'events');
  expect(shared.find(({ title }) => title === 'Robot show')).toMatchObject({ audience: 'public' });
  // A person who shows only the hosts that they are going.
  await world.cy.call('PUT /api/v1/events/{id}/registration', { id: shown.id, isHidden: true });
  expect(await list(token, `events/${shown.id}/attendees`)).toMatchObject([
    { username: 'ben', status: 'registered' },
  ]);
  const far = await ask(token, 'events?from=2026-01-01T00:00:00Z&to=2028-01-01T00:00:00Z');
  expect([far.status, far.body['code']]).toEqual([400, 'data_span']);
});

test('keys list people, sections, balances and verified entries, each only with its scope', async () => {
  const people = await list(await keyWith('people.read'), 'people');
  expect(people.map(({ username }) => username)).toEqual(
    expect.arrayContaining(['ana', 'ben', 'admin']),
  );
  expect(people.map(({ username }) => username)).not.toContain('eve');
  const courses = await keyWith('courses.write', 'courses.read');
  const sent = async (name: string, text: string) =>
    expect((await send(courses, `courses/imports/${name}`, text)).json()).toMatchObject({
      isStored: true,
      problems: [],
    });
  await sent(
    'terms.csv',
    'code,name,start,end,timeZone\nT1,Fall,2026-09-01,2026-12-20,Europe/Berlin\n',
  );
  await sent('courses.csv', 'code,number,title\nC1,CS 101,Programming\n');
  await sent('sections.csv', 'code,course,term\nS1,C1,T1\n');
  await sent('section-members.csv', 'section,username,role\nS1,ana,student\nS1,ben,teacher\n');
  expect(await list(courses, 'sections?term=T1')).toMatchObject([
    { code: 'S1', teachers: ['ben'], students: 1, course: { number: 'CS 101' } },
  ]);
  await world.sql(
    `with a as (insert into finance_accounts (school_id, user_id, currency) values ($1, $2, 'EUR') returning school_id, id)
    insert into finance_balances (school_id, account_id, balance) select school_id, id, 1250 from a`,
    [world.school, world.ben.id],
  );
  expect(await list(await keyWith('finance.read'), 'accounts')).toMatchObject([
    { username: 'ben', balance: { amount: 1_250, currency: 'EUR' }, holds: 0 },
  ]);
  expect(await list(await keyWith('record.read'), 'record-entries')).toEqual([]);
});

test('a key imports clubs and events, which an admin can undo, and no other lists', async () => {
  const token = await keyWith('clubs.write', 'events.write');
  const file = 'code,name\nchess,Chess\n';
  expect((await send(token, 'clubs/imports/clubs.csv', file, '?dryRun=yes')).json()).toMatchObject({
    isStored: false,
    changes: expect.arrayContaining([expect.objectContaining({ what: 'clubs', added: 1 })]),
  });
  const stored = (await send(token, 'clubs/imports/clubs.csv', file)).json() as {
    importId: string;
  };
  const events =
    'code,title,club,start,end,timeZone,status\nopen,Open games,chess,2026-12-20T18:00,2026-12-20T20:00,Europe/Berlin,published\n';
  expect((await send(token, 'events/imports/events.csv', events)).json()).toMatchObject({
    isStored: true,
    problems: [],
  });
  for (const path of [
    'clubs/imports/people.csv',
    'clubs/imports/club-officers.csv',
    'events/imports/clubs.csv',
  ])
    expect((await send(token, path, 'username\nx\n')).statusCode).toBe(400);
  expect((await send(token, 'courses/imports/courses.csv', 'code\n')).json()).toMatchObject({
    code: 'missing_scope',
  });
  expect(stored.importId).toMatch(/^\d+$/);
  expect(await world.sql(`select name from clubs where code = 'chess'`)).toEqual([
    { name: 'Chess' },
  ]);
});
