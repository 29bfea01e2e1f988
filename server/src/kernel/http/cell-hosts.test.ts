import { expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';

const world = inWorld({ ownDatabase: true });
const ask = async (query: string, headers: Record<string, string> = {}) => {
  const url = `/cell-hosts${query}`;
  const { statusCode, body } = await world.app.http.inject({ url, headers });
  return { status: statusCode, body };
};
const setState = (state: string) =>
  world.sql(
    `insert into school_states (school, state) values ($1, $2) on conflict (school) do update set state = excluded.state`,
    [world.otherSchool, state],
  );

test('the map for proxies has the hosts that this cell serves, for the operator only', async () => {
  await world.sql(`insert into school_hosts (school_id, host) values ($1, 'campus.map.example')`, [
    world.otherSchool,
  ]);
  const whole = 'campus.map.example b\nlocalhost b\ndemo.localhost b\nnorth.localhost b\n';
  expect(await ask('?cell=b')).toEqual({ status: 200, body: whole });
  await setState('frozen');
  expect((await ask('?cell=b')).body).toBe(whole);
  for (const state of ['moved', 'arriving']) {
    await setState(state);
    expect((await ask('?cell=b')).body).toBe('localhost b\ndemo.localhost b\n');
  }
  for (const query of ['', '?cell=', '?cell=b%0Aevil', `?cell=${'b'.repeat(101)}`])
    expect([query, (await ask(query)).status]).toEqual([query, 400]);
  expect((await ask('?cell=b', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403);
});
