import { beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { confirmedMinutes } from '#contract/sessions/endpoints.ts';
import { inputs } from './access-inputs.ts';
import { inWorld, worldPassword, type Answer, type Person } from './world.ts';

/*
 * Calls that create access that outlasts the session, or that return all data about someone, need a recently started or confirmed
 * session. Someone who finds an open laptop can't make them.
 */

const world = inWorld();

/** Calls that create an API key, an app password or a secret address. They need a confirmation even if the contract omits it. */
const createsAccess = [
  'api-keys.make',
  'api-keys.make-own',
  'calendar-feeds.create',
  'calendar-feeds.renew',
  'calendar-passwords.create',
];
const declared = endpoints.filter((one: Endpoint) => one.errors?.includes('confirm_identity'));

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const ask = (who: Person, endpoint: Endpoint) => {
  const input = JSON.parse(
    JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', world.ben.uid),
  ) as Record<string, unknown>;
  return who.try(`${endpoint.method} ${endpoint.path}` as never, input);
};
/** Sets the start of someone's sessions back by some minutes and removes later confirmations. */
const age = (who: Person, minutes: number) =>
  world.sql(
    `update sessions set created_at = $2::timestamptz - $3 * interval '1 minute', confirmed_at = null where user_id = $1`,
    [who.id, world.clock.now(), minutes],
  );

// Each person has 10 password attempts per hour.
beforeEach(() => world.sql('delete from rate_limits'));

describe('calls that need a recently confirmed session', () => {
  test('calls that create API keys, app passwords or calendar feeds declare confirm_identity', () => {
    expect(declared.map(({ name }) => name)).toEqual(expect.arrayContaining(createsAccess));
  });

  test.each(declared.map((endpoint: Endpoint) => [endpoint.name, endpoint] as const))(
    '%s fails in an old session until the person enters their password again',
    async (_, endpoint) => {
      const who = await world.signInAgain(world.admin);
      await age(who, confirmedMinutes + 1);
      const keys = () =>
        world.sql(
          `select (select count(*)::int from api_keys) as keys, (select count(*)::int from calendar_feeds) as feeds,
             (select count(*)::int from calendar_passwords) as passwords`,
        );
      const before = await keys();
      expect(codeOf(await ask(who, endpoint))).toEqual([403, 'confirm_identity']);
      expect(await keys()).toEqual(before);
      // A wrong password doesn't confirm the session, and neither does a confirmation on another device.
      const wrong = await who.try('POST /api/v1/session/confirmation', { password: 'wrong' });
      expect(wrong.status).toBe(403);
      await world.signInAgain(world.admin);
      expect(codeOf(await ask(who, endpoint))).toEqual([403, 'confirm_identity']);
      await who.call('POST /api/v1/session/confirmation', { password: worldPassword });
      expect(codeOf(await ask(who, endpoint))).not.toContain('confirm_identity');
      expect([200, 404, 400, 409, 410, 422]).toContain((await ask(who, endpoint)).status);
    },
  );

  test("a personal API key can't create keys, app passwords or calendar feeds", async () => {
    const admin = await world.signInAgain(world.admin);
    const { token } = await admin.call('POST /api/v1/account/api-keys', {
      name: 'Script',
      scopes: ['read', 'write'],
      expiresInDays: 1,
    });
    for (const endpoint of declared.filter(({ name }) => createsAccess.includes(name))) {
      const { status } = await world.visit(endpoint.path.replace('{id}', '999'), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: inputs[endpoint.name],
      });
      expect([endpoint.name, status]).toEqual([endpoint.name, 403]);
    }
  });
});
