import { afterEach, expect, test } from 'vitest';
import { inWorld } from './world.ts';

const world = inWorld({ ownDatabase: true });

/** Makes the first `times` updates of people fail. A sequence counts them, because it survives a rollback. */
const failing = async (times: number, how: string): Promise<void> => {
  await world.sql(`create sequence failures`);
  await world.sql(`create function fail() returns trigger language plpgsql security definer as $$
    begin if nextval('failures') <= ${times} then ${how}; end if; return new; end $$`);
  await world.sql(
    'create trigger fail before update on users for each row execute function fail()',
  );
};
const change = () => world.ana.try('PATCH /api/v1/profile', { workTitle: 'Baker' });
const title = () => world.sql('select work_title from users where id = $1', [world.ana.id]);

afterEach(async () => {
  await world.sql('drop function if exists fail cascade');
  await world.sql('drop sequence if exists failures');
  await world.sql('update users set work_title = null where id = $1', [world.ana.id]);
});

test.each(['40P01', '40001'])(
  'a change that conflicts with another (%s) runs again and is stored once',
  async (code) => {
    await failing(2, `raise exception 'crossed' using errcode = '${code}'`);
    expect((await change()).status).toBe(200);
    expect(await title()).toEqual([{ work_title: 'Baker' }]);
    expect(
      await world.sql(`select count(*)::int as told from outbox where kind = 'profile_changed'`),
    ).toEqual([{ told: 1 }]);
    await world.sql('delete from outbox');
  },
);

test.each([
  ['keeps conflicting with another', '40P01'],
  ['waits too long for a lock', '55P03'],
  ['runs too long', '57014'],
  ['runs out of disk space', '53100'],
  ['runs out of memory', '53200'],
  ['finds no free connection', '53300'],
  ['loses its connection', '08006'],
])('a change that %s (%s) returns 503 and stores nothing', async (_, code) => {
  await failing(9, `raise exception 'not now' using errcode = '${code}'`);
  const answer = await change();
  expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await title()).toEqual([{ work_title: null }]);
});

test('a call that loses its database connection returns 503, and the next call succeeds', async () => {
  await failing(1, 'perform pg_terminate_backend(pg_backend_pid())');
  const answer = await change();
  expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect((await change()).status).toBe(200);
});

test(
  'a connection request waits about five seconds for another on the same pair and then returns 503',
  { tags: ['soak'] },
  async () => {
    const holder = await world.pool.raw.connect();
    try {
      const [low, high] = [world.ana.id, world.ben.id].toSorted((a, b) => a - b);
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [
        `${world.school}:${low}:${high}`,
      ]);
      const startedAt = performance.now();
      const answer = await world.ana.try('GET /mobile_ws/v18/user_connect', {
        student_uid: world.ben.uid,
        type: 'request',
      });
      expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'unavailable' } }]);
      expect(performance.now() - startedAt).toBeGreaterThan(4_500);
      expect(performance.now() - startedAt).toBeLessThan(9_000);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  },
);
