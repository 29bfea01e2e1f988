import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { fileReferences, maintenance } from '#server/app.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { runMaintenance, sweepSchools } from '#server/kernel/jobs/maintenance.ts';
import { codeOf, connect, direct, sendMessage } from '../../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { insertUpload } from '../uploads.queries.ts';

const world = inWorld();
const hour = 3_600_000;
const full = [409, 'storage_full'];

const announce = (who: Person, size: number, clientId: string = newClientId(), name = 'a.dat') =>
  who.try('POST /api/v1/uploads', { clientId, name, size });
/** Uploads a complete file and returns its id. */
const send = async (who: Person, name: string, size: number, bytes = Buffer.alloc(size, 'a')) => {
  const { id } = await who.call('POST /api/v1/uploads', { clientId: newClientId(), name, size });
  await who.try('PUT /api/v1/uploads/{id}', { id, offset: 0, upload: bytes });
  return id;
};
const usedBy = async (who: Person) => (await who.call('GET /api/v1/storage')).used;
const files = async (who: Person) => (await who.call('GET /api/v1/storage/files')).items;
const remove = async (who: Person, id: string) =>
  codeOf(await who.try('DELETE /api/v1/storage/files/{id}', { id }));
const setLimits = (personMegabytes: number, schoolMegabytes: number | null = null) =>
  world.admin.call('PUT /api/v1/school/storage', { personMegabytes, schoolMegabytes });
const stored = async (): Promise<number> => {
  let count = 0;
  for await (const some of world.files.list(world.school)) count += some.length;
  return count;
};
const tidy = async (at: Date) => {
  await runMaintenance(world.pool, maintenance, at);
  await sweepSchools(
    {
      pool: world.pool,
      files: world.files,
      log: { error: (error: unknown) => expect(error).toBeNull() },
    },
    fileReferences,
    at,
  );
};

beforeAll(() => connect(world.ana, world.ben));
beforeEach(async () => {
  await setLimits(1_000);
  // Remove files that earlier tests left unused.
  for (const who of [world.ana, world.ben, world.cy])
    for (const { id } of await files(who)) await remove(who, id);
});

test('a file counts once announced, an upload over the limit is rejected early, and deleting frees space', async () => {
  const { ana, ben, eve } = world;
  expect(await ana.call('GET /api/v1/storage')).toEqual({
    used: 0,
    limit: 1_000_000_000,
    pictures: 0,
  });
  await setLimits(1);
  const first = await send(ana, 'thesis.pdf', 600_000);
  const before = await stored();
  expect(codeOf(await announce(ana, 400_001))).toEqual(full);
  expect([await stored(), await usedBy(ana)]).toEqual([before, 600_000]);
  expect((await announce(ana, 400_000, newClientId(), 'more.dat')).status).toBe(200);
  expect((await files(ana)).map(({ name, size, url }) => [name, size, url === null])).toEqual([
    ['thesis.pdf', 600_000, false],
    ['more.dat', 400_000, true],
  ]);
  // Read the list page by page.
  const page = await ana.call('GET /api/v1/storage/files', { size: 1 });
  const next = await ana.call('GET /api/v1/storage/files', {
    size: 1,
    cursor: page.nextCursor ?? '',
  });
  expect([page, next].map(({ items }) => items[0]?.name)).toEqual(['thesis.pdf', 'more.dat']);
  expect(next.nextCursor).toBeNull();
  // No one else can see or delete it, and other people have separate limits.
  for (const who of [ben, eve]) {
    expect([await files(who), await usedBy(who)]).toEqual([[], 0]);
    expect(await remove(who, first)).toEqual([404, 'not_found']);
    expect((await announce(who, 900_000)).status).toBe(200);
  }
  expect((await remove(ana, first))[0]).toBe(200);
  await world.app.jobs.settle();
  expect([await stored(), await usedBy(ana)]).toEqual([before - 1, 400_000]);
  expect((await announce(ana, 600_000)).status).toBe(200);
  expect(codeOf(await announce(ana, 1))).toEqual(full);
  // A lower limit deletes nothing.
  await setLimits(0);
  expect(await usedBy(ana)).toBe(1_000_000);
});

