import { expect, test } from 'vitest';
import { inWebhooks } from '../../../../test/webhook-world.ts';
import { inWorld } from '../../../../test/world.ts';
import { inTransaction } from '../../../kernel/database/database.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { webhooksJobs } from '../webhooks.jobs.ts';
import { atOncePerHook, atOnceWhileFailing, claimSeconds, failingDays } from '../webhooks.rules.ts';
import { deleteOldDeliveries } from './deliveries.queries.ts';

const world = inWorld();
const { receiver, at, verified, admin, settle, later, add, read, sent, happen, code } =
  inWebhooks(world);

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

test('tries a failing delivery eight times in about a day with the same id, and then marks it as failed', async () => {
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
  expect(
    new Set(at('/failing').map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size,
  ).toBe(1);
  const last = at('/failing').at(-1);
  expect(new Set(at('/failing').map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
  expect(last && verified(last, secret, new Date(begun + 24.58 * hour))).toBeDefined();
  expect((await read(webhook.id))?.failingSince).toBe(new Date(begun).toISOString());

  receiver.answer = () => ({ status: 200 });
  await happen();
  await settle();
  expect((await read(webhook.id))?.failingSince).toBeNull();
});

test('sends a delivery once per try, even if many jobs run at the same time', async () => {
  receiver.answer = () => ({
    status: 204,
    until: new Promise((resolve) => setTimeout(resolve, 50)),
  });
  const { webhook } = await add('/once');
  const asked = await (await admin()).call('POST /api/v1/webhooks/{id}/test', { id: webhook.id });
  const jobs = () =>
    inTransaction(world.pool, { school: world.school }, async (db) => {
      for (let n = 0; n < 10; n += 1)
        await insertEvent(db, world.school, null, 'webhook_delivery_due', {
          delivery: Number(asked.id),
          tries: 0,
        });
    });
  await jobs();
  await settle();
  // Jobs for an earlier try do nothing either.
  await jobs();
  await settle();
  expect(at('/once')).toHaveLength(1);
  expect((await sent(webhook.id))[0]).toMatchObject({ state: 'done', tries: [{ number: 1 }] });
});

test('sends a delivery again after the claim of a crashed sender expires', async () => {
  const { webhook } = await add('/died');
  const { id } = await (await admin()).call('POST /api/v1/webhooks/{id}/test', { id: webhook.id });
  await world.sql('update webhook_deliveries set claimed_until = $2 where id = $1', [
    id,
    new Date(world.clock.now().getTime() + 60_000),
  ]);
  await settle();
  await later(59_000);
  expect(at('/died')).toEqual([]);
  await later(second);
  expect(at('/died')).toHaveLength(1);
  expect((await sent(webhook.id))[0]).toMatchObject({ state: 'done', tries: [{ number: 1 }] });
  // Another server can take over a crashed server's task by then.
  const lives = webhooksJobs.filter(({ name }) => name === 'webhooks.send-delivery');
  expect(lives).toMatchObject([{ timeoutSeconds: claimSeconds }]);
});

test('sends an event once even if its job runs twice', async () => {
  await add('/twice');
  await happen();
  await settle();
  await world.sql(
    `update outbox set delivered_at = null where id = (select max(id) from outbox where kind = 'profile_changed')`,
  );
  await settle();
  expect(at('/twice')).toHaveLength(1);
});

test('queues deliveries while a receiver has enough open ones, and sends the next when one ends', async () => {
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  receiver.answer = () => ({ status: 204, until: isAnswered });
  await add('/slow');
  await happen(atOncePerHook + 3);
  const settled = settle();
  const inLine = () => world.sql('select from webhook_deliveries where is_queued');
  await expect
    .poll(async () => [at('/slow').length, (await inLine()).length], { timeout: 60_000 })
    .toEqual([atOncePerHook, 3]);
  expect(await world.sql('select from outbox where delivered_at is null')).toEqual([]);
  expect(receiver.busiest).toBe(atOncePerHook);
  answer();
  await settled;
  expect([receiver.busiest, at('/slow').length]).toEqual([atOncePerHook, atOncePerHook + 3]);
  expect(await inLine()).toEqual([]);
});

test('sends fewer deliveries at a time to a failing receiver, and the usual number after a success', async () => {
  receiver.answer = () => ({ status: 500 });
  const { webhook } = await add('/back');
  await happen();
  await settle();
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  receiver.answer = () => ({ status: 204, until: isAnswered });
  await happen(6);
  const settled = settle();
  const inLine = () => world.sql('select from webhook_deliveries where is_queued');
  const [first, line] = [1 + atOnceWhileFailing, 6 - atOnceWhileFailing];
  await expect
    .poll(async () => [at('/back').length, (await inLine()).length], { timeout: 60_000 })
    .toEqual([first, line]);
  answer();
  await settled;
  expect((await sent(webhook.id)).map(({ state }) => state)).toEqual([
    ...Array<string>(6).fill('done'),
    'waiting',
  ]);
  expect(await inLine()).toEqual([]);
});

test('fails a delivery if its sender crashed while its webhook was turned off', async () => {
  const { webhook } = await add('/off');
  await happen();
  // The event is delivered by a server that crashes.
  receiver.answer = () => ({ status: 500 });
  await settle();
  const died = new Date(world.clock.now().getTime() + 3 * second);
  await world.sql('update webhook_deliveries set claimed_until = $2 where webhook_id = $1', [
    webhook.id,
    died,
  ]);
  await (await admin()).call('PATCH /api/v1/webhooks/{id}', { id: webhook.id, isOn: false });
  expect((await sent(webhook.id))[0]?.state).toBe('waiting');
  await later(day);
  expect(at('/off')).toHaveLength(1);
  expect((await sent(webhook.id))[0]).toMatchObject({
    state: 'failed',
    nextAt: null,
    tries: [{ number: 1 }],
  });
});

test('follows no redirects, stores 2 KB of a response, and shows why there was none', async () => {
  receiver.answer = (path) =>
    path === '/leads'
      ? { status: 302, headers: { location: `${receiver.url}/elsewhere` } }
      : { status: 500, body: 'é\0'.repeat(5_000) };
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

test('an admin can send a delivery again unchanged, and send a test, even while the webhook is off', async () => {
  const { webhook, secret } = await add('/again');
  await happen();
  await settle();
  const who = await admin();
  const [first] = await sent(webhook.id);
  receiver.answer = () => ({ status: 500 });
  await who.call('POST /api/v1/webhooks/{id}/test', { id: webhook.id });
  await settle();
  expect((await sent(webhook.id))[0]).toMatchObject({
    event: 'webhook.test',
    state: 'failed',
    nextAt: null,
  });
  receiver.answer = () => ({ status: 204 });
  await who.call('PATCH /api/v1/webhooks/{id}', { id: webhook.id, isOn: false });
  const ask = { id: webhook.id, delivery: first?.id ?? '' };
  expect(
    (await who.call('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', ask)).state,
  ).toBe('waiting');
  expect(
    code(await who.try('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', ask)),
  ).toBe('delivery_waits');
  for (const delivery of ['0', '99999', 'x'])
    expect(
      (
        await who.try('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', {
          ...ask,
          delivery,
        })
      ).status,
    ).toBe(404);
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
  expect(
    (await sent(webhook.id)).map(({ event, state, tries }) => [event, state, tries.length]),
  ).toEqual([
    ['webhook.test', 'done', 1],
    ['webhook.test', 'failed', 1],
    ['person.changed', 'done', 2],
  ]);
  // Failed deliveries aren't retried while the webhook is off.
  receiver.answer = () => ({ status: 500 });
  await who.call('POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver', ask);
  await settle();
  const before = at('/again').length;
  await later(day);
  expect(at('/again')).toHaveLength(before);
  expect((await sent(webhook.id)).at(-1)).toMatchObject({ state: 'failed', nextAt: null });
});

test('turns off a webhook after days of failures and shows it, and starts over when it is turned on', async () => {
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
  expect(await read(webhook.id)).toMatchObject({
    isOn: false,
    offReason: 'failing',
    failingSince: expect.any(String),
  });
  const before = at('/days').length;
  await happen();
  await later(day);
  expect(at('/days')).toHaveLength(before);
  expect((await sent(webhook.id)).map(({ state }) => state)).toEqual([
    'failed',
    'failed',
    'failed',
  ]);
  const who = await admin();
  const { entries } = await who.call('GET /api/v1/audit', { size: 1 });
  expect(entries[0]).toMatchObject({
    kind: 'webhook_changed',
    actor: null,
    detail: { what: 'failing' },
  });
  receiver.answer = () => ({ status: 204 });
  expect(
    await who.call('PATCH /api/v1/webhooks/{id}', { id: webhook.id, isOn: true }),
  ).toMatchObject({
    isOn: true,
    offReason: null,
    failingSince: null,
  });
  await happen();
  await settle();
  expect(at('/days')).toHaveLength(before + 1);
});

test('turns off a webhook immediately after a response of 410', async () => {
  receiver.answer = () => ({ status: 410 });
  const { webhook } = await add('/gone');
  await happen();
  await settle();
  expect(await read(webhook.id)).toMatchObject({ isOn: false, offReason: 'gone' });
  await later(day);
  expect(at('/gone')).toHaveLength(1);
});

test('stores deliveries for 14 days and lists them in ranges', async () => {
  const { webhook } = await add('/log');
  await happen(3);
  await settle();
  const who = await admin();
  const first = await who.call('GET /api/v1/webhooks/{id}/deliveries', { id: webhook.id, size: 2 });
  expect([first.items.length, first.hasMore]).toEqual([2, true]);
  const rest = await who.call('GET /api/v1/webhooks/{id}/deliveries', {
    id: webhook.id,
    size: 2,
    before: first.items[1]?.id,
  });
  expect([rest.items.length, rest.hasMore]).toEqual([1, false]);
  world.clock.advance(14 * day);
  expect(await runMaintenance(world.pool, [deleteOldDeliveries], world.clock.now())).toBe(0);
  world.clock.advance(second);
  expect(
    await runMaintenance(world.pool, [deleteOldDeliveries], world.clock.now()),
  ).toBeGreaterThanOrEqual(3);
  expect(await sent(webhook.id)).toEqual([]);
});
