import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';
import { maintenance } from '../../app.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import type { Context } from '../../kernel/context.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { settleBadges } from './badges/settle-badges.ts';
import { updateState } from './record.queries.ts';

const world = inWorld({ ownDatabase: true });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

let kind = '';
let verifiers: Person[] = [];
beforeAll(async () => {
  verifiers = await Promise.all(
    ['one', 'two'].map((name) => world.join({ username: `verifier-${name}`, last_name: name })),
  );
  const { kinds } = await world.admin.call('POST /api/v1/school/record/kinds', {
    name: 'Service',
    verifiers: verifiers.map(({ uid }) => uid),
  });
  kind = kinds.find(({ name }) => name === 'Service')?.id ?? '';
});

const waiting = async (who: Person, title = 'Shift lead') => {
  const { id } = await who.call('POST /api/v1/cct/entries', {
    clientId: randomUUID(),
    kind,
    title,
    startsOn: '2026-02-01',
    endsOn: '2026-05-31',
    minutes: 600,
  } as never);
  return who.call('POST /api/v1/cct/entries/{id}/submission', { id });
};
const approve = async (who: Person, submission: string | null) => {
  const id = submission ?? '';
  const { version } = await who.call('GET /api/v1/approvals/{id}', { id });
  return () =>
    who.call('POST /api/v1/approvals/{id}/decision', {
      id,
      version,
      decision: 'approve',
      reason: '',
    });
};
const makeBadge = (name: string, more: object = {}) =>
  world.admin.call('POST /api/v1/school/record/badges', {
    name,
    icon: 'heart',
    color: 1,
    basis: 'entries',
    goal: 2,
    ...more,
  } as never);
const badgeOf = async (name: string) => {
  const { badges } = await world.admin.call('GET /api/v1/school/record');
  const found = badges.find((one) => one.name === name);
  if (found === undefined) throw new Error('the badge is not there');
  return found;
};
const has = async (who: Person, name: string) =>
  (await who.call('GET /api/v1/cct')).badges.some((one) => one.name === name && one.award !== null);

