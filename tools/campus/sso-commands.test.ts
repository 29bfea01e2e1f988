import { expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus, refused, stored } = inCampus();

test("an operator lists a school's SSO and turns it off, so that people can use passwords again", async () => {
  await campus(['school', 'add', 'north', '--name', 'Northern College']);
  await stored(
    'north',
    `insert into sso_providers (school_id, kind, name, is_on, issuer, metadata, identifier_claim, match_by, first_name_claim, last_name_claim, email_claim, read_at, requested_at, created_at)
      values (current_school(), 'oidc', 'Campus account', true, 'https://idp.north.example', '{}', 'sub', 'username', 'a', 'b', 'c', now(), now(), now())`,
  );
  await stored(
    'north',
    'insert into sso_required (school_id, since) values (current_school(), now())',
  );
  const listed = await campus(['sso', 'list', 'north']);
  expect(listed.out).toBe(
    'Campus account (oidc, on, https://idp.north.example, 0 people)\nSign-on is required; passwords are off for all but the named admins.\n',
  );
  expect((await campus(['sso', 'off', 'north'])).out).toBe(
    'People at north can sign in with passwords again; 1 provider was turned off.\n',
  );
  expect(
    await stored(
      'north',
      'select is_on, (select count(*)::int from sso_required) as required from sso_providers',
    ),
  ).toEqual([{ is_on: false, required: 0 }]);
  expect(await stored('north', 'select kind, actor_id from activity_log')).toEqual([
    { kind: 'sign_on_changed', actor_id: null },
    { kind: 'sign_on_changed', actor_id: null },
  ]);
  await refused(['sso', 'off', 'south'], /There is no school south/);
});
