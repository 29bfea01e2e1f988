import { afterEach, describe, expect, test } from 'vitest';
import type { NotificationFilter } from '#contract/notifications/filters.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { forgetOldNotifications } from './maintenance/maintenance.queries.ts';

const world = inWorld();

const act = (
  who: Person,
  other: Person,
  type: 'request' | 'accept' | 'reject' | 'cancel' | 'disconnect',
) => who.call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });
const settle = () => world.app.jobs.settle();
const list = (who: Person, only?: NotificationFilter) =>
  who.call('GET /api/v1/notifications', only === undefined ? {} : { only });
const unread = async (who: Person) =>
  (await who.call('GET /api/v1/notifications/unread-count')).unread;
const ask = async (who: Person, other: Person) => {
  // Different times give the notifications a fixed order in the list.
  world.clock.advance(1_000);
  await act(who, other, 'request');
  await settle();
};
/** Creates another person who can send requests. */
let number = 0;
const further = () =>
  world.join({
    username: `asker-${(number += 1)}`,
    first_name: `Asker${number}`,
    last_name: 'More',
  });

afterEach(async () => {
  for (const school of [world.school, world.otherSchool])
    for (const table of [
      'connections',
      'blocks',
      'notifications',
      'notification_counters',
      'notification_sources',
      'notification_preferences',
      'notification_defaults',
      'outbox',
    ])
      await world.sql(`delete from ${table}`, [], school);
});

