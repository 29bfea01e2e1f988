import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { fileReferences } from '#server/app.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
type Election = ReplyOf<'GET /api/v1/elections/{id}'>;

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const minutes = 60_000;
const at = (inMinutes: number) =>
  new Date(world.clock.now().getTime() + inMinutes * minutes).toISOString();
const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
const [green, red, blue] = await Promise.all(['#0a0', '#a00', '#00a'].map(picture));
const put = (who: Person, id: string, upload = green as Buffer) =>
  who.try('PUT /api/v1/candidates/{id}/picture', { id, upload });
const remove = (who: Person, id: string) =>
  who.try('DELETE /api/v1/candidates/{id}/picture', { id });
const read = (who: Person, id: string): Promise<Election> =>
  who.call('GET /api/v1/elections/{id}', { id });
const namesOf = (url: string | null) => (url ?? '').replace('/files/', '');

let club = '';
let members: Person[] = [];
beforeAll(async () => {
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Rowing',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  members = await Promise.all(
    Array.from({ length: 6 }, (_, nth) =>
      world.join({ username: `rower${nth}`, first_name: `Rower${nth}`, last_name: 'Boat' }),
    ),
  );
  for (const one of members) await one.call('PUT /api/v1/clubs/{id}/membership', { id: club });
});
const member = (nth: number): Person => {
  const found = members[nth];
  if (found === undefined) throw new Error(`no member ${nth}`);
  return found;
};
const draft = (who: Person, more: object = {}) =>
  who.call('POST /api/v1/elections', {
    clientId: newClientId(),
    club,
    isDraft: true,
    title: 'Officers',
    opensAt: at(30),
    closesAt: at(60),
    timeZone: 'Europe/Berlin',
    voters: { members: true },
    contests: [
      {
        title: 'Cox',
        kind: 'ranked' as const,
        candidates: [{ uid: member(0).uid }, { name: 'Kim Lee' }],
      },
    ],
    ...more,
  });
const find = (election: Election, name: string) => {
  const found = election.contests
    .flatMap(({ candidates }) => candidates)
    .find((one) => one.name === name);
  if (found === undefined) throw new Error(`no candidate ${name}`);
  return found;
};

