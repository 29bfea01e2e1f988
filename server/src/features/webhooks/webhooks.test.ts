import { expect, test } from 'vitest';
import { webhookData } from '#contract/webhooks/endpoints.ts';
import { inWebhooks } from '../../../test/webhook-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import { webhooksMax } from './webhooks.rules.ts';

const world = inWorld();
const { receiver, at, verified, admin, settle, later, add, read, sent, remove, happen, code } =
  inWebhooks(world);

const [second, day] = [1_000, 86_400_000];

test('sends each subscribed event, signed, with ids only', async () => {
  const { webhook, secret } = await add('/all', [
    'connection.requested',
    'connection.accepted',
    'connection.ended',
    'person.changed',
  ]);
  const act = async (who: Person, other: Person, type: 'request' | 'accept' | 'disconnect') =>
    (await world.signInAgain(who)).call('GET /mobile_ws/v18/user_connect', {
      student_uid: other.uid,
      type,
    });
  await act(world.ana, world.ben, 'request');
  await act(world.ben, world.ana, 'accept');
  await act(world.ana, world.ben, 'disconnect');
  await happen();
  await (
    await world.signInAgain(world.ana)
  ).call('PATCH /api/v1/privacy', { choices: { phoneHome: 'me' } });
  await settle();
  const payloads = at('/all').map((one) => verified(one, secret, world.clock.now()));
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
  const [one, other] = [world.ana.uid, world.ben.uid];
  expect(payloads).toHaveLength(5);
  expect(payloads).toEqual(
    expect.arrayContaining([
      { type: 'connection.requested', timestamp, data: { from: one, to: other } },
      { type: 'connection.accepted', timestamp, data: { by: other, of: one } },
      { type: 'connection.ended', timestamp, data: { by: one, other } },
      { type: 'person.changed', timestamp, data: { uid: one } },
    ]),
  );
  for (const content of payloads as { type: keyof typeof webhookData; data: unknown }[])
    expect(webhookData[content.type].strict().parse(content.data)).toEqual(content.data);
  expect(at('/all')[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_\w{32}$/),
  });
  const deliveries = await sent(webhook.id);
  expect(deliveries.map(({ state }) => state)).toEqual(Array(5).fill('done'));
  expect(deliveries[0]?.tries).toEqual([
    {
      number: 1,
      at: expect.any(String),
      tookMs: expect.any(Number),
      status: 204,
      problem: null,
      answer: '',
    },
  ]);
});

test('sends events for added people, imports and deleted accounts, and none for blocks, reports and passwords', async () => {
  await add('/people', [
    'person.added',
    'person.erased',
    'import.stored',
    'import.undone',
    'person.changed',
  ]);
  const dan = await world.join({ username: 'dan' });
  await dan.call('PUT /api/v1/blocks/{uid}', { uid: world.ben.uid });
  await dan.call('POST /api/v1/reports', {
    target: { kind: 'person', id: world.ben.uid },
    reason: 'spam',
  });
  await dan.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
  await inTransaction(world.pool, { school: world.school }, async (db) => {
    await insertEvent(db, world.school, null, 'import_stored', { import: 7 });
    await insertEvent(db, world.school, null, 'import_undone', { import: 7 });
  });
  const { token } = await (
    await admin()
  ).call('POST /api/v1/api-keys', { name: 'Entra', scopes: ['provisioning'] });
  const made = await world.visit('/scim/v2/Users', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: { userName: 'una' },
  });
  await settle();
  const payloads = at('/people').map(
    ({ body }) => JSON.parse(body) as { type: string; data: unknown },
  );
  expect(
    payloads
      .map(({ type, data }) => ({ type, data }))
      .toSorted((a, b) => a.type.localeCompare(b.type)),
  ).toEqual([
    { type: 'import.stored', data: { id: '7' } },
    { type: 'import.undone', data: { id: '7' } },
    { type: 'person.added', data: { uid: (made.body as { id: string }).id } },
    { type: 'person.erased', data: { uid: dan.uid } },
  ]);
});

test('sends no other events, none while the webhook is off, and none of another school', async () => {
  const eve = await world.signInAgain(world.eve);
  const { webhook: north } = await add('/north', ['person.changed'], eve);
  await add('/other', ['person.erased']);
  const { webhook: off } = await add('/off');
  await (await admin()).call('PATCH /api/v1/webhooks/{id}', { id: off.id, isOn: false });
  await happen();
  await settle();
  for (const path of ['/north', '/other', '/off']) expect(at(path)).toEqual([]);
  await eve.call('PATCH /api/v1/profile', { workTitle: 'Dean' });
  await settle();
  expect(at('/north').map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual([
    { uid: world.eve.uid },
  ]);
  expect(at('/other')).toEqual([]);
  // Admins of another school can't reach the webhook either.
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

test("shows a webhook's secret once and stores it encrypted", async () => {
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

test('signs with both secrets for 24 hours after a rotation, then with the new one', async () => {
  const { webhook, secret: former } = await add('/rotated');
  const { webhook: rotated, secret } = await (
    await admin()
  ).call('POST /api/v1/webhooks/{id}/secret', { id: webhook.id });
  expect(rotated.formerSecretUntil).toBe(new Date(world.clock.now().getTime() + day).toISOString());
  await happen();
  await later(day - second);
  const [both] = at('/rotated');
  expect(String(both?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  for (const one of [former, secret])
    expect(both && verified(both, one, world.clock.now())).toMatchObject({
      type: 'person.changed',
    });
  world.clock.advance(second);
  await happen();
  await settle();
  const last = at('/rotated').at(-1);
  expect(last && verified(last, secret, world.clock.now())).toMatchObject({
    type: 'person.changed',
  });
  expect(() => last && verified(last, former, world.clock.now())).toThrow('No matching signature');
  expect((await read(webhook.id))?.formerSecretUntil).toBeNull();
});

test('rejects addresses that can’t be called, unknown events, and too many webhooks', async () => {
  const who = await admin();
  const wish = { url: 'https://hooks.example/x', events: ['person.changed'] };
  for (const url of [
    'http://hooks.example/x',
    'ftp://hooks.example',
    'https://me:secret@hooks.example/',
    'hooks.example',
  ])
    expect([url, code(await who.try('POST /api/v1/webhooks', { ...wish, url }))]).toEqual([
      url,
      'webhook_address',
    ]);
  for (const events of [
    [],
    ['person.blocked'],
    ['webhook.test'],
    ['person.changed', 'person.changed'],
  ])
    expect((await who.try('POST /api/v1/webhooks', { ...wish, events })).status).toBe(400);
  const asked = await Promise.all(
    Array.from({ length: webhooksMax + 2 }, () => who.try('POST /api/v1/webhooks', wish)),
  );
  expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(webhooksMax).fill(200),
    409,
    409,
  ]);
  for (const { id } of (await who.call('GET /api/v1/webhooks')).items) {
    expect(
      code(await who.try('PATCH /api/v1/webhooks/{id}', { id, url: 'http://hooks.example/' })),
    ).toBe('webhook_address');
  }
});

test("the activity log contains a webhook's host and never its address", async () => {
  const { webhook } = await add('/recorded?token=secret');
  const who = await admin();
  await who.call('PATCH /api/v1/webhooks/{id}', {
    id: webhook.id,
    events: ['person.erased'],
    isOn: false,
  });
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
