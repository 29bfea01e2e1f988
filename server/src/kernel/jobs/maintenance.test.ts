import { expect, test } from 'vitest';
import { maintenance } from '#server/app.ts';
import { inWorld, worldPassword } from '../../../test/world.ts';
import type { Files } from '../files/files.ts';
import { runMaintenance, sweepSchools, claimMaintenance } from './maintenance.ts';

const world = inWorld({ ownDatabase: true });
const day = 86_400_000;

test('maintenance deletes expired rows in every school and nothing else', async () => {
  await world.visit('/api/v1/password/forgot', {
    method: 'POST',
    body: { email: world.ana.email },
  });
  await world.visit('/api/v1/login', {
    method: 'POST',
    host: 'north.localhost',
    body: { email: world.eve.email, password: `${worldPassword}!` },
  });
  await world.app.jobs.settle();
  // By the database's clock, these sessions haven't expired, so their deletion emits events.
  const counts = (at = world.school) =>
    world.sql(
      `select (select count(*)::int from sessions) as sessions, (select count(*)::int from password_resets) as resets,
        (select count(*)::int from rate_limits) as limits, (select count(*)::int from outbox where kind <> 'session_ended') as told`,
      [],
      at,
    );
  const [before] = await counts();
  expect(before).toMatchObject({ sessions: 4, resets: 1, told: 1 });
  expect(await runMaintenance(world.pool, maintenance, world.clock.now())).toBe(0);
  expect(await counts()).toEqual([before]);

  // The outbox keeps delivered events for a week, by the database's clock.
  await world.sql(`update outbox set delivered_at = delivered_at - interval '8 days'`);
  const later = new Date(world.clock.now().getTime() + 31 * day);
  expect(await runMaintenance(world.pool, maintenance, later)).toBeGreaterThan(6);
  expect(await counts()).toEqual([{ sessions: 0, resets: 0, limits: 0, told: 0 }]);
  expect(await counts(world.otherSchool)).toMatchObject([{ sessions: 0, limits: 0 }]);
  expect(await runMaintenance(world.pool, maintenance, later)).toBe(0);
});

test('only one server at a time can claim maintenance, once an hour', async () => {
  const now = world.clock.now();
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(
    (await Promise.all([1, 2, 3].map(() => claimMaintenance(world.pool, now)))).filter(Boolean),
  ).toEqual([true]);
  expect(await claimMaintenance(world.pool, after(59))).toBe(false);
  expect(await claimMaintenance(world.pool, after(60))).toBe(true);
});

test("the file cleanup goes through one school at a time and continues if one school's list fails", async () => {
  let open = 0;
  const seen: string[] = [];
  const errors: unknown[] = [];
  // The functions that a sweep needs.
  const files = {
    async *list(school: number) {
      open += 1;
      seen.push(`${school}: ${open}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      if (school === world.school) throw new Error('the store does not answer');
      yield [{ name: 'left.part', size: 1, putAt: new Date(0) }];
    },
    remove: () => Promise.resolve(true),
  } as unknown as Files;
  const parts = {
    pool: world.pool,
    files,
    log: { error: (delivered: unknown) => errors.push(delivered) },
  };
  expect(await sweepSchools(parts, [], world.clock.now())).toBe(1);
  expect(seen.toSorted()).toEqual(
    [world.school, world.otherSchool].map((school) => `${school}: 1`).toSorted(),
  );
  expect(errors).toMatchObject([{ school: world.school }]);
});
