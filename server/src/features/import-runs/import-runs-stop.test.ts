import { expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();

test('stopping a server fails its running import and stores nothing', async () => {
  const { run } = await world.admin.call('POST /api/v1/import-runs', { source: 'people.csv' });
  await world.admin.raw(`/api/v1/import-runs/${run.id}/files/people.csv`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${world.admin.tokens.jwt}`,
      'content-type': 'application/octet-stream',
    },
    body: Buffer.from('username,firstName\nlate,Late\n'),
  });
  await world.admin.call('POST /api/v1/import-runs/{id}/check', { id: run.id });
  await world.app.jobs.settle();
  await world.admin.call('POST /api/v1/import-runs/{id}/confirm', { id: run.id });
  // Holding the import lock makes the storing wait.
  const client = await world.pool.raw.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(7267667, $1)', [world.school]);
  const settling = world.app.jobs.settle();
  const state = async () => (await world.sql('select state, reason from import_runs'))[0];
  await expect.poll(state).toMatchObject({ state: 'storing' });
  const stopping = world.app.jobs.stop();
  await client.query('commit');
  client.release();
  // Its queue is closed by now, but its running job has ended.
  await Promise.allSettled([settling, stopping]);
  expect(await state()).toEqual({ state: 'failed', reason: 'interrupted' });
  expect(await world.sql(`select from users where username = 'late'`)).toEqual([]);
});
