import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import {
  challengeOf,
  codeOf,
  signInBrowser,
  type SignInBrowser,
} from '../../../../test/sign-in-browser.ts';
import { softwarePasskey } from '../../../../test/software-passkey.ts';
import { inWorld, worldPassword, type Person } from '../../../../test/world.ts';
import type { CreationOptions, RequestOptions } from '#contract/sessions/passkey-shapes.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { endOverdueSessions } from './two-step.queries.ts';

const world = inWorld();

beforeEach(() => world.sql('delete from rate_limits; delete from two_step_rules'));

/** Returns the code that an app shows now, or some periods later. */
const codeFor = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.clock.now().getTime() + periods * 30_000,
  });
/** Waits until the app shows the next code, because each works once. */
const nextCode = (secret: string) => {
  world.clock.advance(30_000);
  return codeFor(secret);
};

const setUp = async (who: Person) => {
  const { secret } = await who.call('POST /api/v1/two-step/app', {});
  const { recoveryCodes } = await who.call('POST /api/v1/two-step/app/confirmation', {
    code: codeFor(secret),
  });
  return { secret, recoveryCodes: recoveryCodes ?? [] };
};

/** Enters the password in a new browser, and returns what the second step needs. */
const begin = async (who: Person, from?: string) => {
  const browser = signInBrowser(world);
  const login = await browser.login(who.email, from);
  return { browser, login, challenge: challengeOf(login) };
};
const finish = (
  browser: SignInBrowser,
  answer: { challenge: string; code: string } | { challenge: string; recoveryCode: string },
  from?: string,
) => browser.send('POST /api/v1/login/second-step', answer, from);

test('after setup, a password needs a code of the app, and each code works once', async () => {
  const who = await world.join({ username: 'app' });
  const { secret, recoveryCodes } = await setUp(who);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [stored] = await world.sql<{ app_secret: string }>(
    'select app_secret from two_step where user_id = $1',
    [who.id],
  );
  expect(stored?.app_secret).not.toContain(secret);

  const { browser, login, challenge } = await begin(who);
  expect(codeOf(login)).toEqual([401, 'second_factor_required']);
  expect(browser.isSignedIn()).toBe(false);
  // The code that confirmed the app was already used.
  expect(codeOf(await finish(browser, { challenge, code: codeFor(secret) }))).toEqual([
    403,
    'wrong_code',
  ]);
  const code = nextCode(secret);
  expect((await finish(browser, { challenge, code })).status).toBe(200);
  expect(browser.isSignedIn()).toBe(true);
  const again = await begin(who);
  expect(codeOf(await finish(again.browser, { challenge: again.challenge, code }))).toEqual([
    403,
    'wrong_code',
  ]);
  await world.app.jobs.settle();
  expect(world.mails.find(({ to }) => to === who.email)?.subject).toContain(
    'Two-step verification is on',
  );
});

test('people without a second step sign in as before', async () => {
  const { browser, login } = await begin(world.ben);
  expect(login.status).toBe(200);
  expect(Object.keys(login.body as object).toSorted()).toEqual(['csrfToken', 'jwt']);
  expect(browser.isSignedIn()).toBe(true);
});

test('the challenge works once, in its own browser, for ten minutes', async () => {
  const who = await world.join({ username: 'challenge' });
  const { secret } = await setUp(who);
  const { browser, challenge } = await begin(who);
  const other = signInBrowser(world);
  await other.send('POST /api/v1/login/passkey/options', {});
  const stolen = await finish(other, { challenge, code: nextCode(secret) });
  expect(codeOf(stolen)).toEqual([410, 'sign_in_expired']);
  expect((await finish(browser, { challenge, code: codeFor(secret) })).status).toBe(200);
  const replayed = await finish(browser, { challenge, code: nextCode(secret) });
  expect(codeOf(replayed)).toEqual([410, 'sign_in_expired']);
  const late = await begin(who);
  world.clock.advance(10 * 60_000);
  const expired = await finish(late.browser, {
    challenge: late.challenge,
    code: nextCode(secret),
  });
  expect(codeOf(expired)).toEqual([410, 'sign_in_expired']);
});

