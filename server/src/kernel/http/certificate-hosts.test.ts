import { expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
const ask = async (domain: string) => {
  const url = `/certificate-hosts${domain}`;
  return (await world.app.http.inject({ url, headers: { host: 'server:3000' } })).statusCode;
};

test('a proxy can request certificates for school hosts only', async () => {
  await world.sql(
    `insert into school_hosts (school_id, host) values ($1, 'campus.certificate.example')`,
    [world.school],
  );
  expect(await ask('?domain=localhost')).toBe(200);
  expect(await ask('?domain=north.localhost')).toBe(200);
  expect(await ask('?domain=Campus.Certificate.EXAMPLE')).toBe(200);
  for (const other of [
    '',
    '?domain=',
    '?domain=none.localhost',
    '?domain=a.north.localhost',
    '?domain=127.0.0.1',
    '?domain=certificate.example',
    `?domain=${'a'.repeat(400)}.localhost`,
  ])
    expect([other, await ask(other)]).toEqual([other, 404]);
});
