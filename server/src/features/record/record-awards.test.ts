import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { showCode } from '#contract/record/limits.ts';
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
const awardOf = async (who: Person, name: string): Promise<string> =>
  (await who.call('GET /api/v1/cct')).badges.find((one) => one.name === name)?.award?.id ?? '';
const documentsOf = async (who: Person) => (await who.call('GET /api/v1/cct')).documents;
const verify = async (code: string): Promise<PublicDocument> =>
  ((await world.visit(`/api/v1/public/record?code=${code}`)).body as { document: PublicDocument })
    .document;
/** Returns someone's notifications about their record. */
const noticesOf = async (who: Person) =>
  (await who.call('GET /api/v1/notifications', { count: 50 })).items
    .filter(({ kind }) => /^(badge|experience|document)_/.test(kind))
    .map(({ kind, about }) => `${kind} ${about?.title ?? ''}`);
const has = async (who: Person, name: string) =>
  (await who.call('GET /api/v1/cct')).badges.some((one) => one.name === name && one.award !== null);

test('[CCT-01] creates one school key before the first signature, even for simultaneous requests', async () => {
  const keys = async () =>
    (
      (await world.visit('/.well-known/did.json')).body as { verificationMethod: { id: string }[] }
    ).verificationMethod.map(({ id }) => id);
  const [one, two] = await Promise.all([keys(), keys()]);
  expect(one).toHaveLength(1);
  expect(two).toEqual(one);
  expect(await keys()).toEqual(one);
});

