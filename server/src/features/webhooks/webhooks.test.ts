import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookEvent } from '#contract/webhook-events.ts';
import { webhookData, type Webhook } from '#contract/webhooks.ts';
import { inReceiver } from '../../../test/webhook-receiver.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { insertEvent } from '../../kernel/outbox.ts';
import { inTransaction } from '../../kernel/database.ts';
import { keepTidy } from '../../kernel/upkeep.ts';
import { deleteOldDeliveries } from './deliveries/deliveries.queries.ts';
import { atOncePerHook, busySeconds, failingDays, webhooksMax } from './webhooks.rules.ts';

const world = inWorld();
const { receiver, at, verified } = inReceiver();

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];
/** Somebody with tokens that live; signing in is slow on purpose. */
const fresh = (person: 'ana' | 'admin') => {
  let [who, until]: [Person | undefined, number] = [undefined, 0];
  return async (): Promise<Person> => {
    if (who === undefined || world.clock.now().getTime() > until) {
      who = await world.again(world[person]);
      until = world.clock.now().getTime() + 300_000;
    }
    return who;
  };
};
const admin = fresh('admin');
const ana = fresh('ana');
const settle = () => world.app.jobs.settle();
const later = async (ms: number) => {
  world.clock.advance(ms);
  await settle();
};
const add = async (path: string, events: WebhookEvent[] = ['person.changed'], who?: Person) =>
  (who ?? (await admin())).call('POST /api/v1/webhooks', { url: receiver.url + path, events });
const read = async (id: string): Promise<Webhook | undefined> =>
  (await (await admin()).call('GET /api/v1/webhooks')).items.find((one) => one.id === id);
const sent = async (id: string) => (await (await admin()).call('GET /api/v1/webhooks/{id}/deliveries', { id })).items;
const remove = async (id: string) => (await admin()).call('DELETE /api/v1/webhooks/{id}', { id });
/** Something happens at the first school. */
const happen = async (times = 1) => {
  const who = await ana();
  for (let n = 0; n < times; n += 1) await who.call('PATCH /api/v1/profile', { workTitle: `Title ${world.clock.now().getTime()} ${n}` });
};
const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;

beforeAll(() => world.sql(`update users set is_admin = true where username = 'eve'`, [], world.otherSchool));
afterEach(async () => {
  receiver.answer = () => ({ status: 204 });
  await settle();
  for (const school of [world.school, world.otherSchool]) await world.sql('delete from webhooks', [], school);
});

