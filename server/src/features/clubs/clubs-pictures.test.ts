import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { fileReferences } from '#server/app.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a0' } })
  .png()
  .toBuffer();
const put = (who: Person, id: string, upload: Buffer, kind = 'logo') =>
  who.try('PUT /api/v1/clubs/{id}/pictures/{kind}', { id, kind, upload });

test('[CLUB-01] only officers can set club pictures, and files that aren’t pictures are rejected', async () => {
  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Painters',
    membership: 'open',
    president: world.ben.uid,
  });
  expect((await put(world.ana, id, png)).status).toBe(403);
  expect((await put(world.eve, id, png)).status).toBe(404);
  expect((await put(world.ben, id, Buffer.from('no picture'))).status).toBe(422);
  for (const kind of ['logo', 'cover'])
    expect((await put(world.ben, id, png, kind)).status).toBe(200);
  const pictures = async () =>
    (
      await world.ana.call('GET /api/v1/clubs', {
        filters: JSON.stringify({ Id: id }),
        optionalProperties: '["Logo", "Cover"]',
      })
    ).items[0];
  const { Logo: logo, Cover: cover } = (await pictures()) ?? {};
  expect([logo, cover]).toEqual([
    expect.stringMatching(/^\/files\/.*-m\.webp$/),
    expect.stringMatching(/^\/files\/.*-m\.webp$/),
  ]);
  expect((await world.ana.raw(logo ?? '')).status).toBe(200);
  const names = [logo, cover].map((url) => (url ?? '').replace('/files/', ''));
  const named = await inTransaction(world.pool, { school: world.school }, async (db) =>
    (await Promise.all(fileReferences.map((select) => select(db, names)))).flat(),
  );
  expect(named.toSorted()).toEqual(names.toSorted());

  await world.ben.call('DELETE /api/v1/clubs/{id}/pictures/{kind}', { id, kind: 'logo' });
  await world.app.jobs.settle();
  expect(await pictures()).toMatchObject({ Logo: null, Cover: cover });
  expect((await world.ana.raw(logo ?? '')).status).toBe(404);
});

test('[CLUB-01] LastManaged changes when officers act for the club, but not with personal posts or actions of others', async () => {
  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Potters',
    membership: 'open',
    president: world.ben.uid,
  });
  await world.ana.call('PUT /api/v1/clubs/{id}/membership', { id });
  const say = async (who: Person, text: string, more: object = {}) =>
    (await who.call('POST /api/v1/posts', { clientId: newClientId(), club: id, text, ...more })).id;
  const lastManaged = async () =>
    (
      await world.ana.call('GET /api/v1/clubs', {
        filters: JSON.stringify({ Id: id }),
        optionalProperties: '["LastManaged"]',
      })
    ).items[0]?.LastManaged;
  const article = { kind: 'article', title: 'News' };
  const survey = { id, clientId: newClientId(), title: 'How was it?' };
  const acts = {
    logo: () => put(world.ben, id, png),
    asClub: () => say(world.ben, 'From us', { asClub: true }),
    article: () => say(world.ben, 'News', article),
    survey: () => world.ben.call('POST /api/v1/clubs/{id}/surveys', survey),
    folder: () =>
      world.ben.call('POST /api/v1/clubs/{id}/folders', {
        id,
        clientId: newClientId(),
        name: 'Pots',
      }),
    moderation: async () =>
      world.ben.call('PUT /api/v1/posts/{id}/hidden', { id: await say(world.ana, 'Hm') }),
  };
  for (const [name, act] of Object.entries(acts)) {
    world.clock.advance(1_000);
    await act();
    expect([name, await lastManaged()]).toEqual([name, world.clock.now().toISOString()]);
  }
  const before = await lastManaged();
  world.clock.advance(1_000);
  await say(world.ben, 'As myself');
  await say(world.ana, 'As myself');
  await put(world.admin, id, png, 'cover');
  expect(await lastManaged()).toBe(before);
});