test('[CCT-01] counts simultaneous verifications together, because the second waits for the first', async () => {
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
  // These experiences wait for a verifier, so the app doesn't settle them itself.
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

test('[CCT-01] a new badge is awarded in the background to people who qualify, and the page shows the progress', async () => {
  await makeBadge('At once', { goal: 1 });
  expect((await badgeOf('At once')).settling).toEqual({ done: 0, total: 3 });
  expect(await has(world.ana, 'At once')).toBe(false);
  await world.app.jobs.settle();
  expect(await badgeOf('At once')).toMatchObject({ settling: null, awards: 3 });
  expect(await has(world.ana, 'At once')).toBe(true);
  // The badge changes while it is being settled. Only the last change counts.
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

test('[CCT-01] staff award a badge to several people, list its holders, and revoke it with a reason', async () => {
  const { admin, ana, ben, cy, eve } = world;
  await makeBadge('Thanks', { basis: 'manual', goal: 1 });
  await world.app.jobs.settle();
  const { id } = await badgeOf('Thanks');
  const award = 'POST /api/v1/school/record/badges/{id}/awards';
  const list = 'GET /api/v1/school/record/badges/{id}/awards';
  expect(codeOf(await ana.try(award, { id, uids: [ana.uid] }))).toEqual([403, 'forbidden']);
  expect((await eve.try(list, { id })).status).not.toBe(200);
  // If one of the people belongs to another school, no one gets the badge.
  expect(codeOf(await admin.try(award, { id, uids: [ana.uid, eve.uid] }))[1]).toBe(
    'person_not_found',
  );
  expect((await admin.call(list, { id })).items).toEqual([]);
  expect(await admin.call(award, { id, uids: [ana.uid, ben.uid] })).toEqual({ awarded: 2 });
  expect(await admin.call(award, { id, uids: [ana.uid, cy.uid] })).toEqual({ awarded: 1 });
  const issued = await ben.call('POST /api/v1/cct/documents', {
    clientId: randomUUID(),
    kind: 'badge',
    award: await awardOf(ben, 'Thanks'),
  });
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
  // The badge's page and its holder's list show who revoked it and when.
  const at = world.clock.now().toISOString();
  const gone = { revokedAt: at, isRevokedBySchool: true, isBadgeLost: false };
  expect(await verify(issued.code)).toMatchObject({
    ...gone,
    reason: '',
    publicReason: 'requirements',
  });
  expect(await documentsOf(ben)).toMatchObject([{ ...gone, reason: 'A mistake' }]);
  await world.app.jobs.settle();
  expect(await noticesOf(ben)).toEqual(['badge_revoked Thanks']);
  expect(await noticesOf(cy)).toEqual(['badge_awarded Thanks']);
  // The holder reads the reason that staff wrote.
  const { badges } = await ben.call('GET /api/v1/cct');
  expect(badges.find(({ name }) => name === 'Thanks')).toMatchObject({
    award: null,
    revoked: { reason: 'A mistake' },
  });
  expect(await has(ben, 'Thanks')).toBe(false);
  expect(JSON.stringify(await ben.call('GET /api/v1/account/data'))).toContain('A mistake');
  const log = await world.sql<{ act: string }>(
    `select detail ->> 'act' as act from activity_log where kind = 'record_changed' and detail ->> 'about' = 'Thanks' order by number`,
  );
  expect(log.map(({ act }) => act)).toEqual([
    'setup',
    'badge_awarded',
    'badge_awarded',
    'badge_awarded',
    'badge_revoked',
  ]);
});

test('[CCT-01] a badge without its reason is lost and not revoked, and its holder is notified once', async () => {
  const holder = await world.join({ username: 'loser' });
  await makeBadge('Once', { goal: 1 });
  await world.app.jobs.settle();
  const { id, submission } = await waiting(holder);
  await (
    await approve(verifiers[0] ?? holder, submission)
  )();
  const other = await waiting(holder, 'Driver');
  await (
    await approve(verifiers[0] ?? holder, other.submission)
  )();
  const issue = (more: object) =>
    holder.call('POST /api/v1/cct/documents', { clientId: randomUUID(), ...more } as never);
  const badge = await issue({ kind: 'badge', award: await awardOf(holder, 'Once') });
  expect(badge.award).toBe(await awardOf(holder, 'Once'));
  const isPartial = async (entries: string[]) => {
    const badges = (await holder.call('GET /api/v1/cct')).badges.flatMap(
      ({ award }) => award?.id ?? [],
    );
    const made = await issue({ kind: 'learner_record', entries, badges });
    const { base64 } = await holder.call('GET /api/v1/cct/documents/{id}/file', { id: made.id });
    const [, payload = ''] = Buffer.from(base64, 'base64').toString().split('.');
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { partial: boolean })
      .partial;
  };
  expect(await isPartial([id, other.id])).toBe(false);
  expect(await isPartial([id])).toBe(true);
  const revoke = (entry: string) =>
    world.admin.try('PUT /api/v1/school/record/entries/{id}/revocation', {
      id: entry,
      reason: 'Never there.',
    });
  for (const entry of [id, other.id]) expect((await revoke(entry)).status).toBe(200);
  const lost = { isRevokedBySchool: false, isBadgeLost: true, reason: '' };
  const shown = await verify(badge.code);
  expect(shown).toMatchObject({ ...lost, status: 'revoked', publicReason: null });
  expect(shown.revokedAt).toBe(world.clock.now().toISOString());
  const mine = (await documentsOf(holder)).find((one) => one.id === badge.id);
  expect(mine).toMatchObject({ ...lost, revokedAt: shown.revokedAt });
  // A second revocation sends no second notification.
  for (let round = 0; round < 2; round += 1)
    await world.admin.call('PUT /api/v1/school/record/documents/{id}/revocation', {
      id: badge.id,
      reason: 'A mistake',
      publicReason: 'error',
    });
  await world.app.jobs.settle();
  expect((await noticesOf(holder)).toSorted()).toEqual([
    `document_revoked ${showCode(badge.code)}`,
    'experience_revoked Driver',
    'experience_revoked Shift lead',
  ]);
  expect(await noticesOf(world.ana)).toEqual(['badge_awarded Thanks']);
});

test('[CCT-01] finds verified experiences by a rare name without reading all of them', async () => {
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

test('[CCT-01] people can send one reminder every three days, and a restarted position has two periods', async () => {
  const { submission, id } = await waiting(world.ana, 'Mentor');
  const [one] = verifiers;
  const remind = async () => {
    const ana = await world.signInAgain(world.ana);
    return ana.try('POST /api/v1/approvals/{id}/reminder', { id: submission ?? '' });
  };
  expect(codeOf(await remind())).toEqual([409, 'reminder_early']);
  expect(
    (await world.ben.try('POST /api/v1/approvals/{id}/reminder', { id: submission ?? '' })).status,
  ).toBe(404);
  world.clock.advance(3 * 86_400_000 + 1_000);
  const ana = await world.signInAgain(world.ana);
  const entry = (await ana.call('GET /api/v1/cct/entries')).items.find((row) => row.id === id);
  expect(Date.parse(entry?.remindAt ?? '')).toBeLessThanOrEqual(world.clock.now().getTime());
  const both = await Promise.all([remind(), remind()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await world.app.jobs.settle();
  const verifier = await world.signInAgain(one ?? world.ben);
  const { items } = await verifier.call('GET /api/v1/notifications', { count: 100 });
  expect(
    items.some(
      ({ kind: what, about }) => what === 'submission_reminder' && about?.title === 'Mentor',
    ),
  ).toBe(true);

  const admin = await world.signInAgain(world.admin);
  await admin.call('POST /api/v1/school/record/kinds', { name: 'Leadership', source: 'positions' });
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: randomUUID(),
    name: 'Orchard',
    membership: 'open',
  });
  const cy = await world.signInAgain(world.cy);
  await cy.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
  const [president] = (await admin.call('GET /api/v1/school/club-positions')).items;
  const put = async (position: string | null) => {
    const staff = await world.signInAgain(world.admin);
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
    (await (await world.signInAgain(world.cy)).call('GET /api/v1/cct/entries')).items
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
  // Maintenance adds nothing for current positions.
  await runMaintenance(world.pool, maintenance, world.clock.now());
  world.clock.advance(5 * 86_400_000);
  await put(null);
  expect(await spans()).toEqual([
    [again, day()],
    [begun, ended],
  ]);
});