test('[CCT-01] what is verified at the same time counts together: whoever is second waits for the first', async () => {
  const { ana, ben, cy } = world;
  await makeBadge('Twice');
  for (const who of [ana, ben]) {
    const [one, two] = [await waiting(who), await waiting(who, 'Driver')];
    for (const [n, { submission }] of [one, two].entries())
      await (
        await approve(verifiers[n] ?? who, submission)
      )();
    expect(await has(who, 'Twice')).toBe(true);
  }
  // What the platform counts by itself is not done when a verifier comes.
  const [one, two] = [await waiting(cy), await waiting(cy, 'Driver')];
  const second = await approve(verifiers[0] ?? cy, two.submission);
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const counted = inTransaction(world.pool, { school: world.school }, async (db) => {
    const now = world.clock.now();
    await updateState(db, Number(one.id), { state: 'verified', verifier: null, reason: '', now });
    const school = { school_id: world.school };
    await settleBadges({ db, school, clock: world.clock } as unknown as Context, [cy.id]);
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  let isDone = false;
  const verifiedToo = second().finally(() => {
    isDone = true;
  });
  const waits = async () => (await world.sql(`select from pg_locks where not granted`)).length;
  await expect.poll(async () => isDone || (await waits()) > 0).toBe(true);
  held.resolve();
  await Promise.all([counted, verifiedToo]);
  expect(await has(cy, 'Twice')).toBe(true);
});

test('[CCT-01] a new badge goes to who has reached it in the background, and the page says how far that is', async () => {
  await makeBadge('At once', { goal: 1 });
  expect((await badgeOf('At once')).settling).toEqual({ done: 0, total: 3 });
  expect(await has(world.ana, 'At once')).toBe(false);
  await world.app.jobs.settle();
  expect(await badgeOf('At once')).toMatchObject({ settling: null, awards: 3 });
  expect(await has(world.ana, 'At once')).toBe(true);
  // Changed while it is settled: only the last change counts.
  const { id, version, ...badge } = await badgeOf('At once');
  const { awards: _, settling: __, kind: ___, steps: ____, ...rest } = badge;
  const change = (more: object, at: number) =>
    world.admin.call('PATCH /api/v1/school/record/badges/{id}', {
      ...rest,
      ...more,
      id,
      version: at,
    } as never);
  await change({ goal: 3 }, version);
  await change({ goal: 2 }, version + 1);
  await world.app.jobs.settle();
  expect(await badgeOf('At once')).toMatchObject({ settling: null, awards: 3, goal: 2 });
});

test('[CCT-01] staff award a badge to several people, see who has it, and take it back with a reason', async () => {
  const { admin, ana, ben, cy, eve } = world;
  await makeBadge('Thanks', { basis: 'manual', goal: 1 });
  await world.app.jobs.settle();
  const { id } = await badgeOf('Thanks');
  const award = 'POST /api/v1/school/record/badges/{id}/awards';
  const list = 'GET /api/v1/school/record/badges/{id}/awards';
  expect(codeOf(await ana.try(award, { id, uids: [ana.uid] }))).toEqual([403, 'forbidden']);
  expect((await eve.try(list, { id })).status).not.toBe(200);
  // With somebody of another school nobody gets it.
  expect(codeOf(await admin.try(award, { id, uids: [ana.uid, eve.uid] }))[1]).toBe(
    'person_not_found',
  );
  expect((await admin.call(list, { id })).items).toEqual([]);
  expect(await admin.call(award, { id, uids: [ana.uid, ben.uid] })).toEqual({ awarded: 2 });
  expect(await admin.call(award, { id, uids: [ana.uid, cy.uid] })).toEqual({ awarded: 1 });
  const { items } = await admin.call(list, { id });
  expect(items.map(({ person }) => person.uid).toSorted()).toEqual(
    [ana.uid, ben.uid, cy.uid].toSorted(),
  );
  expect(items[0]).toMatchObject({ isByHand: true });
  await admin.call('DELETE /api/v1/school/record/badges/{id}/awards/{uid}', {
    id,
    uid: ben.uid,
    reason: 'A mistake',
    publicReason: 'requirements',
  });
  // Its holder reads why, in staff's own words.
  const { badges } = await ben.call('GET /api/v1/cct');
  expect(badges.find(({ name }) => name === 'Thanks')).toMatchObject({
    award: null,
    takenBack: { reason: 'A mistake' },
  });
  expect(await has(ben, 'Thanks')).toBe(false);
  expect(JSON.stringify(await ben.call('GET /api/v1/account/data'))).toContain('A mistake');
  const log = await world.sql<{ act: string }>(
    `select detail ->> 'act' as act from audit_entries where kind = 'record_changed' and detail ->> 'about' = 'Thanks' order by number`,
  );
  expect(log.map(({ act }) => act)).toEqual([
    'setup',
    'badge_awarded',
    'badge_awarded',
    'badge_awarded',
    'badge_revoked',
  ]);
});

test('[CCT-01] what was verified is found by a rare name without reading all of it', async () => {
  const { items } = await world.admin.call('GET /api/v1/school/record/entries', {
    search: world.ana.email.slice(0, 3),
  } as never);
  expect(items.every(({ person }) => person.uid === world.ana.uid)).toBe(true);
  expect(items.length).toBeGreaterThan(0);
  const none = await world.admin.call('GET /api/v1/school/record/entries', {
    search: 'zzyzx',
  } as never);
  expect(none.items).toEqual([]);
});

test('[CCT-01] whoever waits for verification reminds once in three days; a position given up and regained has two spans', async () => {
  const { submission, id } = await waiting(world.ana, 'Mentor');
  const [one] = verifiers;
  const remind = async () => {
    const ana = await world.again(world.ana);
    return ana.try('POST /api/v1/approvals/{id}/reminder', { id: submission ?? '' });
  };
  expect(codeOf(await remind())).toEqual([409, 'reminder_early']);
  expect(
    (await world.ben.try('POST /api/v1/approvals/{id}/reminder', { id: submission ?? '' })).status,
  ).toBe(404);
  world.clock.advance(3 * 86_400_000 + 1_000);
  const ana = await world.again(world.ana);
  const entry = (await ana.call('GET /api/v1/cct/entries')).items.find((row) => row.id === id);
  expect(Date.parse(entry?.remindAt ?? '')).toBeLessThanOrEqual(world.clock.now().getTime());
  const both = await Promise.all([remind(), remind()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await world.app.jobs.settle();
  const verifier = await world.again(one ?? world.ben);
  const { items } = await verifier.call('GET /api/v1/notifications', { count: 100 });
  expect(
    items.some(
      ({ kind: what, about }) => what === 'submission_reminder' && about?.title === 'Mentor',
    ),
  ).toBe(true);

  const admin = await world.again(world.admin);
  await admin.call('POST /api/v1/school/record/kinds', { name: 'Leadership', source: 'positions' });
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: randomUUID(),
    name: 'Orchard',
    membership: 'open',
  });
  const cy = await world.again(world.cy);
  await cy.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
  const [president] = (await admin.call('GET /api/v1/school/club-positions')).items;
  const put = async (position: string | null) => {
    const staff = await world.again(world.admin);
    await staff.call('PATCH /api/v1/clubs/{id}/members', {
      id: club.id,
      uids: [world.cy.uid],
      act: 'position',
      position,
    } as never);
    await world.app.jobs.settle();
    await runMaintenance(world.pool, maintenance, world.clock.now());
  };
  const spans = async () =>
    (await (await world.again(world.cy)).call('GET /api/v1/cct/entries')).items
      .filter(({ source }) => source === 'position')
      .map(({ startsOn, endsOn }) => [startsOn, endsOn]);
  const day = () => world.clock.now().toISOString().slice(0, 10);
  const begun = day();
  await put(president?.id ?? '');
  world.clock.advance(10 * 86_400_000);
  const ended = day();
  await put(null);
  expect(await spans()).toEqual([[begun, ended]]);
  world.clock.advance(20 * 86_400_000);
  const again = day();
  await put(president?.id ?? '');
  expect(await spans()).toEqual([
    [again, null],
    [begun, ended],
  ]);
  // Nothing is added for what goes on.
  await runMaintenance(world.pool, maintenance, world.clock.now());
  world.clock.advance(5 * 86_400_000);
  await put(null);
  expect(await spans()).toEqual([
    [again, day()],
    [begun, ended],
  ]);
});