describe('[NOTIF-01] the list', () => {
  test('contains a request for its recipient and its acceptance for the requester, and updates the badge', async () => {
    const { ana, ben } = world;
    expect(await list(ben)).toEqual({ total: 0, unread: 0, change: 0, items: [] });
    await ask(ana, ben);
    const { items, ...counts } = await list(ben);
    expect(counts).toEqual({ total: 1, unread: 1, change: 1 });
    expect(items).toMatchObject([
      {
        category: 'general',
        key: 'general.connectionRequests',
        kind: 'connection_requested',
        people: [{ uid: ana.uid, firstName: 'Ana' }],
        peopleCount: 1,
        conversation: null,
        about: null,
        isRead: false,
      },
    ]);
    expect(await list(ana)).toMatchObject({ total: 0, items: [] });
    await act(ben, ana, 'accept');
    await settle();
    expect((await list(ana)).items).toMatchObject([
      { kind: 'connection_accepted', people: [{ uid: ben.uid }], isRead: false },
    ]);
    // The request was answered, so its notification is read.
    expect(await list(ben)).toMatchObject({
      total: 1,
      unread: 0,
      items: [{ kind: 'connection_requested', isRead: true }],
    });
  });

  test('can be filtered by requests and mentions, and only the recipient can answer a request, once', async () => {
    const { ana, ben, eve } = world;
    await ask(ana, ben);
    expect(await list(ben, 'requests')).toMatchObject({
      total: 1,
      items: [{ kind: 'connection_requested', can: { answer: true } }],
    });
    expect(await list(ben, 'mentions')).toMatchObject({ total: 0, items: [], unread: 1 });
    await act(ben, ana, 'accept');
    await settle();
    expect((await list(ben, 'requests')).items).toMatchObject([{ can: { answer: false } }]);
    // The sender of an accepted request doesn't see it as a request.
    expect(await list(ana, 'requests')).toMatchObject({ total: 0, items: [] });
    expect(await list(ana)).toMatchObject({ items: [{ can: { answer: false } }] });
    expect(await list(eve, 'requests')).toMatchObject({ total: 0, items: [] });
  });

  test('groups unread requests, latest first, with a count and an offset in a range', async () => {
    const { ben } = world;
    const askers = [await further(), await further(), await further(), await further()];
    for (const asker of askers) await ask(asker, ben);
    const { items, unread: one } = await list(ben);
    expect(one).toBe(1);
    expect(items).toMatchObject([
      {
        peopleCount: 4,
        people: [...askers]
          .reverse()
          .slice(0, 3)
          .map(({ uid }) => ({ uid })),
      },
    ]);
    await ben.call('PATCH /api/v1/notifications', { ids: [items[0]?.id ?? ''], read: true });
    await ask(await further(), ben);
    expect(await list(ben)).toMatchObject({
      total: 2,
      unread: 1,
      items: [{ peopleCount: 1 }, { peopleCount: 4 }],
    });
    expect(
      (await ben.call('GET /api/v1/notifications', { count: 1, offset: 1 })).items,
    ).toMatchObject([{ peopleCount: 4 }]);
    expect((await list(ben, 'unread')).total).toBe(1);
  });

  test('also settles an accepted request in notifications that accept no more people', async () => {
    const { ana, ben, cy } = world;
    await ask(ana, ben);
    await ask(cy, ben);
    await world.sql('update notifications set is_open = false where user_id = $1', [ben.id]);
    await act(ben, ana, 'accept');
    await settle();
    expect(await list(ben)).toMatchObject({
      unread: 1,
      items: [{ people: [{ uid: cy.uid }], peopleCount: 1, isRead: false }],
    });
    await act(ben, cy, 'accept');
    await settle();
    expect(await list(ben)).toMatchObject({ unread: 0, items: [{ isRead: true }] });
  });

  test('hides people who block the reader, but not people that the reader blocks', async () => {
    const { ana, ben, cy } = world;
    for (const other of [ben, cy]) {
      await ask(ana, other);
      await act(other, ana, 'accept');
      await settle();
    }
    const named = async () =>
      (await list(ana)).items.flatMap(({ people }) => people.map(({ uid }) => uid)).toSorted();
    const all = [ben.uid, cy.uid].toSorted();
    expect(await named()).toEqual(all);
    await world.sql(
      'insert into blocks (school_id, blocker_id, blocked_id) values ($1, $2, $3), ($1, $3, $4)',
      [world.school, ben.id, ana.id, cy.id],
    );
    expect(await named()).toEqual([cy.uid]);
    // Blocks don't apply to admins.
    await world.sql('update users set is_admin = true where id = $1', [ben.id]);
    expect(await named()).toEqual(all);
    await world.sql('update users set is_admin = false where id = $1', [ben.id]);
    expect(await named()).toEqual([cy.uid]);
  });

  test('no longer contains withdrawn, declined and blocked requests', async () => {
    const { ana, ben, cy } = world;
    await ask(ana, ben);
    await act(ana, ben, 'cancel');
    await settle();
    expect(await list(ben)).toMatchObject({ total: 0, unread: 0 });
    await ask(ana, ben);
    await ask(cy, ben);
    expect((await list(ben)).items).toMatchObject([{ peopleCount: 2 }]);
    await act(ben, cy, 'reject');
    await settle();
    expect(await list(ben)).toMatchObject({
      total: 1,
      unread: 1,
      items: [{ peopleCount: 1, people: [{ uid: ana.uid }] }],
    });
    await ben.call('PUT /api/v1/blocks/{uid}', { uid: ana.uid });
    await settle();
    expect(await list(ben)).toMatchObject({ total: 0, unread: 0, items: [] });
    // The request was withdrawn before its notification was sent.
    await act(cy, ben, 'request');
    await act(cy, ben, 'cancel');
    await settle();
    expect((await list(ben)).total).toBe(0);
  });

  test('marks as read and unread, marks all, deletes and restores, each idempotently', async () => {
    const { ana, ben, cy } = world;
    await ask(ana, ben);
    await act(ben, ana, 'accept');
    await settle();
    await ask(cy, ben);
    await ask(ana, cy);
    const ids = (await list(ben)).items.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const [newest = '', oldest = ''] = ids;
    const mark = (id: string, read: boolean) =>
      ben.call('PATCH /api/v1/notifications', { ids: [id], read });
    const first = await mark(newest, true);
    expect(first.unread).toBe(0);
    expect(await mark(newest, true)).toEqual(first);
    expect((await mark(oldest, false)).unread).toBe(1);
    expect((await mark(newest, false)).unread).toBe(2);
    // People can't mark other people's notifications.
    const [foreign = ''] = (await list(cy)).items.map(({ id }) => id);
    await ben.call('PATCH /api/v1/notifications', { ids: [foreign], read: true });
    expect(await unread(cy)).toBe(1);
    const all = await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    expect([all.unread, all.ids.toSorted()]).toEqual([0, ids.toSorted()]);
    expect(
      (await ben.call('PATCH /api/v1/notifications', { ids: all.ids, read: false })).unread,
    ).toBe(2);
    expect(
      await ben.call('DELETE /api/v1/notifications', { ids: `${newest},${foreign}` }),
    ).toMatchObject({ unread: 1 });
    expect(await list(ben)).toMatchObject({ total: 1, unread: 1, items: [{ id: oldest }] });
    expect(await unread(cy)).toBe(1);
    expect(
      await ben.call('POST /api/v1/notifications/restore', { ids: [newest, foreign] }),
    ).toMatchObject({ unread: 2 });
    expect(await list(ben)).toMatchObject({ total: 2, unread: 2 });
    for (const bad of [{ ids: '' }, { ids: 'x' }, { ids: '1,,2' }])
      expect((await ben.try('DELETE /api/v1/notifications', bad)).status).toBe(400);
    for (const bad of [{ ids: [], read: true }, { ids: ['1'] }, { ids: ['0'], read: true }])
      expect((await ben.try('PATCH /api/v1/notifications', bad)).status).toBe(400);
  });

  test('returns the changes after a change number, which lead to the same state as the list', async () => {
    const { ben, cy } = world;
    /** A client that applies the responses of `changes` to its list. */
    const locked = new Map<string, string>();
    let at = 0;
    const catchUp = async () => {
      const { isWhole, items, removed, change } = await ben.call(
        'GET /api/v1/notifications/changes',
        { after: at },
      );
      expect(isWhole).toBe(true);
      for (const item of items) locked.set(item.id, JSON.stringify(item));
      for (const id of removed) locked.delete(id);
      at = change;
    };
    const compare = async () => {
      await catchUp();
      const { items, change } = await list(ben);
      expect([...locked].toSorted()).toEqual(
        items.map((item) => [item.id, JSON.stringify(item)]).toSorted(),
      );
      expect(change).toBe(at);
    };
    await ask(await further(), ben);
    await compare();
    await ask(await further(), ben);
    await compare();
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await ask(cy, ben);
    await compare();
    const [newest] = (await list(ben)).items;
    await ben.call('DELETE /api/v1/notifications', { ids: newest?.id ?? '' });
    await compare();
    await ben.call('POST /api/v1/notifications/restore', { ids: [newest?.id ?? ''] });
    await act(cy, ben, 'cancel');
    await settle();
    await compare();
    const ahead = await ben.call('GET /api/v1/notifications/changes', { after: at + 1 });
    expect(ahead).toMatchObject({ isWhole: false, items: [] });
  });

  test('deletes old notifications, updates the counts, and tells outdated clients to reload', async () => {
    const { ana, ben, cy } = world;
    await ask(ana, ben);
    const { id = '' } = (await list(ben)).items[0] ?? {};
    await ben.call('PATCH /api/v1/notifications', { ids: [id], read: true });
    await world.sql(`update notifications set changed_at = changed_at - interval '91 days'`);
    await ask(cy, ben);
    expect(await runMaintenance(world.pool, [forgetOldNotifications], world.clock.now())).toBe(1);
    expect(await list(ben)).toMatchObject({
      total: 1,
      unread: 1,
      items: [{ people: [{ uid: cy.uid }] }],
    });
    expect(await ben.call('GET /api/v1/notifications/changes', { after: 1 })).toMatchObject({
      isWhole: false,
    });
    const { change } = await list(ben);
    expect(await ben.call('GET /api/v1/notifications/changes', { after: change })).toMatchObject({
      isWhole: true,
      items: [],
    });
  });

  test('can’t be seen or changed by people at another school', async () => {
    const { ana, ben, eve } = world;
    await ask(ana, ben);
    const { id = '' } = (await list(ben)).items[0] ?? {};
    expect(await list(eve)).toMatchObject({ total: 0, items: [] });
    expect((await eve.try('GET /api/v1/notifications/{id}/why', { id })).status).toBe(404);
    await eve.call('PATCH /api/v1/notifications', { ids: [id], read: true });
    await eve.call('DELETE /api/v1/notifications', { ids: id });
    expect(await list(ben)).toMatchObject({ total: 1, unread: 1 });
  });

  test('contains one notification for an event that several servers handled ten times', async () => {
    const { ana, ben } = world;
    await ask(ana, ben);
    const [event] = await world.sql<{ id: number }>(
      `select id from outbox where kind = 'connection_requested' order by id desc limit 1`,
    );
    const again = () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          world.app.jobs.repeat('connections.notify-request', world.school, event?.id ?? 0),
        ),
      );
    // The event was handled and read. Handling it again adds nothing.
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    expect((await again()).length).toBe(10);
    await settle();
    expect(await list(ben)).toMatchObject({ total: 1, unread: 0, items: [{ peopleCount: 1 }] });
    // Reset the tables, as if the event had not been handled yet.
    for (const table of ['notifications', 'notification_sources', 'notification_counters'])
      await world.sql(`delete from ${table}`);
    await again();
    await settle();
    expect(await list(ben)).toMatchObject({
      total: 1,
      unread: 1,
      change: 1,
      items: [{ peopleCount: 1 }],
    });
    expect(
      await world.sql(
        'select platform, count(*)::int as n from notification_deliveries group by platform order by platform',
      ),
    ).toEqual(['email', 'in_app', 'mobile'].map((platform) => ({ platform, n: 1 })));
  });
});