test('two uploads at the same time don’t pass the limit of a person or the school', async () => {
  const { ana, ben, cy, admin } = world;
  await setLimits(1);
  const taken = async (tries: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(tries)).map(({ status }) => status).toSorted();
  expect(await taken(Array.from({ length: 8 }, () => announce(ana, 300_000)))).toEqual([
    200, 200, 200, 409, 409, 409, 409, 409,
  ]);
  expect(await usedBy(ana)).toBe(900_000);
  // Another upload of hers that hasn't been committed yet.
  const { waiting } = await inTransaction(world.pool, { school: world.school }, async (db) => {
    await insertUpload(db, {
      school: world.school,
      owner: ana.id,
      clientId: randomUUID(),
      name: 'held.dat',
      size: 60_000,
      now: world.clock.now(),
    });
    const held = announce(ana, 60_000);
    expect(await Promise.race([held, delay(200, 'waiting')])).toBe('waiting');
    return { waiting: held };
  });
  expect(codeOf(await waiting)).toEqual(full);
  expect(await usedBy(ana)).toBe(960_000);
  // Announcing the same file twice at the same time creates one file, even if there is space for only one.
  const clientId = randomUUID();
  expect(await taken([1, 2, 3].map(() => announce(ben, 700_000, clientId)))).toEqual([
    200, 200, 200,
  ]);
  expect(await usedBy(ben)).toBe(700_000);

  const { used } = await admin.call('GET /api/v1/school/storage');
  const most = Math.ceil(used / 1_000_000) + 1;
  await setLimits(1_000, most);
  const size = Math.floor((most * 1_000_000 - used) / 3);
  const tries = [ana, ben, cy, ana, ben, cy].map((who) => announce(who, size));
  expect(await taken(tries)).toEqual([200, 200, 200, 409, 409, 409]);
  expect(codeOf(await announce(cy, 10))).toEqual([409, 'school_storage_full']);
  expect((await admin.call('GET /api/v1/school/storage')).used).toBeLessThanOrEqual(
    most * 1_000_000,
  );
  // Another school isn't affected.
  expect((await announce(world.eve, size)).status).toBe(200);
});

