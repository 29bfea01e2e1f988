import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { challengeOf, codeOf, signInBrowser } from '../../../../test/sign-in-browser.ts';
import { softwarePasskey } from '../../../../test/software-passkey.ts';
import { inWorld, worldPassword, type Person } from '../../../../test/world.ts';
import type { RequestOptions } from '#contract/sessions/passkey-shapes.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { endOverdueSessions } from './two-step.queries.ts';

/* What someone can't do with only a part of a person's sign-in, and what the person learns about changes. */

const world = inWorld();
const nextPassword = `${worldPassword} again`;

beforeEach(() => world.sql('delete from rate_limits; delete from two_step_rules'));

const codeFor = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.clock.now().getTime(),
  });
const nextCode = (secret: string) => {
  world.clock.advance(30_000);
  return codeFor(secret);
};
const setUpApp = async (who: Person) => {
  const { secret } = await who.call('POST /api/v1/two-step/app', {});
  const { recoveryCodes } = await who.call('POST /api/v1/two-step/app/confirmation', {
    code: codeFor(secret),
  });
  return { secret, recoveryCodes: recoveryCodes ?? [] };
};
const addPasskey = async (who: Person, name = 'Laptop') => {
  const passkey = softwarePasskey();
  const options = await who.call('POST /api/v1/passkeys/options', {});
  const row = await who.call('POST /api/v1/passkeys', { name, response: passkey.create(options) });
  return { passkey, row };
};
/** Sets the start of someone's sessions back, so that they need a confirmation. */
const age = (who: Person) =>
  world.sql(
    `update sessions set created_at = $2::timestamptz - interval '11 minutes', confirmed_at = null where user_id = $1`,
    [who.id, world.clock.now()],
  );
/** Hands a session over to a frame, as the sign-in window does, and returns its token. */
const handOver = async (who: Person) => {
  const { code } = await who.call('POST /api/v1/embed/handover');
  const { body } = await world.visit('/api/v1/embed/session', {
    method: 'POST',
    body: { code, origin: 'http://localhost' },
  });
  return (body as { jwt: string }).jwt;
};
const post = (jwt: string, path: string, body: unknown) =>
  world.visit(path, { method: 'POST', headers: { authorization: `Bearer ${jwt}` }, body });
const subjectsTo = async (who: Person) => {
  await world.app.jobs.settle();
  return world.mails.filter(({ to }) => to === who.email).map(({ subject }) => subject);
};

test('a password alone doesn’t confirm a session while two-step verification is on', async () => {
  const who = await world.join({ username: 'confirming' });
  const { secret, recoveryCodes } = await setUpApp(who);
  const frame = await handOver(who);
  await age(who);
  const needed = [403, 'second_step_needed'];
  const password = { password: worldPassword };
  expect(codeOf(await who.try('POST /api/v1/session/confirmation', password))).toEqual(needed);
  expect(codeOf(await post(frame, '/api/v1/session/confirmation', password))).toEqual(needed);
  expect(codeOf(await post(frame, '/api/v1/two-step/off', {}))).toEqual([403, 'confirm_identity']);
  expect(await who.call('GET /api/v1/sessions')).toMatchObject({ hasTwoStep: true, hasApp: true });

  const code = nextCode(secret);
  expect((await post(frame, '/api/v1/session/confirmation', { code })).status).toBe(200);
  const [recoveryCode = ''] = recoveryCodes;
  expect((await who.try('POST /api/v1/two-step/recovery-codes', {})).status).toBe(403);
  await who.call('POST /api/v1/session/confirmation', { recoveryCode });
  expect((await who.try('POST /api/v1/two-step/app', {})).status).toBe(200);
  expect(codeOf(await who.try('POST /api/v1/session/confirmation', { recoveryCode }))).toEqual([
    403,
    'wrong_recovery_code',
  ]);
});

