import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inPushService } from '../../../test/push-receiver.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { smtpMail, type Mail } from '../../kernel/outbound/mail.ts';
import { openOutbound } from '../../kernel/outbound/outbound.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { encryptUnsubscribe } from './mails/unsubscribe-tokens.ts';
import { resumeNotifications } from './maintenance/maintenance.queries.ts';

const world = inWorld();
const { service, browser } = inPushService();
const minute = 60_000;
let ben: Person;
let ana: Person;

const settle = () => world.app.jobs.settle();
const later = async (ms: number) => {
  world.clock.advance(ms);
  await settle();
  [ana, ben] = [await world.signInAgain(world.ana), await world.signInAgain(world.ben)];
};
/** Advances this world's clock to the next occurrence of a time of day. */
const until = async (time: string) => {
  const now = world.clock.now();
  const next = new Date(`${now.toISOString().slice(0, 10)}T${time}Z`).getTime();
  await later((next - now.getTime() + 86_400_000) % 86_400_000);
};
const act = (who: Person, other: Person, type: 'request' | 'accept' | 'disconnect') =>
  who.call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });
const ask = async (who: Person, other: Person) => {
  // Different times give the notifications a fixed order in the list.
  world.clock.advance(1_000);
  await act(who, other, 'request');
  await settle();
};
const settings = (change: object) => ben.call('PATCH /api/v1/notifications/settings', change);
const add = (one: ReturnType<typeof browser>, zone?: string) =>
  ben.call('POST /api/v1/notifications/devices', {
    ...one.subscription,
    ...(zone !== undefined && { zone }),
  });
const why = async () => {
  const [item] = (await ben.call('GET /api/v1/notifications')).items;
  return ben.call('GET /api/v1/notifications/{id}/why', { id: item?.id ?? '' });
};
const on = async (platform: 'in_app' | 'mobile' | 'email') =>
  (await why()).platforms.find((one) => one.platform === platform);
/** Runs the same job ten times at the same time. */
const tenTimes = async (platform: 'mobile' | 'email') => {
  await inTransaction(world.pool, { school: world.school }, async (db) => {
    for (let n = 0; n < 10; n += 1)
      await insertEvent(db, world.school, null, 'notification_due', {
        people: [world.ben.id],
        platform,
      });
  });
  await settle();
};

/** A mail server that keeps the received emails. */
const mailbox = { received: [] as string[], answer: (): Error | null => null, url: '' };
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData: (stream, _, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const failure = mailbox.answer();
      if (failure === null) mailbox.received.push(Buffer.concat(chunks).toString());
      done(failure);
    });
  },
});

let sender: Mail;

beforeAll(async () => {
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve));
  mailbox.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  sender = smtpMail(mailbox.url);
  world.mail.send = (message) => sender.send(message);
});
afterAll(async () => {
  sender.close?.();
  await new Promise<void>((resolve) => smtp.close(resolve));
});
beforeEach(async () => {
  [ana, ben] = [await world.signInAgain(world.ana), await world.signInAgain(world.ben)];
  service.publicKey = (
    await ben.call('GET /api/v1/notifications/capabilities')
  ).platforms.mobile.publicKey;
});
afterEach(async () => {
  service.answer = () => 201;
  mailbox.answer = () => null;
  mailbox.received.length = 0;
  for (const table of [
    'connections',
    'notifications',
    'notification_digests',
    'notification_counters',
    'notification_sources',
  ])
    await world.sql(`delete from ${table}`);
  for (const table of [
    'notification_preferences',
    'notification_defaults',
    'notification_settings',
    'notification_devices',
    'outbox',
  ])
    await world.sql(`delete from ${table}`);
});

