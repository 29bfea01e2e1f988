import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
let dora: Person;
let finn: Person;
beforeAll(async () => {
  dora = await world.join({
    username: 'dora',
    first_name: 'Dora',
    last_name: 'Quimby',
    major: 'Zymology',
    interests: ['Falconry'],
  });
  finn = await world.join({
    username: 'finn',
    first_name: 'Finn',
    last_name: 'Adler',
    major: 'Zymology',
    interests: ['Falconry'],
  });
});

describe('a report', () => {
  test('gets the same response despite blocks, and is rejected for unknown, hidden and other schools’ people', async () => {
    const [gil, hal, ida] = [
      await world.join({ username: 'gil' }),
      await world.join({ username: 'hal' }),
      await world.join({ username: 'ida' }),
    ];
    const report = async (who: Person, uid: string) => {
      const { status, body } = await who.try('POST /api/v1/reports', {
        target: { kind: 'person', id: uid },
        reason: 'harassment',
        note: 'whoever blocked',
      });
      return [status, body];
    };
    await gil.call('PUT /api/v1/blocks/{uid}', { uid: hal.uid });
    await world.app.jobs.settle();
    const plain = await report(gil, ida.uid);
    expect(plain).toEqual([200, { ok: true }]);
    expect([await report(gil, hal.uid), await report(hal, gil.uid)]).toEqual([plain, plain]);
    const queue = (await world.admin.call('GET /api/v1/reports', {})).items.filter(
      ({ note }) => note === 'whoever blocked',
    );
    expect(
      queue.map(({ reporter, person }) => `${reporter?.uid} ${person?.uid}`).toSorted(),
    ).toEqual(
      [`${gil.uid} ${ida.uid}`, `${gil.uid} ${hal.uid}`, `${hal.uid} ${gil.uid}`].toSorted(),
    );
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: gil.uid, hasHold: true });
    // Gil and hal are withheld, so this is refused for everyone who doesn't know them, blocked or not.
    for (const uid of [gil.uid, hal.uid, world.eve.uid, '123456789', 'x'])
      expect((await report(hal, uid))[0]).toBe(404);
    await world.sql(`delete from reports where note = 'whoever blocked'`);
  });

  test('appears in the queue, keeps notes, is recorded, and shows its reporter only to moderators', async () => {
    await dora.call('POST /api/v1/reports', {
      target: { kind: 'person', id: finn.uid },
      reason: 'harassment',
      note: ' Writes to me every night. ',
    });
    await world.ana.call('POST /api/v1/reports', {
      target: { kind: 'person', id: finn.uid },
      reason: 'spam',
    });
    expect((await finn.try('GET /api/v1/reports')).status).toBe(403);
    const queue = await world.admin.call('GET /api/v1/reports', {});
    expect(queue.counts).toEqual({ open: 2, reviewing: 0, resolved: 0, dismissed: 0 });
    const [first] = queue.items;
    expect(first).toMatchObject({
      reason: 'harassment',
      note: 'Writes to me every night.',
      reporter: { uid: dora.uid },
      earlier: 1,
      notes: [],
    });
    const id = first?.id ?? '';
    await world.admin.call('PATCH /api/v1/reports/{id}', {
      id,
      from: 'open',
      to: 'reviewing',
      note: 'Will talk to both.',
    });
    const late = await world.admin.try('PATCH /api/v1/reports/{id}', {
      id,
      from: 'open',
      to: 'dismissed',
    });
    expect([late.status, late.body]).toMatchObject([409, { code: 'report_changed' }]);
    const after = await world.admin.call('PATCH /api/v1/reports/{id}', {
      id,
      from: 'reviewing',
      to: 'resolved',
      note: 'Warned.',
    });
    expect(after).toMatchObject({
      state: 'resolved',
      notes: [
        {
          from: 'open',
          to: 'reviewing',
          text: 'Will talk to both.',
          author: { uid: world.admin.uid },
        },
        { from: 'reviewing', to: 'resolved', text: 'Warned.' },
      ],
    });
    expect((await world.admin.call('GET /api/v1/audit', { size: 2 })).entries).toMatchObject([
      { kind: 'report_changed', people: [{ uid: finn.uid }], detail: { to: 'resolved' } },
      { kind: 'report_changed', detail: { to: 'reviewing' } },
    ]);
  });

  test('can warn its person, who reads the school’s text, and the log has the reason', async () => {
    const kim = await world.join({ username: 'warnedkim' });
    // No preference turns warnings off in the app.
    const { general } = await kim.call(
      'PATCH /api/v1/notifications/preferences/global/{category}/{platform}',
      { category: 'general', platform: 'in_app', status: 'disabled' },
    );
    expect(general).not.toHaveProperty('warnings');
    await world.ana.call('POST /api/v1/reports', {
      target: { kind: 'person', id: kim.uid },
      reason: 'spam',
    });
    const { items } = await world.admin.call('GET /api/v1/reports', {});
    const found = items.find(({ person }) => person?.uid === kim.uid);
    expect(found?.isSuspended).toBe(false);
    const warning = { id: found?.id ?? '', clientId: randomUUID(), text: 'Don’t post ads.' };
    for (let times = 0; times < 2; times += 1)
      await world.admin.call('POST /api/v1/reports/{id}/warning', warning);
    await world.app.jobs.settle();
    const { items: news } = await kim.call('GET /api/v1/notifications', {});
    expect(news.filter(({ kind }) => kind === 'person_warned')).toMatchObject([
      { people: [], about: { title: 'Demo University', note: 'Don’t post ads.' } },
    ]);
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'report_warned',
      detail: { report: warning.id, reason: 'Don’t post ads.' },
    });
    await world.admin.call('POST /api/v1/admin/people/suspend', {
      people: [kim.uid],
      reason: 'Ads again',
    });
    const after = (await world.admin.call('GET /api/v1/reports', {})).items.find(
      ({ id }) => id === warning.id,
    );
    expect(after).toMatchObject({ isSuspended: true, notes: [{ text: 'Don’t post ads.' }] });
    expect((await world.ana.try('POST /api/v1/reports/{id}/warning', warning)).status).toBe(403);
    await world.sql(
      'update users set is_admin = true where id = $1',
      [world.eve.id],
      world.otherSchool,
    );
    const eve = await world.signInAgain(world.eve);
    const other = { ...warning, clientId: randomUUID() };
    expect((await eve.try('POST /api/v1/reports/{id}/warning', other)).status).toBe(404);
  });

  test('accepts only the first of two simultaneous decisions', async () => {
    const [open] = (await world.admin.call('GET /api/v1/reports', {})).items;
    const answers = await Promise.all(
      ['resolved', 'dismissed'].map((to) =>
        world.admin.try('PATCH /api/v1/reports/{id}', { id: open?.id, from: 'open', to }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is rejected about people from other schools, with an unknown reason, and above the limit', async () => {
    expect(
      (
        await dora.try('POST /api/v1/reports', {
          target: { kind: 'person', id: world.eve.uid },
          reason: 'spam',
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await dora.try('POST /api/v1/reports', {
          target: { kind: 'person', id: finn.uid },
          reason: 'boredom',
        })
      ).status,
    ).toBe(400);
    let last = 200;
    for (let i = 0; i < 21; i += 1)
      last = (
        await dora.try('POST /api/v1/reports', {
          target: { kind: 'person', id: finn.uid },
          reason: 'spam',
        })
      ).status;
    expect(last).toBe(429);
  });

  test('needs a text if no reason fits, and is stored once if it is sent several times', async () => {
    const jan = await world.join({ username: 'jan' });
    const target = { kind: 'person' as const, id: jan.uid };
    const wordless = await world.ben.try('POST /api/v1/reports', { target, reason: 'other' });
    expect([wordless.status, wordless.body]).toMatchObject([
      400,
      { code: 'invalid_input', errors: [{ path: 'note' }] },
    ]);
    const report = { clientId: randomUUID(), target, reason: 'other' as const, note: 'Once.' };
    await Promise.all([1, 2, 3].map(() => world.ben.call('POST /api/v1/reports', report)));
    await world.ben.call('POST /api/v1/reports', { target, reason: 'spam', note: 'Once more.' });
    const { items } = await world.admin.call('GET /api/v1/reports', {});
    expect(items.filter(({ person }) => person?.uid === jan.uid)).toMatchObject([
      { target: { ...target, title: '' }, note: 'Once.', earlier: 1, evidence: null },
      { target, note: 'Once more.', earlier: 1 },
    ]);
  });

  test.each([
    ['album', '1'],
    ['job', '1'],
    ['person', ''],
    ['message', 'x'],
    ['message', '1:0'],
    ['message', '999999999999:1'],
    ['message', '1:99999999999'],
  ])('about a missing item is rejected: %s %s', async (kind, id) => {
    const { status } = await world.ana.try('POST /api/v1/reports', {
      target: { kind, id },
      reason: 'spam',
    });
    expect(status).toBe(kind === 'message' || kind === 'job' ? 404 : 400);
  });
});