describe('[CLUB-04] candidate pictures', () => {
  test('can be set by managers for names in a draft, and saving keeps used files and deletes unused ones', async () => {
    const made = await draft(world.ben);
    const kim = find(made, 'Kim Lee').id;
    expect(codeOf(await put(member(1), kim))).toEqual([404, 'not_found']);
    expect(codeOf(await put(world.eve, kim))).toEqual([404, 'not_found']);
    expect(codeOf(await put(world.ben, find(made, 'Rower0 Boat').id))).toEqual([403, 'forbidden']);
    expect(codeOf(await put(world.ben, kim, Buffer.from('no picture')))[0]).toBe(422);
    const set = await put(world.ben, kim);
    expect([set.status, set.body]).toMatchObject([
      200,
      { photoUrl: expect.stringMatching(/^\/files\/.*-m\.webp$/), hasOwnPicture: true },
    ]);
    const { photoUrl: url } = set.body as { photoUrl: string };
    expect((await world.ben.raw(url)).status).toBe(200);
    const known = await inTransaction(world.pool, { school: world.school }, async (db) =>
      (await Promise.all(fileReferences.map((select) => select(db, [namesOf(url)])))).flat(),
    );
    expect(known).toEqual([namesOf(url)]);

    // Another contest with the same name, and a new title: each keeps the picture of its own.
    const contests = [
      { title: 'Captain', kind: 'one' as const, candidates: [{ name: 'Kim Lee' }] },
      { title: 'Cox', kind: 'ranked' as const, candidates: [{ name: 'Kim Lee' }] },
    ];
    const both = await world.ben.call('PATCH /api/v1/elections/{id}', {
      id: made.id,
      version: made.version,
      contests,
    });
    const [captain, cox] = both.contests.map(({ candidates }) => candidates[0]);
    expect([captain?.photoUrl, cox?.photoUrl]).toEqual([url, url]);
    const other = (await put(world.ben, captain?.id ?? '', red)).body as { photoUrl: string };
    const kept = await world.ben.call('PATCH /api/v1/elections/{id}', {
      id: made.id,
      version: both.version,
      contests: contests.toReversed(),
    });
    expect(kept.contests.map(({ candidates }) => candidates[0]?.photoUrl)).toEqual([
      url,
      other.photoUrl,
    ]);
    await world.ben.call('PATCH /api/v1/elections/{id}', {
      id: made.id,
      version: kept.version,
      contests: contests.slice(1),
    });
    await world.app.jobs.settle();
    expect([
      (await world.ben.raw(url)).status,
      (await world.ben.raw(other.photoUrl)).status,
    ]).toEqual([200, 404]);
    await world.ben.call('DELETE /api/v1/elections/{id}', { id: made.id });
    await world.app.jobs.settle();
    expect((await world.ben.raw(url)).status).toBe(404);
  });

  test('need the first person’s agreement again when they change a draft', async () => {
    const made = await draft(world.ben);
    const agreed = await world.ben.call('POST /api/v1/elections/{id}/announcement', {
      id: made.id,
    });
    expect(agreed.isProposed).toBe(true);
    await put(world.ben, find(made, 'Kim Lee').id, blue);
    expect((await read(world.ben, made.id)).isProposed).toBe(false);
  });

  test('can be set by nominees when accepting, default to the profile, and are final once voting opens', async () => {
    const made = await draft(world.admin, { isDraft: false, nominationsEndAt: at(20) });
    const rower = member(2);
    const { id } = await member(1).call('POST /api/v1/elections/{id}/nominations', {
      id: made.id,
      clientId: newClientId(),
      contest: made.contests[0]?.id ?? '',
      uid: rower.uid,
    });
    await world.sql(`update users set photo = $2 where id = $1`, [rower.id, 'a-m.webp']);
    const mine = async () => (await read(rower, made.id)).nominations.find(({ isMine }) => isMine);
    expect(await mine()).toMatchObject({ photoUrl: '/files/a-m.webp', hasOwnPicture: false });
    for (const who of [member(1), world.ben, world.admin])
      expect(codeOf(await put(who, id))).toEqual([403, 'forbidden']);
    expect(codeOf(await put(world.eve, id))).toEqual([404, 'not_found']);
    expect(codeOf(await put(world.cy, id))).toEqual([404, 'not_found']);
    expect((await put(rower, id)).status).toBe(200);
    expect((await mine())?.hasOwnPicture).toBe(true);
    await rower.call('PUT /api/v1/nominations/{id}', { id, state: 'accepted' });
    const seen = find(await read(member(3), made.id), 'Rower2 Boat');
    expect(seen).toMatchObject({ hasOwnPicture: true, uid: rower.uid });
    expect(seen.photoUrl).not.toBe('/files/a-m.webp');
    // After the announcement, the names are fixed for managers.
    expect(codeOf(await put(world.ben, find(made, 'Kim Lee').id))).toEqual([409, 'election_fixed']);

    const removed = await remove(rower, id);
    expect(removed.body).toEqual({ photoUrl: '/files/a-m.webp', hasOwnPicture: false });
    await world.app.jobs.settle();
    expect((await rower.raw(seen.photoUrl ?? '')).status).toBe(404);
    expect((await remove(rower, id)).status).toBe(200);
    const last = (await put(rower, id, red)).body as { photoUrl: string };

    world.clock.advance(31 * minutes);
    await world.app.jobs.settle();
    for (const one of [rower, member(3), world.admin])
      one.tokens = (await world.signInAgain(one)).tokens;
    for (const refused of [await put(rower, id, blue), await remove(rower, id)])
      expect(codeOf(refused)).toEqual([409, 'election_fixed']);
    const voting = await read(member(3), made.id);
    expect(voting.phase).toBe('voting');
    expect(find(voting, 'Rower2 Boat').photoUrl).toBe(last.photoUrl);

    // The picture goes with the account.
    await rower.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect((await world.admin.raw(last.photoUrl)).status).toBe(404);
    expect(
      (await read(member(3), made.id)).contests[0]?.candidates.map(({ photoUrl }) => photoUrl),
    ).not.toContain(last.photoUrl);
  });
});