test('a recovery code works once, also when it is sent twice at the same time', async () => {
  const who = await world.join({ username: 'recovery' });
  const { recoveryCodes } = await setUp(who);
  const [first = '', second = ''] = recoveryCodes;
  const tries = await Promise.all([begin(who), begin(who)]);
  const answers = await Promise.all(
    tries.map(({ browser, challenge }) =>
      finish(browser, { challenge, recoveryCode: first.toUpperCase().replace('-', ' ') }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(await who.call('GET /api/v1/two-step')).toMatchObject({ recoveryCodesLeft: 9 });
  // New codes replace the old ones. A code of someone else doesn't work.
  const { recoveryCodes: renewed } = await who.call('POST /api/v1/two-step/recovery-codes', {});
  const other = await world.join({ username: 'recovery2' });
  const { recoveryCodes: others } = await setUp(other);
  const { browser, challenge } = await begin(who);
  for (const code of [second, others[0] ?? ''])
    expect(codeOf(await finish(browser, { challenge, recoveryCode: code }))).toEqual([
      403,
      'wrong_recovery_code',
    ]);
  const answer = await finish(browser, { challenge, recoveryCode: renewed[3] ?? '' });
  expect(answer.status).toBe(200);
});

test('wrong codes end the sign-in, then stop all codes from unknown browsers, but not the owner’s', async () => {
  const who = await world.join({ username: 'guessed' });
  const { secret } = await setUp(who);
  const known = signInBrowser(world);
  const first = await known.login(who.email);
  await finish(known, { challenge: challengeOf(first), code: nextCode(secret) });

  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { browser, challenge } = await begin(who, `10.9.0.${round}`);
    for (let n = 0; n < 6; n += 1)
      statuses.push(
        (await finish(browser, { challenge, code: '000000' }, `10.9.0.${round}`)).status,
      );
  }
  // Five codes for each sign-in, and ten for the account.
  expect(statuses).toEqual([
    403, 403, 403, 403, 403, 410, 403, 403, 403, 403, 403, 410, 429, 429, 429, 429, 429, 410,
  ]);
  const stranger = await begin(who, '10.9.1.1');
  expect(
    (await finish(stranger.browser, { challenge: stranger.challenge, code: nextCode(secret) }))
      .status,
  ).toBe(429);
  const again = await known.login(who.email);
  const own = await finish(known, { challenge: challengeOf(again), code: codeFor(secret) });
  expect(own.status).toBe(200);
  const log = await world.sql<{ detail: object }>(
    `select detail from activity_log where kind = 'sign_in_slowed' order by number desc limit 1`,
  );
  expect(log).toEqual([{ detail: { person: who.id, failures: 10 } }]);
  world.clock.advance(15 * 60_000);
  const later = await begin(who, '10.9.1.1');
  expect(
    (await finish(later.browser, { challenge: later.challenge, code: nextCode(secret) })).status,
  ).toBe(200);
});

test('a reset link replaces the password, but not the second step', async () => {
  const who = await world.join({ username: 'resetting' });
  const { secret } = await setUp(who);
  await world.visit('/api/v1/password/forgot', { method: 'POST', body: { email: who.email } });
  await world.app.jobs.settle();
  const mail = world.mails.findLast(({ to }) => to === who.email);
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const earlier = await begin(who);
  const browser = signInBrowser(world);
  const { status, body } = await browser.send('POST /api/v1/password/reset', {
    token,
    newPassword: `${worldPassword} again`,
  });
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      session: null,
      secondStep: { code: 'second_factor_required', challenge: expect.any(String) },
    },
  ]);
  expect([browser.isSignedIn(), browser.isKnown()]).toEqual([false, false]);
  // A sign-in with the old password doesn't continue.
  const old = await finish(earlier.browser, {
    challenge: earlier.challenge,
    code: nextCode(secret),
  });
  expect(codeOf(old)).toEqual([410, 'sign_in_expired']);
  const { challenge } = (body as { secondStep: { challenge: string } }).secondStep;
  expect((await finish(browser, { challenge, code: codeFor(secret) })).status).toBe(200);
  expect([browser.isSignedIn(), browser.isKnown()]).toEqual([true, true]);
});

