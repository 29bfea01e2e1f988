import { beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { firstCalls } from '#contract/first-calls.ts';
import type { ManagedAnnouncement } from '#contract/announcements/endpoints.ts';
import { announcementLimits } from '#contract/announcements/limits.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const hourMs = 3_600_000;
const at = (hours: number) => new Date(world.clock.now().getTime() + hours * hourMs).toISOString();

type Settings = InputOf<'POST /api/v1/school/announcements'>;
const settings = (text: string, more: Partial<Settings> = {}): Settings => ({
  text,
  link: null,
  kind: 'info',
  accountTypes: [],
  startsAt: at(-1),
  endsAt: at(24),
  ...more,
});
const create = (text: string, more: Partial<Settings> = {}) =>
  world.admin.call('POST /api/v1/school/announcements', settings(text, more));
const update = (
  who: Person,
  { id, version }: ManagedAnnouncement,
  text: string,
  more: Partial<Settings> = {},
) => who.try('PUT /api/v1/school/announcements/{id}', { ...settings(text, more), id, version });
const managed = async (who = world.admin) =>
  (await who.call('GET /api/v1/school/announcements')).items;
const shownTo = async (who: Person) =>
  (await who.call('GET /api/v1/announcements')).items.map(({ text }) => text);
const dismiss = (who: Person, id: string) =>
  who.try('PUT /api/v1/announcements/{id}/dismissal', { id });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const newest = async () => (await world.admin.call('GET /api/v1/audit', { size: 1 })).entries[0];

beforeEach(() => world.sql('delete from announcements where school_id = $1', [world.school]));

test('creating an announcement twice with the same id creates one', async () => {
  const sent = { ...settings('Once'), clientId: newClientId() };
  const [one, two] = await Promise.all(
    [1, 2].map(() => world.admin.call('POST /api/v1/school/announcements', sent)),
  );
  expect(two).toEqual(one);
  expect(await managed()).toHaveLength(1);
});

describe('an announcement', () => {
  test('is shown to the whole school or to its account types, newest first, until it ends', async () => {
    const link = { url: 'https://library.example/hours', label: 'Opening hours' };
    await create('Everyone', { kind: 'warning', link });
    await create('Students', { accountTypes: ['Student'], startsAt: at(0) });
    await create('Staff', { accountTypes: ['Staff', 'Faculty'], startsAt: at(-0.5) });
    await create('Later', { startsAt: at(1 / 60), endsAt: at(2 / 60) });
    await create('Over', { startsAt: at(-3), endsAt: at(-2) });
    expect(await shownTo(world.ana)).toEqual(['Students', 'Everyone']);
    expect(await shownTo(world.cy)).toEqual(['Staff', 'Everyone']);
    expect(await shownTo(world.eve)).toEqual([]);
    expect((await world.ben.call('GET /api/v1/announcements')).items.at(-1)).toEqual({
      id: expect.any(String),
      text: 'Everyone',
      kind: 'warning',
      link,
    });
    expect((await managed()).map(({ text, state, can }) => [text, state, can.update])).toEqual([
      ['Later', 'scheduled', true],
      ['Students', 'shown', true],
      ['Staff', 'shown', true],
      ['Everyone', 'shown', true],
      ['Over', 'ended', false],
    ]);
    world.clock.advance(90_000);
    expect(await shownTo(world.ben)).toContain('Later');
    world.clock.advance(60_000);
    expect(await shownTo(world.ben)).not.toContain('Later');
  });

  test('disappears on all devices of the person who dismisses it, but not for others', async () => {
    const { id } = await create('Library closes at 6 pm');
    const elsewhere = await world.signInAgain(world.ana);
    for (const who of [world.ana, elsewhere]) expect((await dismiss(who, id)).status).toBe(200);
    expect(await shownTo(elsewhere)).toEqual([]);
    expect(await shownTo(world.ben)).toEqual(['Library closes at 6 pm']);
    const [one] = await managed();
    if (one) await update(world.admin, one, 'Library closes at 5 pm');
    expect([await shownTo(world.ana), await shownTo(world.ben)]).toEqual([
      [],
      ['Library closes at 5 pm'],
    ]);
  });

  test('can’t be dismissed by people who don’t see it', async () => {
    const staff = await create('Staff', { accountTypes: ['Staff'] });
    const later = await create('Later', { startsAt: at(1) });
    for (const id of [staff.id, later.id, '999', 'x'])
      expect(codeOf(await dismiss(world.ana, id))).toEqual([404, 'not_found']);
    const { id } = await create('Everyone');
    expect(codeOf(await dismiss(world.eve, id))).toEqual([404, 'not_found']);
  });

  test('has dismissals that are part of a person’s data and deleted with their account', async () => {
    const { id } = await create('Library closes at 6 pm');
    const dora = await world.join({ username: 'dora', first_name: 'Dora', last_name: 'X' });
    await dismiss(dora, id);
    const { sections } = await dora.call('GET /api/v1/account/data');
    expect(sections['dismissedAnnouncements']).toEqual([
      { text: 'Library closes at 6 pm', dismissedAt: expect.any(String) },
    ]);
    await dora.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
    await world.app.jobs.settle();
    expect(await world.sql('select from announcement_dismissals')).toEqual([]);
  });
});

describe('managing announcements', () => {
  test('requires the permission, is recorded in the activity log, and is limited to one’s own school', async () => {
    const one = await create(' Library closes at 6 pm ');
    const detail = { announcement: one.id, text: 'Library closes at 6 pm' };
    expect(await newest()).toMatchObject({ detail: { ...detail, act: 'added' } });
    for (const who of [world.ana, world.ben, world.eve])
      expect(codeOf(await update(who, one, 'Closed'))).toEqual([403, 'forbidden']);
    const id = one.id;
    expect(
      await world.admin.try('PUT /api/v1/school/announcements/{id}', {
        ...settings('A'),
        id: '999',
        version: 1,
      }),
    ).toMatchObject({ status: 404 });
    expect((await update(world.admin, one, 'Closed')).body).toMatchObject({ id, version: 2 });
    expect(await newest()).toMatchObject({ detail: { text: 'Closed', act: 'changed' } });
    await world.admin.call('DELETE /api/v1/school/announcements/{id}', { id });
    expect(await newest()).toMatchObject({ detail: { text: 'Closed', act: 'deleted' } });
    expect(await managed()).toEqual([]);
  });

  test('is possible with a role that has the permission', async () => {
    const { id } = await world.admin.call('POST /api/v1/school/roles', {
      name: 'Announcers',
      permissions: ['announcements.manage'],
    });
    expect((await world.ben.try('GET /api/v1/school/announcements')).status).toBe(403);
    await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', {
      id,
      uid: world.ben.uid,
    });
    expect(await managed(world.ben)).toEqual([]);
  });

  test('rejects the second of two simultaneous edits and keeps the first', async () => {
    const one = await create('Library closes at 6 pm');
    const other = await world.signInAgain(world.admin);
    const answers = await Promise.all([
      update(world.admin, one, 'Library closes at 5 pm'),
      update(other, one, 'Library closes at 4 pm'),
    ]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    expect(lost && codeOf(lost)).toEqual([409, 'announcement_changed']);
    expect(await managed()).toEqual([won?.body]);
  });

  test('allows deleting but not editing an announcement that has ended', async () => {
    const one = await create('Over', { startsAt: at(-3), endsAt: at(-2) });
    expect(one.can).toEqual({ update: false, delete: true });
    expect(codeOf(await update(world.admin, one, 'Again'))).toEqual([409, 'announcement_ended']);
  });

  test('is limited to a number of announcements per school', async () => {
    await world.sql(
      `insert into announcements (school_id, text, kind, account_types, starts_at, ends_at)
       select $1, 'One', 'info', '{}', now(), now() + interval '1 day' from generate_series(1, ${announcementLimits.each})`,
      [world.school],
    );
    expect(
      codeOf(await world.admin.try('POST /api/v1/school/announcements', settings('One more'))),
    ).toEqual([409, 'too_many_announcements']);
  });

  const wrong: readonly [string, () => object, number, string][] = [
    ['an end before its start', () => ({ endsAt: at(-2) }), 422, 'announcement_times'],
    ['more than a year', () => ({ endsAt: at(367 * 24) }), 422, 'announcement_times'],
    ['a text that is too long', () => ({ text: 'x'.repeat(301) }), 400, 'invalid_input'],
    [
      'a link without https',
      () => ({ link: { url: 'http://a.example', label: 'A' } }),
      400,
      'invalid_input',
    ],
    [
      'a link with a username in it',
      () => ({ link: { url: 'https://bank.example@a.example', label: 'A' } }),
      400,
      'invalid_input',
    ],
    [
      'a link that is a script',
      () => ({ link: { url: 'javascript:alert(1)', label: 'A' } }),
      400,
      'invalid_input',
    ],
    [
      'a link without a label',
      () => ({ link: { url: 'https://a.example', label: ' ' } }),
      400,
      'invalid_input',
    ],
    [
      'an account type that doesn’t exist',
      () => ({ accountTypes: ['Wizard'] }),
      400,
      'invalid_input',
    ],
  ];
  test.each(wrong)('rejects %s', async (_, more, status, code) => {
    const sent = { ...settings('A'), ...more() };
    expect(codeOf(await world.admin.try('POST /api/v1/school/announcements', sent))).toEqual([
      status,
      code,
    ]);
    expect(await managed()).toEqual([]);
  });
});