describe('[NOTIF-04] push notifications', () => {
  test("go to all of a person's devices, encrypted for each and signed by this installation, and link to the page", async () => {
    const [phone, laptop] = [browser(), browser()];
    const device = await add(phone);
    await add(laptop);
    expect((await ben.call('GET /api/v1/notifications/devices')).items).toHaveLength(2);
    expect((await world.ana.call('GET /api/v1/notifications/devices')).items).toEqual([]);
    await ask(ana, ben);
    for (const one of [phone, laptop])
      expect(one.pushes).toMatchObject([
        {
          title: 'Demo University',
          body: 'Ana Silva wants to connect with you',
          path: '/connections?list=incoming',
          unread: 1,
          language: 'en',
        },
      ]);
    expect(phone.headers[0]).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(service.failures).toBe(0);
    expect(await on('mobile')).toMatchObject({
      rule: 'default',
      state: 'sent',
      reason: null,
      can: { change: true },
    });
    await ben.call('DELETE /api/v1/notifications/devices/{id}', { id: device.id });
    await act(ben, ana, 'accept');
    await act(ben, ana, 'disconnect');
    await settle();
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await ask(world.cy, ben);
    expect([phone.pushes.length, laptop.pushes.length]).toEqual([1, 2]);
    // Devices get no pushes after the person signs out.
    await world.sql('delete from sessions where user_id = $1', [ben.id]);
    ben = await world.signInAgain(world.ben);
    expect((await ben.call('GET /api/v1/notifications/devices')).items).toEqual([]);
  });

  test('show a new request together with earlier ones, and aren’t sent for a repeated request', async () => {
    const phone = browser();
    await add(phone);
    await ask(world.cy, ben);
    const fay = await world.join({ username: 'fay', first_name: 'Fay' });
    await ask(fay, ben);
    expect(phone.pushes).toHaveLength(2);
    expect(phone.pushes[1]?.body).toContain('Fay');
    expect((await ben.call('GET /api/v1/notifications')).items).toMatchObject([
      { people: [{ uid: fay.uid }, { uid: world.cy.uid }] },
    ]);
    expect((await ben.call('GET /api/v1/notifications/unread-count')).unread).toBe(1);
  });

  test('have their own text for each change of an event, and aren’t sent for a repeated registration', async () => {
    const at = (hours: number) =>
      new Date(Math.floor(world.clock.now().getTime() / minute) * minute + hours * 60 * minute);
    const event = await world.admin.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: 'Regatta',
      dateStart: at(72).toISOString(),
      dateEnd: at(74).toISOString(),
      timeZone: 'UTC',
      hosts: [ben.uid],
    });
    const phone = browser();
    await add(phone);
    const { id } = event;
    const changed = async (work: Promise<unknown>) => {
      await work;
      await settle();
      const { items } = await ben.call('GET /api/v1/notifications');
      return [
        phone.pushes.length,
        items.map(({ kind, about }) => `${kind} ${about?.note}`).toSorted(),
      ];
    };
    const register = () => ana.call('PUT /api/v1/events/{id}/registration', { id });
    const first = await changed(register());
    expect(first[1]).toEqual(['event_registered ']);
    await ana.call('DELETE /api/v1/events/{id}/registration', { id });
    expect(await changed(register())).toEqual(first);
    await ben.call('PUT /api/v1/events/{id}/registration', { id });
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    const pushes = () => phone.pushes.length;
    const before = pushes();
    let { version } = event;
    for (const [n, location] of ['Room 1', 'Room 2', 'Room 3'].entries()) {
      const patched = await world.admin.call('PATCH /api/v1/events/{id}', {
        id,
        version,
        location,
      });
      ({ version } = patched);
      await settle();
      expect(pushes()).toBe(before + n + 1);
    }
    expect(await changed(Promise.resolve())).toMatchObject([
      before + 3,
      ['event_moved ', 'event_registered '],
    ]);
    const decide = (act: 'decline' | 'cancel', reason: string) =>
      world.admin.call('POST /api/v1/events/{id}/attendees', { id, act, uids: [ben.uid], reason });
    await changed(decide('cancel', 'Too late'));
    await ben.call('PUT /api/v1/events/{id}/registration', { id });
    // The second message replaces the unread one.
    expect(await changed(decide('cancel', 'No boat left'))).toEqual([
      before + 5,
      ['event_declined No boat left', 'event_moved ', 'event_registered '],
    ]);
    expect(phone.pushes.at(-1)?.body).toContain('No boat left');
  });

  test('are sent once by ten simultaneous jobs', async () => {
    const phone = browser();
    await add(phone);
    await act(ana, ben, 'request');
    await settle();
    await world.sql(
      `update notification_deliveries set state = 'waiting', due_at = $1 where platform = 'mobile'`,
      [world.clock.now()],
    );
    const before = phone.pushes.length;
    await tenTimes('mobile');
    await tenTimes('mobile');
    expect(phone.pushes.length - before).toBe(1);
  });

  test('wait until the end of quiet hours in the person’s time zone, and are then grouped without those that were read', async () => {
    const phone = browser();
    await add(phone, 'Europe/Berlin');
    // Quiet hours from 22:00 to 07:00 in Berlin. This world's date can be in summer or winter time.
    await settings({ quietHours: { from: 1_320, until: 420 } });
    await until('23:30:00');
    await ask(ana, ben);
    expect(phone.pushes).toEqual([]);
    expect(await on('mobile')).toMatchObject({ state: 'waiting', reason: 'quiet' });
    await ask(world.cy, ben);
    await later(8 * 60 * minute);
    expect(phone.pushes.map(({ body }) => body)).toEqual([
      'Cy Young and Ana Silva want to connect with you',
    ]);
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await until('23:30:00');
    await ask(world.admin, ben);
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await later(8 * 60 * minute);
    expect(phone.pushes).toHaveLength(1);
    expect(await on('mobile')).toMatchObject({ state: 'skipped', reason: 'read' });
  });

  test('stop for browsers that are gone, and are retried a limited number of times if the push service fails', async () => {
    const [gone, slow] = [browser(), browser()];
    await add(gone);
    service.answer = () => 410;
    await ask(ana, ben);
    expect((await ben.call('GET /api/v1/notifications/devices')).items).toEqual([]);
    expect(await on('mobile')).toMatchObject({ state: 'skipped', reason: 'no_device' });
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await add(slow);
    service.answer = () => 503;
    await ask(world.cy, ben);
    expect(await on('mobile')).toMatchObject({ state: 'waiting', reason: 'retry' });
    service.answer = () => 201;
    await later(minute);
    expect(slow.pushes).toHaveLength(1);
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    service.answer = () => 503;
    await ask(world.admin, ben);
    for (const minutes of [1, 5, 15, 60, 240]) await later(minutes * minute);
    expect(await on('mobile')).toMatchObject({ state: 'failed', reason: 'refused' });
  });

  test('hide names and texts for people who want that, and go nowhere for people without devices', async () => {
    await ask(world.cy, ben);
    expect(await on('mobile')).toMatchObject({
      state: 'skipped',
      reason: 'no_device',
      dueAt: null,
    });
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    const phone = browser();
    await add(phone);
    await settings({ hidesText: true });
    await world.sql(`update users set locale = 'de' where id = $1`, [ben.id]);
    await ask(ana, ben);
    await world.sql(`update users set locale = null where id = $1`, [ben.id]);
    expect(phone.pushes).toMatchObject([
      { body: 'Du hast eine neue Benachrichtigung', language: 'de' },
    ]);
  });

  test('go only to public addresses, and to browsers with valid keys', async () => {
    const strict = await world.startAnother({ hooks: openOutbound() });
    const post = (payload: object) =>
      strict.http.inject({
        method: 'POST',
        url: '/api/v1/notifications/devices',
        headers: { host: 'localhost', authorization: `Bearer ${ben.tokens.jwt}` },
        payload,
      });
    const { keys } = browser().subscription;
    for (const endpoint of [
      'http://push.example/x',
      'https://127.0.0.1/x',
      'https://10.1.2.3/x',
      'https://[::1]/x',
      'https://a:b@push.example/',
    ])
      expect([endpoint, (await post({ endpoint, keys })).json().code]).toEqual([
        endpoint,
        'push_address',
      ]);
    expect(
      (await post({ endpoint: 'https://push.example/x', keys: { ...keys, auth: 'short' } }))
        .statusCode,
    ).toBe(400);
    await strict.close();
    // This key has the right length and isn't a point on the curve.
    const broken = browser();
    await ben.call('POST /api/v1/notifications/devices', {
      ...broken.subscription,
      keys: { ...broken.subscription.keys, p256dh: 'B'.repeat(87) },
    });
    await ask(ana, ben);
    expect(await on('mobile')).toMatchObject({ state: 'failed', reason: 'refused' });
  });
});