test('the requirement also ends sessions in frames that a password session handed over', async () => {
  const who = await world.join({ username: 'framed' });
  const frame = await handOver(who);
  const { body } = await post(frame, '/api/v1/embed/handover', {});
  const second = await world.visit('/api/v1/embed/session', {
    method: 'POST',
    body: { code: (body as { code: string }).code, origin: 'http://localhost' },
  });
  const { jwt: nested } = second.body as { jwt: string };
  // A host vouches for this session.
  await world.sql(
    `insert into sessions (school_id, user_id, token_hash, method, in_frame, created_at, last_seen_at, expires_at)
     values ($1, $2, '\\x01', 'code', true, $3, $3, $3::timestamptz + interval '1 day')`,
    [world.school, who.id, world.clock.now()],
  );
  await world.sql(
    `insert into two_step_rules (school_id, grace_days, everyone_since) values ($1, 0, $2)`,
    [world.school, new Date(world.clock.now().getTime() - 86_400_000)],
  );
  await world.sql(`update users set created_at = created_at - interval '1 day' where id = $1`, [
    who.id,
  ]);
  await runMaintenance(world.pool, [endOverdueSessions], world.clock.now());
  for (const jwt of [who.tokens.jwt, frame, nested]) {
    const { status } = await world.visit('/api/v1/sessions', {
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(status).toBe(401);
  }
  expect(await world.sql('select method from sessions where user_id = $1', [who.id])).toEqual([
    { method: 'code' },
  ]);
});

test('a changed password keeps passkeys and the app, and the result and the email list them', async () => {
  const who = await world.join({ username: 'keeping' });
  await addPasskey(who, 'Old phone');
  await setUpApp(who);
  const at = world.clock.now().toISOString();
  const kept = { passkeys: [{ name: 'Old phone', addedAt: at }], appAddedAt: at };
  const changed = await who.call('POST /api/v1/password', {
    currentPassword: worldPassword,
    newPassword: nextPassword,
  });
  expect(changed.kept).toEqual(kept);
  await world.app.jobs.settle();
  const text = world.mails.findLast(({ to }) => to === who.email)?.text ?? '';
  expect(text).toMatch(
    /These still work:\n- Passkey “Old phone”, added on \w+ \d+, \d{4}\n- Authenticator app, added on \w+ \d+, \d{4}\n/,
  );
  expect(text).toContain('http://localhost/settings/security');
  expect((await who.call('POST /api/v1/sessions/end-all', { keepCurrent: true })).kept).toEqual(
    kept,
  );
});

test('an email reports each change of the second steps, and each used recovery code', async () => {
  const who = await world.join({ username: 'informed' });
  await addPasskey(who, 'Laptop');
  const { row } = await addPasskey(who, 'Phone');
  await setUpApp(who);
  const { recoveryCodes } = await who.call('POST /api/v1/two-step/recovery-codes', {});
  world.clock.advance(30_000);
  await setUpApp(who);
  await who.call('DELETE /api/v1/two-step/app', {});
  await who.call('DELETE /api/v1/passkeys/{id}', { id: row.id });
  await who.call('POST /api/v1/session/confirmation', { recoveryCode: recoveryCodes[0] ?? '' });
  const all = (await subjectsTo(who)).join('\n');
  for (const part of [
    'You have new Demo University recovery codes',
    'authenticator app was replaced',
    'authenticator app was removed',
    'A passkey was removed',
    'A recovery code was used',
  ])
    expect(all).toContain(part);
  expect(
    world.mails.some(({ text }) => text.includes('The passkey “Phone” was just removed')),
  ).toBe(true);
});

test('a reset and new rules need a confirmed session, and a reset of nothing leaves no trace', async () => {
  const who = await world.join({ username: 'nothing' });
  const admin = await world.signInAgain(world.admin);
  const count = async () => {
    const rows = await world.sql(`select from activity_log where kind = 'account_access'`);
    return rows.length;
  };
  const before = await count();
  await admin.call('POST /api/v1/admin/people/{uid}/two-step/reset', { uid: who.uid });
  expect([await count(), await subjectsTo(who)]).toEqual([before, []]);
  await setUpApp(who);
  await age(admin);
  const unconfirmed = [403, 'confirm_identity'];
  expect(
    codeOf(await admin.try('POST /api/v1/admin/people/{uid}/two-step/reset', { uid: who.uid })),
  ).toEqual(unconfirmed);
  const rules = { admins: false, everyone: true, roles: [], graceDays: 0 };
  expect(codeOf(await admin.try('PUT /api/v1/school/two-step', rules))).toEqual(unconfirmed);
});

test('wrong codes don’t block recovery codes, and a new password forgets them', async () => {
  const who = await world.join({ username: 'blocked' });
  const { secret, recoveryCodes } = await setUpApp(who);
  const send = async (body: { code: string } | { recoveryCode: string }) => {
    const browser = signInBrowser(world);
    const challenge = challengeOf(await browser.login(who.email));
    const answer = await browser.send('POST /api/v1/login/second-step', { challenge, ...body });
    return answer.status;
  };
  for (let n = 0; n < 10; n += 1) expect(await send({ code: '000000' })).toBe(403);
  expect(await send({ code: nextCode(secret) })).toBe(429);
  expect(await send({ recoveryCode: recoveryCodes[0] ?? '' })).toBe(200);
  await who.call('POST /api/v1/password', {
    currentPassword: worldPassword,
    newPassword: nextPassword,
  });
  const limits = await world.sql(
    `select subject from rate_limits where subject like 'second-step%' or subject like 'recovery-code%'`,
  );
  expect(limits.filter(({ subject }) => !String(subject).endsWith(':told'))).toEqual([]);
});

test('failed sign-ins with passkeys don’t block the other people at an address', async () => {
  const who = await world.join({ username: 'neighbor' });
  const { passkey } = await addPasskey(who);
  const browser = signInBrowser(world);
  const { body } = await browser.send('POST /api/v1/login/passkey/options', {});
  const options = body as RequestOptions;
  const stranger = softwarePasskey();
  for (let n = 0; n < 101; n += 1)
    await browser.send('POST /api/v1/login/passkey', { response: stranger.get(options) });
  const unknown = await browser.send('POST /api/v1/login/passkey', {
    response: stranger.get(options),
  });
  expect(codeOf(unknown)).toEqual([401, 'passkey_unknown']);
  // A challenge that isn't ours is refused first, without a look at the database.
  const forged = await browser.send('POST /api/v1/login/passkey', {
    response: stranger.get({ ...options, challenge: Buffer.from('a.1.b').toString('base64url') }),
  });
  expect(codeOf(forged)).toEqual([403, 'passkey_refused']);
  const own = await browser.send('POST /api/v1/login/passkey', { response: passkey.get(options) });
  expect(own.status).toBe(200);
});

test('passkeys of another host aren’t a second step here', async () => {
  const who = await world.join({ username: 'moved' });
  const { row: old } = await addPasskey(who, 'Old host');
  await world.sql(`update passkeys set host = 'old.example' where id = $1`, [old.id]);
  expect(codeOf(await who.try('POST /api/v1/two-step/on', {}))).toEqual([
    409,
    'two_step_needs_step',
  ]);
  const { row: here } = await addPasskey(who, 'Here');
  await setUpApp(who);
  await who.call('DELETE /api/v1/two-step/app', {});
  expect(codeOf(await who.try('DELETE /api/v1/passkeys/{id}', { id: here.id }))).toEqual([
    409,
    'last_second_step',
  ]);
  await who.call('DELETE /api/v1/passkeys/{id}', { id: old.id });
});

test('a refused passkey doesn’t sign people out who confirm their identity', async () => {
  const who = await world.join({ username: 'refused' });
  const { passkey } = await addPasskey(who);
  const { body } = await signInBrowser(world).send('POST /api/v1/login/passkey/options', {});
  const refused = await who.try('POST /api/v1/session/confirmation', {
    passkey: passkey.get(body as RequestOptions),
  });
  // The web app ends the session on 401.
  expect(codeOf(refused)).toEqual([403, 'passkey_refused']);
});

test('people who sign in only through their school’s provider can’t add passkeys', async () => {
  const who = await world.join({ username: 'provided' });
  const refused = [403, 'passkey_needs_password'];
  const options = await who.call('POST /api/v1/passkeys/options', {});
  const add = () =>
    who.try('POST /api/v1/passkeys', { name: 'x', response: softwarePasskey().create(options) });
  await world.sql('insert into sso_required (school_id, since) values ($1, now())', [world.school]);
  expect(codeOf(await who.try('POST /api/v1/passkeys/options', {}))).toEqual(refused);
  expect(codeOf(await add())).toEqual(refused);
  await world.sql('delete from sso_required');
  await world.sql('delete from credentials where user_id = $1', [who.id]);
  expect(codeOf(await add())).toEqual(refused);
  expect((await who.call('GET /api/v1/passkeys')).items).toEqual([]);
});

test('the same code of an app works once, also when it is sent twice at the same time, and in other digits', async () => {
  const who = await world.join({ username: 'parallel' });
  const { secret } = await setUpApp(who);
  const tries = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const browser = signInBrowser(world);
      return { browser, challenge: challengeOf(await browser.login(who.email)) };
    }),
  );
  const code = nextCode(secret).replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
  const answers = await Promise.all(
    tries.map(({ browser, challenge }) =>
      browser.send('POST /api/v1/login/second-step', { challenge, code }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
});

test('signing out everywhere and a sign-out by an admin also end waiting sign-ins', async () => {
  const who = await world.join({ username: 'waiting' });
  const { recoveryCodes } = await setUpApp(who);
  const admin = await world.signInAgain(world.admin);
  const ends = [
    () => who.call('POST /api/v1/sessions/end-all', { keepCurrent: true }),
    () => admin.call('POST /api/v1/admin/people/sign-out', { people: [who.uid] }),
  ];
  for (const end of ends) {
    const browser = signInBrowser(world);
    const challenge = challengeOf(await browser.login(who.email));
    await end();
    const answer = await browser.send('POST /api/v1/login/second-step', {
      challenge,
      recoveryCode: recoveryCodes[0] ?? '',
    });
    expect(codeOf(answer)).toEqual([410, 'sign_in_expired']);
  }
});