describe('a webhook', () => {
  test('tells each event it was given, signed, with ids only', async () => {
    const { webhook, secret } = await add('/all', ['connection.requested', 'connection.accepted', 'connection.ended', 'person.changed']);
    const act = async (who: Person, other: Person, type: 'request' | 'accept' | 'disconnect') =>
      (await world.again(who)).call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });
    await act(world.ana, world.ben, 'request');
    await act(world.ben, world.ana, 'accept');
    await act(world.ana, world.ben, 'disconnect');
    await happen();
    await (await world.again(world.ana)).call('PATCH /api/v1/privacy', { choices: { phoneHome: 'me' } });
    await settle();
    await later(busySeconds * second);
    const told = at('/all').map((one) => verified(one, secret, world.clock.now()));
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    const [one, other] = [world.ana.uid, world.ben.uid];
    expect(told).toHaveLength(5);
    expect(told).toEqual(
      expect.arrayContaining([
        { type: 'connection.requested', timestamp, data: { from: one, to: other } },
        { type: 'connection.accepted', timestamp, data: { by: other, of: one } },
        { type: 'connection.ended', timestamp, data: { by: one, other } },
        { type: 'person.changed', timestamp, data: { uid: one } },
      ]),
    );
    for (const content of told as { type: keyof typeof webhookData; data: unknown }[])
      expect(webhookData[content.type].strict().parse(content.data)).toEqual(content.data);
    expect(at('/all')[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_\w{32}$/),
    });
    const deliveries = await sent(webhook.id);
    expect(deliveries.map(({ state }) => state)).toEqual(Array(5).fill('done'));
    expect(deliveries[0]?.tries).toEqual([
      { number: 1, at: expect.any(String), tookMs: expect.any(Number), status: 204, problem: null, answer: '' },
    ]);
  });

  test('tells of people a provider adds, of imports, and of who leaves; never of blocks, reports and passwords', async () => {
    await add('/people', ['person.added', 'person.erased', 'import.stored', 'import.undone', 'person.changed']);
    const dan = await world.join({ username: 'dan' });
    await dan.call('PUT /api/v1/blocks/{uid}', { uid: world.ben.uid });
    await dan.call('POST /api/v1/reports', { uid: world.ben.uid, reason: 'spam' });
    await dan.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
    await inTransaction(world.pool, { school: world.school }, async (db) => {
      await insertEvent(db, world.school, null, 'import_stored', { import: 7 });
      await insertEvent(db, world.school, null, 'import_undone', { import: 7 });
    });
    const { token } = await (await admin()).call('POST /api/v1/api-keys', { name: 'Entra', scopes: ['provisioning'] });
    const made = await world.visit('/scim/v2/Users', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: { userName: 'una' },
    });
    await settle();
    const told = at('/people').map(({ body }) => JSON.parse(body) as { type: string; data: unknown });
    expect(told.map(({ type, data }) => ({ type, data })).toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
      { type: 'import.stored', data: { id: '7' } },
      { type: 'import.undone', data: { id: '7' } },
      { type: 'person.added', data: { uid: (made.body as { id: string }).id } },
      { type: 'person.erased', data: { uid: dan.uid } },
    ]);
  });

  test('tells nothing it was not given, nothing while it is off, and nothing of another school', async () => {
    const eve = await world.again(world.eve);
    const { webhook: north } = await add('/north', ['person.changed'], eve);
    await add('/other', ['person.erased']);
    const { webhook: off } = await add('/off');
    await (await admin()).call('PATCH /api/v1/webhooks/{id}', { id: off.id, isOn: false });
    await happen();
    await settle();
    for (const path of ['/north', '/other', '/off']) expect(at(path)).toEqual([]);
    await eve.call('PATCH /api/v1/profile', { workTitle: 'Dean' });
    await settle();
    expect(at('/north').map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual([{ uid: world.eve.uid }]);
    expect(at('/other')).toEqual([]);
    // Nor does its admin reach a webhook here.
    for (const [call, more] of [
      ['GET /api/v1/webhooks/{id}/deliveries', {}],
      ['PATCH /api/v1/webhooks/{id}', { isOn: true }],
      ['POST /api/v1/webhooks/{id}/test', {}],
      ['POST /api/v1/webhooks/{id}/secret', {}],
      ['DELETE /api/v1/webhooks/{id}', {}],
    ] as const)
      expect([call, (await eve.try(call, { id: off.id, ...more })).status]).toEqual([call, 404]);
    expect((await eve.call('GET /api/v1/webhooks')).items.map(({ id }) => id)).toEqual([north.id]);
  });

  test('shows its secret once; what is kept of it does not read as it', async () => {
    const { webhook, secret } = await add('/secret');
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(webhook).toMatchObject({
      isOn: true,
      offReason: null,
      failingSince: null,
      formerSecretUntil: null,
      by: { uid: world.admin.uid },
    });
    expect(JSON.stringify(await read(webhook.id))).not.toContain('whsec');
    const rows = await world.sql<{ row: string }>('select w::text as row from webhooks w');
    for (const { row } of rows) expect(row).not.toContain(secret.slice(6, 20));
  });

  test('with a new secret signs with both for 24 hours, then with the new one', async () => {
    const { webhook, secret: former } = await add('/rotated');
    const { webhook: rotated, secret } = await (await admin()).call('POST /api/v1/webhooks/{id}/secret', { id: webhook.id });
    expect(rotated.formerSecretUntil).toBe(new Date(world.clock.now().getTime() + day).toISOString());
    await happen();
    await later(day - second);
    const [both] = at('/rotated');
    expect(String(both?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const one of [former, secret]) expect(both && verified(both, one, world.clock.now())).toMatchObject({ type: 'person.changed' });
    world.clock.advance(second);
    await happen();
    await settle();
    const last = at('/rotated').at(-1);
    expect(last && verified(last, secret, world.clock.now())).toMatchObject({ type: 'person.changed' });
    expect(() => last && verified(last, former, world.clock.now())).toThrow('No matching signature');
    expect((await read(webhook.id))?.formerSecretUntil).toBeNull();
  });

  test('is refused without an address that may be called or events that exist, and when there are enough', async () => {
    const who = await admin();
    const wish = { url: 'https://hooks.example/x', events: ['person.changed'] };
    for (const url of ['http://hooks.example/x', 'ftp://hooks.example', 'https://me:secret@hooks.example/', 'hooks.example'])
      expect([url, code(await who.try('POST /api/v1/webhooks', { ...wish, url }))]).toEqual([url, 'webhook_address']);
    for (const events of [[], ['person.blocked'], ['webhook.test'], ['person.changed', 'person.changed']])
      expect((await who.try('POST /api/v1/webhooks', { ...wish, events })).status).toBe(400);
    const asked = await Promise.all(Array.from({ length: webhooksMax + 2 }, () => who.try('POST /api/v1/webhooks', wish)));
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array<number>(webhooksMax).fill(200), 409, 409]);
    for (const { id } of (await who.call('GET /api/v1/webhooks')).items) {
      expect(code(await who.try('PATCH /api/v1/webhooks/{id}', { id, url: 'http://hooks.example/' }))).toBe('webhook_address');
    }
  });

  test('is recorded by its host, never by its address', async () => {
    const { webhook } = await add('/recorded?token=secret');
    const who = await admin();
    await who.call('PATCH /api/v1/webhooks/{id}', { id: webhook.id, events: ['person.erased'], isOn: false });
    await who.call('POST /api/v1/webhooks/{id}/secret', { id: webhook.id });
    await remove(webhook.id);
    const { entries } = await (await admin()).call('GET /api/v1/audit', { size: 5 });
    expect(entries.map(({ kind, detail }) => [kind, detail['what']])).toEqual([
      ['webhook_changed', 'deleted'],
      ['webhook_changed', 'new_secret'],
      ['webhook_changed', 'off'],
      ['webhook_changed', 'changed'],
      ['webhook_changed', 'added'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('token=');
    expect(entries[0]?.detail).toMatchObject({ host: new URL(receiver.url).host });
  });
});

describe('a delivery', () => {
  test('that fails is tried eight times in about a day, under one id, and then given up', async () => {
    receiver.answer = () => ({ status: 503, body: 'Busy.' });
    const { webhook, secret } = await add('/failing');
    await happen();
    await settle();
    const begun = world.clock.now().getTime();
    const times: number[] = [];
    for (let tries = 1; tries < 8; tries += 1) {
      const [delivery] = await sent(webhook.id);
      expect([delivery?.state, delivery?.tries.length]).toEqual(['waiting', tries]);
      const next = Date.parse(delivery?.nextAt ?? '');
      await later(next - world.clock.now().getTime() - second);
      expect(at('/failing')).toHaveLength(tries);
      await later(second);
      expect(at('/failing')).toHaveLength(tries + 1);
      times.push((world.clock.now().getTime() - begun) / hour);
    }
    expect(times.at(-1)).toBeGreaterThan(23);
    expect(times.at(-1)).toBeLessThan(26);
    await later(2 * day);
    expect(at('/failing')).toHaveLength(8);
    const [delivery] = await sent(webhook.id);
    expect(delivery).toMatchObject({ state: 'failed', nextAt: null });
    expect(delivery?.tries.map(({ number, status, answer }) => [number, status, answer])).toEqual(
      [8, 7, 6, 5, 4, 3, 2, 1].map((number) => [number, 503, 'Busy.']),
    );
    expect(new Set(at('/failing').map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    const last = at('/failing').at(-1);
    expect(new Set(at('/failing').map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect(last && verified(last, secret, new Date(begun + 24.58 * hour))).toBeDefined();
    expect((await read(webhook.id))?.failingSince).toBe(new Date(begun).toISOString());

    receiver.answer = () => ({ status: 200 });
    await happen();
    await settle();
    expect((await read(webhook.id))?.failingSince).toBeNull();
  });

  test('is sent once per try, however many jobs do it at once', async () => {
    receiver.answer = () => ({ status: 204, ms: 50 });
    const { webhook } = await add('/once');
    const asked = await (await admin()).call('POST /api/v1/webhooks/{id}/test', { id: webhook.id });
    const jobs = () =>
      inTransaction(world.pool, { school: world.school }, async (db) => {
        for (let n = 0; n < 10; n += 1)
          await insertEvent(db, world.school, null, 'webhook_delivery_due', { delivery: Number(asked.id), tries: 0 });
      });
    await jobs();
    await settle();
    // Those of a try that is over find nothing to do either.
    await jobs();
    await settle();
    expect(at('/once')).toHaveLength(1);
    expect((await sent(webhook.id))[0]).toMatchObject({ state: 'done', tries: [{ number: 1 }] });
  });

  test('is told once of an event whose job runs twice', async () => {
    await add('/twice');
    await happen();
    await settle();
    await world.sql(`update outbox set delivered_at = null where id = (select max(id) from outbox where kind = 'profile_changed')`);
    await settle();
    expect(at('/twice')).toHaveLength(1);
  });

  test('waits while its receiver has enough in hand', async () => {
    receiver.answer = () => ({ status: 204, ms: 60 });
    receiver.busiest = 0;
    await add('/slow');
    await happen(atOncePerHook + 3);
    await settle();
    expect([receiver.busiest, at('/slow').length]).toEqual([atOncePerHook, atOncePerHook]);
    await later(busySeconds * second);
    expect([receiver.busiest, at('/slow').length]).toEqual([atOncePerHook, atOncePerHook + 3]);
  });

  test('follows no redirect, keeps 2 KB of an answer, and says why there was none', async () => {
    receiver.answer = (path) =>
      path === '/leads' ? { status: 302, headers: { location: `${receiver.url}/elsewhere` } } : { status: 500, body: 'é\0'.repeat(5_000) };
    const { webhook: leads } = await add('/leads');
    const { webhook: long } = await add('/long');
    const { webhook: dead } = await (
      await admin()
    ).call('POST /api/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['person.changed'] });
    await happen();
    await settle();
    const first = async (id: string) => (await sent(id))[0]?.tries[0];
    expect(await first(leads.id)).toMatchObject({ status: 302, problem: null });
    expect(at('/elsewhere')).toEqual([]);
    const answer = (await first(long.id))?.answer ?? '';
    expect(answer.startsWith('éé')).toBe(true);
    expect([answer.length, answer.includes('\0')]).toEqual([683, false]);
    expect(await first(dead.id)).toMatchObject({ status: null, problem: 'unreachable' });
  });

  test('is sent again, as it was, when an admin asks, and a test when they ask, also while the webhook is off', async () => {
    const { webhook, secret } = await add('/again');
    await happen();
    await settle();
    const who = await admin();
    const [first] = await sent(webhook.id);
    receiver.answer = () => ({ status: 500 });
    await who.call('POST /api/v1/webhooks/{id}/test', { id: webhook.id });
    await settle();
    expect((await sent(webhook.id))[0]).toMatchObject({ event: 'webhook.test', state: 'failed', nextAt: null });
    receiver.answer = () => ({ status: 204 });
    await who.call('PATCH /api/v1/webhooks/{id}', { id: webhook.id, isOn: false });
    const ask = { id: webhook.id, delivery: first?.id ?? '' };
    expect((await who.call('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', ask)).state).toBe('waiting');
    expect(code(await who.try('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', ask))).toBe('delivery_waits');
    for (const delivery of ['0', '99999', 'x'])
      expect((await who.try('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', { ...ask, delivery })).status).toBe(404);
    await settle();
    const [one, , two] = at('/again');
    expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']]);
    const test_ = await who.call('POST /api/v1/webhooks/{id}/test', { id: webhook.id });
    expect(test_).toMatchObject({ event: 'webhook.test', state: 'waiting', tries: [] });
    await settle();
    const third = at('/again').slice(3);
    expect(third.map((call) => verified(call, secret, world.clock.now()))).toEqual([
      { type: 'webhook.test', timestamp: expect.any(String), data: { webhook: webhook.id } },
    ]);
    expect((await sent(webhook.id)).map(({ event, state, tries }) => [event, state, tries.length])).toEqual([
      ['webhook.test', 'done', 1],
      ['webhook.test', 'failed', 1],
      ['person.changed', 'done', 2],
    ]);
    // What fails while it is off is not tried again.
    receiver.answer = () => ({ status: 500 });
    await who.call('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', ask);
    await settle();
    const before = at('/again').length;
    await later(day);
    expect(at('/again')).toHaveLength(before);
    expect((await sent(webhook.id)).at(-1)).toMatchObject({ state: 'failed', nextAt: null });
  });

  test('that has failed for days switches its webhook off, which says so; switched on, it begins anew', async () => {
    receiver.answer = () => ({ status: 500 });
    const { webhook } = await add('/days');
    await happen();
    await settle();
    await later(failingDays * day - second);
    await happen();
    await settle();
    expect((await read(webhook.id))?.isOn).toBe(true);
    world.clock.advance(second);
    await happen();
    await settle();
    expect(await read(webhook.id)).toMatchObject({ isOn: false, offReason: 'failing', failingSince: expect.any(String) });
    const before = at('/days').length;
    await happen();
    await later(day);
    expect(at('/days')).toHaveLength(before);
    expect((await sent(webhook.id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    const who = await admin();
    const { entries } = await who.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({ kind: 'webhook_changed', actor: null, detail: { what: 'failing' } });
    receiver.answer = () => ({ status: 204 });
    expect(await who.call('PATCH /api/v1/webhooks/{id}', { id: webhook.id, isOn: true })).toMatchObject({
      isOn: true,
      offReason: null,
      failingSince: null,
    });
    await happen();
    await settle();
    expect(at('/days')).toHaveLength(before + 1);
  });

  test('that is answered with 410 switches its webhook off at once', async () => {
    receiver.answer = () => ({ status: 410 });
    const { webhook } = await add('/gone');
    await happen();
    await settle();
    expect(await read(webhook.id)).toMatchObject({ isOn: false, offReason: 'gone' });
    await later(day);
    expect(at('/gone')).toHaveLength(1);
  });

  test('is kept for 14 days, and listed in windows', async () => {
    const { webhook } = await add('/log');
    await happen(3);
    await settle();
    const who = await admin();
    const first = await who.call('GET /api/v1/webhooks/{id}/deliveries', { id: webhook.id, size: 2 });
    expect([first.items.length, first.hasMore]).toEqual([2, true]);
    const rest = await who.call('GET /api/v1/webhooks/{id}/deliveries', { id: webhook.id, size: 2, before: first.items[1]?.id });
    expect([rest.items.length, rest.hasMore]).toEqual([1, false]);
    world.clock.advance(14 * day);
    expect(await keepTidy(world.pool, [deleteOldDeliveries], world.clock.now())).toBe(0);
    world.clock.advance(second);
    expect(await keepTidy(world.pool, [deleteOldDeliveries], world.clock.now())).toBeGreaterThanOrEqual(3);
    expect(await sent(webhook.id)).toEqual([]);
  });
});