test('a code confirms the identity of a person without a password', async () => {
  const who = await world.join({ username: 'coded' });
  const { secret } = await setUp(who);
  await world.sql('delete from credentials where user_id = $1', [who.id]);
  world.clock.advance(11 * 60_000);
  await world.sql(
    `update sessions set created_at = created_at - interval '1 hour', confirmed_at = null where user_id = $1`,
    [who.id],
  );
  const fresh = await who.raw('/api/v1/session', {
    headers: { 'x-cg-csrf-token': who.tokens.csrfToken },
  });
  who.tokens = fresh.body as Person['tokens'];
  expect((await who.try('POST /api/v1/two-step/recovery-codes', {})).status).toBe(403);
  const code = codeFor(secret);
  await who.call('POST /api/v1/session/confirmation', { code });
  expect((await who.try('POST /api/v1/two-step/recovery-codes', {})).status).toBe(200);
  expect(codeOf(await who.try('POST /api/v1/session/confirmation', { code }))).toEqual([
    403,
    'wrong_code',
  ]);
});

test('an admin resets a person’s second step, which is logged and emailed; others can’t', async () => {
  const who = await world.join({ username: 'lost' });
  await setUp(who);
  const [admin, ben, eve] = await Promise.all(
    [world.admin, world.ben, world.eve].map((one) => world.signInAgain(one)),
  );
  if (admin === undefined || ben === undefined || eve === undefined) throw new Error('no people');
  const reset = (by: Person) =>
    by.try('POST /api/v1/admin/people/{uid}/two-step/reset', { uid: who.uid });
  expect((await reset(ben)).status).toBe(403);
  expect((await reset(eve)).status).toBe(403);
  await world.sql(
    'update users set is_admin = true where id = $1',
    [world.eve.id],
    world.otherSchool,
  );
  expect((await reset(eve)).status).toBe(404);
  await world.sql(
    'update users set is_admin = false where id = $1',
    [world.eve.id],
    world.otherSchool,
  );
  expect((await reset(admin)).status).toBe(200);
  expect((await begin(who)).login.status).toBe(200);
  const [entry] = await world.sql(
    `select actor_id, detail from activity_log where kind = 'account_access' order by number desc limit 1`,
  );
  expect(entry).toEqual({
    actor_id: world.admin.id,
    detail: { person: who.id, act: 'two_step_reset' },
  });
  await world.app.jobs.settle();
  const subjects = world.mails.filter(({ to }) => to === who.email).map(({ subject }) => subject);
  expect(subjects.filter((one) => one.endsWith('was reset'))).toHaveLength(1);
  // The only admin can't reset their own.
  const own = await admin.try('POST /api/v1/admin/people/{uid}/two-step/reset', {
    uid: world.admin.uid,
  });
  expect(codeOf(own)).toEqual([409, 'own_account']);
});

test('a role can require two-step verification, counted from the time when people get it', async () => {
  const helper = await world.join({ username: 'helper' });
  const [role] = await world.sql<{ id: number }>(
    `with made as (
       insert into roles (school_id, scope, name, permissions, created_at)
       values ($1, 'school', 'Helpers', '{reports.manage}', $3) returning school_id, id)
     insert into role_grants (school_id, role_id, user_id, granted_at)
     select school_id, id, $2, $3::timestamptz + interval '1 hour' from made returning role_id as id`,
    [world.school, helper.id, world.clock.now()],
  );
  const admin = await world.signInAgain(world.admin);
  const rules = { admins: false, everyone: false, roles: [String(role?.id)], graceDays: 5 };
  expect(await admin.call('PUT /api/v1/school/two-step', rules)).toMatchObject({
    ...rules,
    choices: expect.arrayContaining([{ id: String(role?.id), name: 'Helpers' }]),
  });
  const due = new Date(world.clock.now().getTime() + 3_600_000 + 5 * 86_400_000).toISOString();
  expect(await helper.call('GET /api/v1/two-step')).toMatchObject({
    isRequired: true,
    requirement: { dueAt: due, daysLeft: 6 },
  });
  const ana = await world.signInAgain(world.ana);
  expect(await ana.call('GET /api/v1/two-step')).toMatchObject({ isRequired: false });
  await world.sql('delete from two_step_roles');
});

