import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const dayMs = 86_400_000;
let [ana, ben] = [] as unknown as [Person, Person];
beforeAll(() => {
  ({ ana, ben } = world);
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const create = async (membership: InputOf<'POST /api/v1/clubs'>['membership']) =>
  (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Chess',
      membership,
      president: ben.uid,
    })
  ).id;
type NewLink = Omit<InputOf<'POST /api/v1/clubs/{id}/links'>, 'id' | 'clientId'>;
const link = (id: string, more: NewLink = {}) =>
  ben.call('POST /api/v1/clubs/{id}/links', { id, clientId: newClientId(), ...more });
const tokenOf = ({ url }: { url: string }) => new URL(url).hash.replace('#token=', '');
const use = (who: Person, made: { url: string }) =>
  who.try('POST /api/v1/club-links/join', { token: tokenOf(made) });
const read = (who: Person, made: { url: string }) =>
  who.try('POST /api/v1/club-links/read', { token: tokenOf(made) });
const links = async (id: string) => (await ben.call('GET /api/v1/clubs/{id}/links', { id })).items;
const joined = [200, undefined];
const ended = [409, 'club_link_ended'];

describe('[CLUB-03] an invitation link', () => {
  test('adds a member immediately, also to clubs that need requests or invitations, and its token isn’t stored', async () => {
    for (const membership of ['request', 'invitation'] as const) {
      const id = await create(membership);
      const made = await link(id, { note: 'Club fair', maxUses: 5 });
      expect((await read(ana, made)).body).toMatchObject({ id, name: 'Chess', state: 'active' });
      expect((await use(ana, made)).body).toEqual({ id, status: 'member' });
      // Using it again changes nothing, and doesn't count.
      expect((await use(ana, made)).body).toEqual({ id, status: 'member' });
      expect(await links(id)).toMatchObject([
        { note: 'Club fair', uses: 1, maxUses: 5, state: 'active', createdBy: { uid: ben.uid } },
      ]);
      const rows = await world.sql('select * from club_links where club_id = $1', [id]);
      expect(JSON.stringify(rows)).not.toContain(tokenOf(made));
      expect(JSON.stringify(await links(id))).not.toContain(tokenOf(made));
    }
  });

  test('can be created only by officers, once for repeated calls, and not for a closed club', async () => {
    const id = await create('invitation');
    const sent = { id, clientId: newClientId(), days: 90 };
    const [one, other] = await Promise.all([
      ben.call('POST /api/v1/clubs/{id}/links', sent),
      ben.call('POST /api/v1/clubs/{id}/links', sent),
    ]);
    expect(other).toEqual(one);
    expect(await links(id)).toHaveLength(1);
    await use(ana, one);
    expect(codeOf(await ana.try('POST /api/v1/clubs/{id}/links', sent))).toEqual([
      403,
      'forbidden',
    ]);
    expect(codeOf(await ana.try('GET /api/v1/clubs/{id}/links', { id }))).toEqual([
      403,
      'forbidden',
    ]);
    expect((await ben.try('POST /api/v1/clubs/{id}/links', { ...sent, days: 91 })).status).toBe(
      400,
    );
    const closed = await create('closed');
    expect(
      codeOf(
        await ben.try('POST /api/v1/clubs/{id}/links', { id: closed, clientId: newClientId() }),
      ),
    ).toEqual([409, 'club_closed']);
  });

  test('shows its creator to people who can see them', async () => {
    const id = await create('open');
    await link(id);
    const authors = async (who: Person) =>
      (await who.call('GET /api/v1/clubs/{id}/links', { id })).items.map((one) => one.createdBy);
    await ana.call('PUT /api/v1/clubs/{id}/membership', { id });
    const { positions } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
    await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [ana.uid],
      act: 'position',
      position: positions[0]?.id ?? null,
    });
    expect(await authors(ana)).toMatchObject([{ uid: ben.uid }]);
    await ben.call('PUT /api/v1/blocks/{uid}', { uid: ana.uid });
    expect(await authors(ana)).toEqual([null]);
    expect(await authors(world.admin)).toMatchObject([{ uid: ben.uid }]);
    await ben.call('DELETE /api/v1/blocks/{uid}', { uid: ana.uid });
  });

  test('admits only one of several simultaneous people on its last use', async () => {
    const id = await create('invitation');
    const made = await link(id, { maxUses: 1 });
    const { cy, admin } = world;
    const answers = await Promise.all([use(cy, made), use(admin, made), use(ana, made)]);
    expect(answers.map(codeOf).toSorted()).toEqual([joined, ended, ended].toSorted());
    expect(await links(id)).toMatchObject([{ uses: 1, state: 'used_up' }]);
    const [members] = await world.sql(
      `select count(*)::int as n from club_members where club_id = $1 and status = 'member'`,
      [id],
    );
    // Ben and one other member.
    expect(members).toEqual({ n: 2 });
  });

  test('rejects banned people, other schools, expired links, and clubs that are now closed or frozen', async () => {
    const id = await create('request');
    const made = await link(id);
    expect(codeOf(await use(world.eve, made))).toEqual([404, 'not_found']);
    expect(codeOf(await read(world.eve, made))).toEqual([404, 'not_found']);
    await ben.call('PATCH /api/v1/clubs/{id}/members', { id, uids: [ana.uid], act: 'ban' });
    expect(codeOf(await use(ana, made))).toEqual([403, 'club_membership_refused']);
    for (const [status, membership, code] of [
      ['frozen', 'request', 'club_inactive'],
      ['active', 'closed', 'club_closed'],
    ]) {
      await world.sql('update clubs set status = $2, membership = $3 where id = $1', [
        id,
        status,
        membership,
      ]);
      expect(codeOf(await use(world.cy, made))).toEqual([409, code]);
    }
    await world.sql(`update clubs set membership = 'request' where id = $1`, [id]);
    const other = await link(id);
    await ben.call('DELETE /api/v1/clubs/{id}/links/{link}', { id, link: other.id });
    expect(codeOf(await use(world.cy, other))).toEqual(ended);
    expect((await read(world.cy, other)).body).toMatchObject({ state: 'revoked' });
    world.clock.advance(7 * dayMs);
    [ana, ben] = await Promise.all([world.signInAgain(world.ana), world.signInAgain(world.ben)]);
    const cy = await world.signInAgain(world.cy);
    expect((await read(cy, made)).body).toMatchObject({ state: 'expired' });
    expect(codeOf(await use(cy, made))).toEqual(ended);
    expect((await links(id)).every(({ uses }) => uses === 0)).toBe(true);
  });
});