test('only pages that show the bars load announcements', () => {
  const keysAt = (path: string) => firstCalls(path, new URLSearchParams()).map(({ key }) => key);
  expect(keysAt('/settings/profile')).toContain('GET /api/v1/announcements');
  expect(keysAt('/embed/profile')).not.toContain('GET /api/v1/announcements');
});

test('a key posts an announcement once, and people see it', async () => {
  const { token } = await world.admin.call('POST /api/v1/api-keys', {
    name: 'Program',
    scopes: ['announcements.write'],
  });
  const ask = () =>
    world.visit('/api/v1/data/announcements', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  const now = world.clock.now().getTime();
  const body = {
    clientId: newClientId(),
    text: 'The library opens at 9.',
    link: null,
    kind: 'info',
    accountTypes: [],
    startsAt: new Date(now - 1_000).toISOString(),
    endsAt: new Date(now + 86_400_000).toISOString(),
  };
  const first = await ask();
  const again = await ask();
  const idIn = ({ body: reply }: { body: unknown }) => (reply as { id: string }).id;
  expect([first.status, idIn(again)]).toEqual([200, idIn(first)]);
  const { items } = await world.ana.call('GET /api/v1/announcements');
  expect(items.filter(({ text }) => text === body.text)).toHaveLength(1);
  expect((await world.eve.call('GET /api/v1/announcements')).items).toEqual([]);
  const log = await world.sql(
    `select 1 from activity_log where kind = 'announcement_changed' and detail ->> 'text' = $1`,
    [body.text],
  );
  expect(log).toHaveLength(1);
});
