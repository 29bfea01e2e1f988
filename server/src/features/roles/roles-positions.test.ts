import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Answer } from '../../../test/world.ts';

const world = inWorld();
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const list = async () => (await world.admin.call('GET /api/v1/school/club-positions', {})).items;

test('[CLUB-03] staff set the permissions of positions, which apply to officers from their next call', async () => {
  expect(await list()).toEqual([]);
  const clientId = newClientId();
  const sent = { clientId, name: 'Historian', permissions: ['clubs.edit' as const] };
  for (const who of [world.ana, world.ben])
    expect(codeOf(await who.try('POST /api/v1/school/club-positions', sent))).toEqual([
      403,
      'forbidden',
    ]);
  const [made, again] = await Promise.all([
    world.admin.call('POST /api/v1/school/club-positions', sent),
    world.admin.call('POST /api/v1/school/club-positions', sent),
  ]);
  expect(again).toEqual(made);
  // The initial positions come before it.
  expect((await list()).map(({ name }) => name)).toEqual([
    'President',
    'Vice president',
    'Secretary',
    'Treasurer',
    'Officer',
    'Historian',
  ]);
  const taken = { ...sent, clientId: newClientId(), name: 'PRESIDENT' };
  expect(codeOf(await world.admin.try('POST /api/v1/school/club-positions', taken))).toEqual([
    409,
    'role_name_taken',
  ]);

  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Archive',
    membership: 'open',
  });
  await world.ana.call('PUT /api/v1/clubs/{id}/membership', { id });
  const give = { id, uids: [world.ana.uid], act: 'position' as const, position: made.id };
  const can = async () => (await world.ana.call('GET /api/v1/clubs/{id}/layout', { id })).can;
  const remove = () =>
    world.admin.try('DELETE /api/v1/school/club-positions/{id}', { id: made.id });
  await world.admin.call('PATCH /api/v1/clubs/{id}/members', give);
  expect(await can()).toMatchObject({ edit: true, manageMembers: false });
  await world.admin.call('PATCH /api/v1/school/club-positions/{id}', {
    id: made.id,
    permissions: ['clubs.manage_members'],
  });
  expect(await can()).toMatchObject({ edit: false, manageMembers: true });
  expect(codeOf(await remove())).toEqual([409, 'position_held']);
  await world.admin.call('PATCH /api/v1/clubs/{id}/members', { ...give, position: null });
  expect((await remove()).status).toBe(200);
  expect(await list()).toHaveLength(5);
  expect(
    codeOf(await world.admin.try('DELETE /api/v1/school/club-positions/{id}', { id: made.id })),
  ).toEqual([404, 'not_found']);
});

test('[CLUB-03] a position that is assigned and deleted at the same time is either assigned or deleted', async () => {
  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Racing',
    membership: 'open',
  });
  await world.ben.call('PUT /api/v1/clubs/{id}/membership', { id });
  for (let nth = 0; nth < 8; nth += 1) {
    const { id: position } = await world.admin.call('POST /api/v1/school/club-positions', {
      clientId: newClientId(),
      name: `Racer ${nth}`,
      permissions: [],
    });
    const [given, gone] = await Promise.all([
      world.admin.try('PATCH /api/v1/clubs/{id}/members', {
        id,
        uids: [world.ben.uid],
        act: 'position',
        position,
      }),
      world.admin.try('DELETE /api/v1/school/club-positions/{id}', { id: position }),
    ]);
    expect([200, 404]).toContain(given.status);
    expect([200, 409]).toContain(gone.status);
    const left = await world.sql('select from roles where id = $1', [position]);
    expect(left).toHaveLength(gone.status === 409 ? 1 : 0);
  }
});