test('a school requires two-step verification with a grace period, then asks at the sign-in', async () => {
  const roles = { admins: false, everyone: false, roles: [], graceDays: 2 };
  const who = await world.join({ username: 'required' });
  const admin = await world.signInAgain(world.admin);
  expect((await begin(who)).login.status).toBe(200);
  expect((await who.try('PUT /api/v1/school/two-step', roles)).status).toBe(403);
  await admin.call('PUT /api/v1/school/two-step', { ...roles, everyone: true });
  const state = await who.call('GET /api/v1/two-step');
  expect(state.requirement?.dueAt).toBe(
    new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString(),
  );
  expect((await begin(who)).login.status).toBe(200);
  // The other school requires nothing.
  const eve = await world.signInAgain(world.eve);
  expect(await eve.call('GET /api/v1/two-step')).toMatchObject({ requirement: null });

  await world.sql(`update two_step_rules set everyone_since = everyone_since - interval '3 days'`);
  await world.sql(`update users set created_at = created_at - interval '3 days' where id = $1`, [
    who.id,
  ]);
  const { browser, login, challenge } = await begin(who);
  expect(codeOf(login)).toEqual([401, 'second_factor_setup_required']);
  const { body } = await browser.send('POST /api/v1/login/setup/options', { challenge });
  const { secret } = (body as { app: { secret: string } }).app;
  const wrong = await browser.send('POST /api/v1/login/setup', { challenge, code: '000000' });
  expect(codeOf(wrong)).toEqual([403, 'wrong_code']);
  const done = await browser.send('POST /api/v1/login/setup', { challenge, code: codeFor(secret) });
  expect(done).toMatchObject({ status: 200, body: { session: { jwt: expect.any(String) } } });
  expect((done.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
  expect(browser.isSignedIn()).toBe(true);
  expect(codeOf((await begin(who)).login)).toEqual([401, 'second_factor_required']);
  expect(codeOf(await who.try('POST /api/v1/two-step/off', {}))).toEqual([
    409,
    'two_step_is_required',
  ]);

  // A passkey also fulfills it.
  const other = await world.join({ username: 'required2' });
  await world.sql(`update users set created_at = created_at - interval '3 days' where id = $1`, [
    other.id,
  ]);
  const phone = signInBrowser(world);
  const second = challengeOf(await phone.login(other.email));
  const begun = await phone.send('POST /api/v1/login/setup/options', { challenge: second });
  const passkey = softwarePasskey();
  const { passkey: options } = begun.body as { passkey: CreationOptions };
  const added = await phone.send('POST /api/v1/login/setup', {
    challenge: second,
    name: 'Phone',
    passkey: passkey.create(options),
  });
  expect([added.status, phone.isSignedIn()]).toEqual([200, true]);
  const third = signInBrowser(world);
  const next = challengeOf(await third.login(other.email));
  const asked = await third.send('POST /api/v1/login/second-step/options', { challenge: next });
  const { passkey: request } = asked.body as { passkey: RequestOptions };
  const used = await third.send('POST /api/v1/login/second-step', {
    challenge: next,
    passkey: passkey.get(request),
  });
  expect(used.status).toBe(200);

  // Sessions of people who haven't set it up end, and the others stay.
  await world.sql(`update users set created_at = created_at - interval '3 days'`);
  await runMaintenance(world.pool, [endOverdueSessions], world.clock.now());
  const signedIn = await world.sql<{ username: string }>(
    `select username from users u where username in ('ana', 'ben', 'required')
       and exists (select from sessions s where s.user_id = u.id)`,
  );
  expect(signedIn).toEqual([{ username: 'required' }]);
  await world.sql('delete from two_step_rules');
});

/** Requires two-step verification from everyone, without a grace period. */
const requireNow = () =>
  world.sql(
    `insert into two_step_rules (school_id, grace_days, everyone_since) values ($1, 0, $2)`,
    [world.school, new Date(world.clock.now().getTime() - 86_400_000)],
  );
/** Adds a passkey to a signed-in person's account. */
const addPasskey = async (who: Person, name = 'Laptop') => {
  const passkey = softwarePasskey();
  const options = await who.call('POST /api/v1/passkeys/options', {});
  const row = await who.call('POST /api/v1/passkeys', { name, response: passkey.create(options) });
  return { passkey, row };
};

test('a required person’s passkey is their second step, so a stolen password can’t set up another one', async () => {
  const [who, other, third] = await Promise.all([
    world.join({ username: 'unswitched' }),
    world.join({ username: 'unswitched2' }),
    world.join({ username: 'unswitched3' }),
  ]);
  const { passkey, row } = await addPasskey(who);
  expect(row.recoveryCodes).toBeNull();
  const { passkey: thirds } = await addPasskey(third);
  await requireNow();
  for (const host of ['localhost', 'demo.localhost']) {
    const thief = signInBrowser(world, host);
    const login = await thief.login(who.email);
    expect([host, ...codeOf(login)]).toEqual([host, 401, 'second_factor_required']);
    const challenge = challengeOf(login);
    const setup = await thief.send('POST /api/v1/login/setup/options', { challenge });
    expect(codeOf(setup)).toEqual([410, 'sign_in_expired']);
  }
  const { browser, challenge } = await begin(who);
  const { body } = await browser.send('POST /api/v1/login/second-step/options', { challenge });
  const used = await browser.send('POST /api/v1/login/second-step', {
    challenge,
    passkey: passkey.get((body as { passkey: RequestOptions }).passkey),
  });
  expect(used).toMatchObject({ status: 200, body: { jwt: expect.any(String) } });
  expect((used.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
  expect(await who.call('GET /api/v1/two-step')).toMatchObject({ isOn: true, requirement: null });

  // Adding a passkey or signing in with one also turns it on.
  expect((await addPasskey(other)).row.recoveryCodes).toHaveLength(10);
  expect((await addPasskey(other, 'Phone')).row.recoveryCodes).toBeNull();
  const phone = signInBrowser(world);
  const options = await phone.send('POST /api/v1/login/passkey/options', {});
  const answer = await phone.send('POST /api/v1/login/passkey', {
    response: thirds.get(options.body as RequestOptions),
  });
  expect((answer.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
  expect(await third.call('GET /api/v1/two-step')).toMatchObject({ isOn: true });
  await world.sql('delete from two_step_rules');
});

test('a sign-in that ends during its setup stores no second step', async () => {
  const who = await world.join({ username: 'overtaken' });
  await requireNow();
  const { browser, challenge } = await begin(who);
  const { body } = await browser.send('POST /api/v1/login/setup/options', { challenge });
  const { secret } = (body as { app: { secret: string } }).app;
  const holder = await world.pool.raw.connect();
  try {
    await holder.query(
      `begin; set local commons.school_id = '${world.school}'; insert into two_step (school_id, user_id) values (${world.school}, ${who.id})`,
    );
    let isOver = false;
    const waiting = async (count: number): Promise<void> => {
      const { rows } = await holder.query<{ is: boolean }>(
        `select count(*) >= $1 as is from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        [count],
      );
      if (rows[0]?.is === true || isOver) return;
      await setTimeout(20);
      await waiting(count);
    };
    const setup = browser.send('POST /api/v1/login/setup', { challenge, code: codeFor(secret) });
    await waiting(1);
    const changed = who
      .call('POST /api/v1/password', {
        currentPassword: worldPassword,
        newPassword: `${worldPassword} again`,
      })
      .finally(() => {
        isOver = true;
      });
    // Either the change is done, or it waits for the setup.
    await waiting(2);
    await holder.query('commit');
    await changed;
    const { status } = await setup;
    expect((await who.call('GET /api/v1/two-step')).isOn).toBe(status === 200);
  } finally {
    await holder.query('rollback');
    holder.release();
    await world.sql('delete from two_step_rules');
  }
});
