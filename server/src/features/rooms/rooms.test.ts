import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld } from '../../../test/world.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { replaceReservations } from './reserving.ts';

const world = inWorld();
const at = (time: string) => new Date(`2027-03-01T${time}:00Z`);

test('[EVENT-01] staff manage rooms, and simultaneous requests never book a room twice', async () => {
  const { admin, ben, eve } = world;
  const hall = { name: 'Great Hall', building: 'Linden', capacity: 200 };
  expect(
    (await ben.try('POST /api/v1/school/rooms', { ...hall, clientId: newClientId() })).status,
  ).toBe(403);
  const clientId = newClientId();
  const made = await admin.call('POST /api/v1/school/rooms', { ...hall, clientId });
  expect(await admin.call('POST /api/v1/school/rooms', { ...hall, clientId })).toEqual(made);
  expect(
    (
      await admin.try('POST /api/v1/school/rooms', {
        ...hall,
        name: 'great hall',
        clientId: newClientId(),
      })
    ).body,
  ).toMatchObject({
    code: 'room_exists',
  });
  const lab = await admin.call('POST /api/v1/school/rooms', {
    name: 'Lab',
    clientId: newClientId(),
    building: 'Linden',
    capacity: 20,
  });
  const room = Number(made.id);
  const reserve = (event: number, from: string, to: string) =>
    inTransaction(world.pool, { school: world.school }, (db) =>
      replaceReservations(db, world.school, { kind: 'event', id: event }, [
        { room, from: at(from), to: at(to) },
      ]),
    );
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => reserve(n + 1, '10:00', '11:00')),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'room_taken' });
  // Consecutive reservations don't conflict, and rescheduling replaces the previous reservation.
  await reserve(99, '11:00', '12:00');
  await expect(reserve(99, '10:30', '12:00')).rejects.toMatchObject({ code: 'room_taken' });
  await reserve(99, '12:00', '13:00');
  const free = async (from: string, to: string, more: object = {}) =>
    (
      await ben.call('GET /api/v1/rooms', {
        from: at(from).toISOString(),
        to: at(to).toISOString(),
        ...more,
      })
    ).items.map(({ name }) => name);
  expect(await free('10:30', '11:30')).toEqual(['Lab']);
  expect(await free('11:00', '12:00')).toEqual(['Great Hall', 'Lab']);
  expect(await free('11:00', '12:00', { seats: 100 })).toEqual(['Great Hall']);
  expect((await eve.call('GET /api/v1/rooms', {})).items).toEqual([]);

  const closed = { ...hall, isActive: false, id: made.id };
  expect(
    (await admin.try('PUT /api/v1/school/rooms/{id}', { ...closed, version: 9 })).body,
  ).toMatchObject({
    code: 'room_changed',
  });
  await admin.call('PUT /api/v1/school/rooms/{id}', { ...closed, version: made.version });
  expect(await free('15:00', '16:00')).toEqual(['Lab']);
  await expect(reserve(5, '15:00', '16:00')).rejects.toMatchObject({ code: 'not_found' });
  await admin.call('DELETE /api/v1/school/rooms/{id}', { id: lab.id });
  expect((await ben.call('GET /api/v1/rooms', {})).total).toBe(0);
});