/** Returns a picture that doesn't compress. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

test('pictures count at their encoded size, and are rejected before they are stored', async () => {
  const { ana, cy, admin } = world;
  const photo = (who: Person, upload: Buffer) =>
    who.try('POST /api/v1/profile/pictures/{kind}', { kind: 'photo', upload });
  const [small, large] = [await noise(64), await noise(128)];
  expect((await photo(cy, small)).status).toBe(200);
  const { used, pictures } = await cy.call('GET /api/v1/storage');
  expect(used).toBe(pictures);
  expect(pictures).toBeGreaterThan(1_000);
  // The next picture replaces it.
  expect((await photo(cy, small)).status).toBe(200);
  expect(await usedBy(cy)).toBeLessThan(used * 1.5);
  await world.app.jobs.settle();
  const before = await stored();
  await setLimits(0);
  expect(codeOf(await photo(cy, large))).toEqual(full);
  expect(await stored()).toBe(before);

  // An upload that grows when it is encoded is refused too, and all of it is removed.
  await setLimits(1);
  const coarse = await sharp(await noise(200))
    .jpeg({ quality: 1 })
    .toBuffer();
  expect((await announce(ana, 1_000_000 - coarse.length)).status).toBe(200);
  const { id } = await ana.call('POST /api/v1/uploads', {
    clientId: newClientId(),
    name: 'coarse.jpg',
    size: coarse.length,
  });
  const sent = await ana.try('PUT /api/v1/uploads/{id}', { id, offset: 0, upload: coarse });
  await world.app.jobs.settle();
  expect([codeOf(sent), await stored()]).toEqual([full, before]);
  expect((await files(ana)).map(({ name }) => name)).toEqual(['a.dat']);

  const school = await admin.call('GET /api/v1/school/storage');
  await setLimits(1_000, Math.floor(school.used / 1_000_000));
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Photo club',
    membership: 'open',
    president: cy.uid,
  });
  expect(
    codeOf(
      await cy.try('PUT /api/v1/clubs/{id}/pictures/{kind}', {
        id: club.id,
        kind: 'logo',
        upload: large,
      }),
    ),
  ).toEqual([409, 'school_storage_full']);
  expect(await stored()).toBe(before);
});

test('owners see where a file is used and can delete unused files, but don’t see reports', async () => {
  const { ana, ben, admin } = world;
  const { id: conversation } = await direct(ana, ben);
  const used: string[] = [];
  for (const [name, size] of [
    ['reported.txt', 3_000],
    ['plain.txt', 2_000],
  ] as const) {
    const file = await send(ana, name, size);
    const { seq } = await sendMessage(ana, conversation, 'Look', { files: [file] });
    used.push(file);
    const place = { place: 'chat', id: conversation, message: String(seq), title: null };
    expect((await files(ana)).find(({ id }) => id === file)?.uses).toEqual([place]);
    expect(await remove(ana, file)).toEqual([409, 'file_in_use']);
    if (name === 'reported.txt')
      await ben.call('POST /api/v1/reports', {
        target: { kind: 'message', id: `${conversation}:${seq}` },
        reason: 'harassment',
      });
    await ana.call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      conversation,
      seq,
    });
  }
  const post = await send(ana, 'notes.txt', 1_000);
  const { id: postId } = await ana.call('POST /api/v1/posts', {
    clientId: newClientId(),
    text: 'Notes',
    files: [post],
  });
  const listed = async () =>
    (await files(ana)).map(({ name, uses }) => [name, uses.map((one) => [one.place, one.id])]);
  // A file that only a report needs looks unused.
  expect(await listed()).toEqual([
    ['reported.txt', []],
    ['plain.txt', []],
    ['notes.txt', [['post', postId]]],
  ]);
  const [reported = '', plain = ''] = used;
  const urls = (await files(ana)).map(({ url }) => url ?? '');
  expect([await remove(ana, reported), await remove(ana, plain)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  const open = async (url: string) =>
    (await world.app.http.inject({ url, headers: { host: 'localhost' } })).statusCode;
  expect(await Promise.all(urls.map(open))).toEqual([404, 404, 200]);
  expect([await usedBy(ana), (await listed()).length]).toEqual([1_000, 1]);
  expect(await remove(ana, reported)).toEqual(await remove(ana, plain));
  expect(
    await world.sql('select counts_for from uploads where id = any($1)', [[reported, plain]]),
  ).toEqual([{ counts_for: 'school' }]);
  const mine = JSON.stringify(await ana.call('GET /api/v1/account/data'));
  expect(mine).toContain('notes.txt');
  expect(mine).not.toContain('reported.txt');
  // Moderators can still open it, and it counts toward the school.
  await ana.call('DELETE /api/v1/posts/{id}', { id: postId });
  expect(await listed()).toEqual([['notes.txt', [['deleted_post', null]]]]);
  const { types } = await admin.call('GET /api/v1/school/storage');
  expect(types.find(({ type }) => type === 'reports')).toEqual({
    type: 'reports',
    bytes: 3_000,
    files: 1,
  });
});

test('unused files disappear for their owner after a day, even if a report needs them', async () => {
  const { ana, ben } = world;
  const { id: conversation } = await direct(ana, ben);
  const file = await send(ana, 'kept.txt', 500);
  const { seq } = await sendMessage(ana, conversation, '', { files: [file] });
  await ben.call('POST /api/v1/reports', {
    target: { kind: 'message', id: `${conversation}:${seq}` },
    reason: 'spam',
  });
  const message = { conversation, seq };
  await ana.call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', message);
  await send(ana, 'loose.txt', 700);
  const names = async () => (await files(ana)).map(({ name }) => name);
  expect(await names()).toEqual(expect.arrayContaining(['loose.txt', 'kept.txt']));
  await tidy(new Date(world.clock.now().getTime() + 25 * hour));
  expect(await names()).not.toEqual(expect.arrayContaining(['loose.txt']));
  expect(await names()).not.toEqual(expect.arrayContaining(['kept.txt']));
});

test('club files count toward the club, and admins see names and sizes and set limits', async () => {
  const { ana, ben, cy, admin, eve } = world;
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: ben.uid,
  });
  const before = await usedBy(ben);
  const minutes = await send(ben, 'minutes.txt', 40_000);
  expect(await usedBy(ben)).toBe(before + 40_000);
  const file = await ben.call('POST /api/v1/clubs/{id}/files', {
    id: club.id,
    clientId: newClientId(),
    uploadId: minutes,
  });
  expect([await usedBy(ben), await remove(ben, minutes)]).toEqual([before, [404, 'not_found']]);
  const secret = await send(ana, 'secret-name.txt', 90_000);
  const school = await admin.call('GET /api/v1/school/storage');
  const bytesOf = (type: string) => school.types.find((one) => one.type === type)?.bytes;
  expect(bytesOf('club_files')).toBe(40_000);
  expect(bytesOf('unused')).toBeGreaterThanOrEqual(90_000);
  expect(school.types.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(school.used);

  const people = await admin.call('GET /api/v1/school/storage/people');
  expect(people.items.map(({ used }) => used)).toEqual(
    people.items.map(({ used }) => used).toSorted((a, b) => b - a),
  );
  const ofAna = people.items.find(({ person }) => person.uid === ana.uid);
  expect(ofAna).toMatchObject({
    used: await usedBy(ana),
    limit: 1_000_000_000,
    hasOwnLimit: false,
  });
  expect(JSON.stringify([people, school])).not.toMatch(/secret-name|minutes/);
  expect(people.items.some(({ person }) => person.uid === eve.uid)).toBe(false);
  const pageOne = await admin.call('GET /api/v1/school/storage/people', { size: 1 });
  const pageTwo = await admin.call('GET /api/v1/school/storage/people', {
    size: 1,
    cursor: pageOne.nextCursor ?? '',
  });
  expect([...pageOne.items, ...pageTwo.items]).toEqual(people.items.slice(0, 2));
  const found = await admin.call('GET /api/v1/school/storage/people', {
    search: (ofAna?.person.username ?? '').slice(0, 3),
  });
  expect(found.items).toEqual([ofAna]);

  // Only people who manage storage can do this, and only at their own school.
  for (const [who, code] of [
    [ana, [403, 'forbidden']],
    [eve, [403, 'forbidden']],
  ] as const)
    for (const key of ['GET /api/v1/school/storage', 'GET /api/v1/school/storage/people'] as const)
      expect(codeOf(await who.try(key))).toEqual(code);
  const limitOf = (who: Person, uid: string, megabytes: number | null) =>
    who.try('PUT /api/v1/school/storage/people/{uid}', { uid, megabytes });
  expect((await limitOf(ana, ana.uid, 5_000)).status).toBe(403);
  expect(codeOf(await limitOf(admin, eve.uid, 1))).toEqual([404, 'not_found']);

  await setLimits(1);
  expect((await limitOf(admin, cy.uid, 2)).body).toMatchObject({
    limit: 2_000_000,
    hasOwnLimit: true,
  });
  const room = 2_000_000 - (await usedBy(cy));
  expect(codeOf(await announce(cy, room + 1))).toEqual(full);
  const big = (await announce(cy, room)).body as { id: string };
  expect((await cy.call('GET /api/v1/storage')).used).toBe(2_000_000);
  await remove(cy, big.id);
  expect((await limitOf(admin, cy.uid, null)).body).toMatchObject({
    limit: 1_000_000,
    hasOwnLimit: false,
  });
  expect(
    await world.sql(
      `select kind, detail from activity_log where kind like 'storage%' order by number desc limit 3`,
    ),
  ).toEqual([
    { kind: 'storage_person_limit_changed', detail: { person: cy.id, megabytes: null } },
    { kind: 'storage_person_limit_changed', detail: { person: cy.id, megabytes: 2 } },
    {
      kind: 'storage_limits_changed',
      detail: { personMegabytes: 1, schoolMegabytes: null },
    },
  ]);

  // When the club removes the file, it counts toward its owner again until it is deleted.
  await ben.call('DELETE /api/v1/club-files/{id}', { id: file.id });
  expect(await usedBy(ben)).toBe(before + 40_000);
  await remove(ana, secret);
});

test('an hourly recount repairs the school’s total, while uploads go on', async () => {
  const { admin, ana } = world;
  const total = async () => (await admin.call('GET /api/v1/school/storage')).used;
  await tidy(world.clock.now());
  const right = await total();
  const { types } = await admin.call('GET /api/v1/school/storage');
  let pictures = 0;
  for await (const some of world.files.list(world.school))
    for (const { name, size } of some) if (!name.endsWith('.bin')) pictures += size;
  expect(types.find(({ type }) => type === 'pictures')?.bytes).toBe(pictures);
  await world.sql('update storage_totals set upload_bytes = 7, picture_bytes = 7');
  expect(await total()).toBe(14);
  await Promise.all([
    tidy(world.clock.now()),
    ...Array.from({ length: 6 }, () => announce(ana, 1_000)),
  ]);
  expect(await total()).toBe(right + 6_000);
  await tidy(world.clock.now());
  expect(await total()).toBe(right + 6_000);
});