describe('[NOTIF-04] notification emails', () => {
  test('wait two minutes, have plain text and HTML, and can be unsubscribed from with one click', async () => {
    await settings({ mailFrequency: 'instant' });
    await ask(ana, ben);
    expect(mailbox.received).toEqual([]);
    expect(await on('email')).toMatchObject({ state: 'waiting', reason: 'digest' });
    await later(2 * minute);
    const [mail = ''] = mailbox.received;
    expect(mail).toMatch(/^To: ben@demo\.test/m);
    expect(mail).toMatch(/^Subject: Ana Silva wants to connect with you/m);
    for (const type of ['text/plain', 'text/html', 'multipart/alternative'])
      expect(mail).toContain(type);
    expect(mail).toContain('http://localhost/connections?list=3Dincoming');
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(await on('email')).toMatchObject({ state: 'sent', reason: null, digest: { items: 1 } });
    const token = encryptUnsubscribe(
      { school: { school_id: world.school } as never, tokens: world.tokens },
      ben.id,
    );
    const click = (given: string) =>
      world.visit(`/api/v1/notifications/unsubscribe/${given}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await click(token)).status).toBe(200);
    expect((await click(`${token}x`)).status).toBe(410);
    expect((await ben.call('GET /api/v1/notifications/preferences')).global.general.email).toBe(
      'disabled',
    );
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await ask(world.cy, ben);
    await later(2 * minute);
    expect(mailbox.received).toHaveLength(1);
    expect(await on('email')).toMatchObject({
      rule: 'global',
      state: 'skipped',
      reason: 'off',
      now: { value: 'no', rule: 'global' },
    });
  });

  test('can be a digest of all unread notifications in the person’s morning, sent once by any number of jobs', async () => {
    await settings({ zone: 'America/New_York', mailFrequency: 'daily' });
    await until('15:00:00');
    await ask(ana, ben);
    await act(ben, ana, 'accept');
    await settle();
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await ask(world.cy, ben);
    await later(13 * 60 * minute);
    await ask(world.admin, ben);
    expect(mailbox.received).toEqual([]);
    await later(11 * 60 * minute);
    await tenTimes('email');
    // Ana gets hers, too: her request was accepted.
    expect(mailbox.received.filter((mail) => mail.includes('To: ana@demo.test'))).toHaveLength(1);
    mailbox.received.splice(
      0,
      mailbox.received.length,
      ...mailbox.received.filter((mail) => mail.includes('To: ben@demo.test')),
    );
    expect(mailbox.received).toHaveLength(1);
    expect(mailbox.received[0]).toMatch(/^Subject: 2 notifications for you/m);
    expect(mailbox.received[0]).not.toContain('Silva');
    expect(await on('email')).toMatchObject({ state: 'sent', digest: { items: 2 } });
    const rows = await world.sql(
      'select items, frequency, state from notification_digests where user_id = $1',
      [ben.id],
    );
    expect(rows).toEqual([{ items: 2, frequency: 'daily', state: 'sent' }]);
  });

  test('aren’t sent for notifications that were read or deleted before, which the delivery log records', async () => {
    await settings({ mailFrequency: 'hourly' });
    await ask(ana, ben);
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await later(61 * minute);
    expect(mailbox.received).toEqual([]);
    expect(await on('email')).toMatchObject({ state: 'skipped', reason: 'read' });
    // A new frequency also reschedules waiting deliveries.
    await ask(world.cy, ben);
    await settings({ mailFrequency: 'instant' });
    await later(2 * minute);
    expect(mailbox.received).toHaveLength(1);
  });

  test('are retried if the mail server fails, and end after a permanent refusal', async () => {
    await settings({ mailFrequency: 'instant' });
    mailbox.answer = () => Object.assign(new Error('later'), { responseCode: 451 });
    await ask(ana, ben);
    await later(2 * minute);
    expect(await on('email')).toMatchObject({ state: 'waiting', reason: 'retry' });
    mailbox.answer = () => null;
    await later(minute);
    expect(mailbox.received).toHaveLength(1);
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    mailbox.answer = () => Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    await ask(world.cy, ben);
    await later(2 * minute);
    expect(await on('email')).toMatchObject({ state: 'failed', reason: 'refused' });
  });

  test('are sent again if their job or server was lost', async () => {
    await settings({ mailFrequency: 'instant' });
    await ask(ana, ben);
    await world.sql(`delete from outbox where kind = 'notification_due'`);
    world.clock.advance(33 * minute);
    await runMaintenance(world.pool, [resumeNotifications], world.clock.now());
    await later(0);
    expect(mailbox.received).toHaveLength(1);
    // If a server stops between sending and storing the outcome, its claim expires and the email is sent again.
    await world.sql(`update notification_digests set state = 'waiting', due_at = $1`, [
      new Date(world.clock.now().getTime() + 10 * minute),
    ]);
    await world.sql(
      `update notification_deliveries set state = 'waiting', due_at = $1 where platform = 'email'`,
      [world.clock.now()],
    );
    await tenTimes('email');
    expect(mailbox.received).toHaveLength(1);
    await later(10 * minute);
    await tenTimes('email');
    expect(mailbox.received).toHaveLength(2);
  });
});

describe('[NOTIF-04] the explanation of a notification', () => {
  test('contains the event, key, rule and outcome on each platform, and whether the person can change it', async () => {
    await ben.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'general',
      key: 'connectionRequests',
      preferences: { email: 'no' },
    });
    const admin = await world.signInAgain(world.admin);
    await admin.call('PATCH /api/v1/school/notifications/{place}/{key}/{platform}', {
      place: 'general',
      key: 'connectionRequests',
      platform: 'in_app',
      value: 'yes',
      isLocked: true,
    });
    await ask(ana, ben);
    const answer = await why();
    expect(answer).toMatchObject({
      place: 'general',
      groupId: null,
      item: { key: 'general.connectionRequests', kind: 'connection_requested' },
    });
    expect(answer.platforms.map(({ platform }) => platform)).toEqual(['in_app', 'mobile', 'email']);
    expect(answer.platforms[0]).toMatchObject({
      rule: 'locked',
      state: 'sent',
      reason: null,
      can: { change: false },
    });
    expect(answer.platforms[2]).toMatchObject({
      rule: 'own',
      state: 'skipped',
      reason: 'off',
      now: { value: 'no', rule: 'own' },
      can: { change: true },
    });
    expect(
      (await ana.try('GET /api/v1/notifications/{id}/why', { id: answer.item.id })).status,
    ).toBe(404);
  });

  test('shows that a key turned off in the app is still delivered on other platforms', async () => {
    await settings({ mailFrequency: 'instant' });
    await ben.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'general',
      key: 'connectionRequests',
      preferences: { in_app: 'no' },
    });
    await ask(ana, ben);
    expect(await ben.call('GET /api/v1/notifications')).toMatchObject({
      total: 0,
      unread: 0,
      items: [],
    });
    await later(2 * minute);
    expect(mailbox.received).toHaveLength(1);
  });
});
