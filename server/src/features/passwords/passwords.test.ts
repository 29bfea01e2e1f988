import { describe, expect, test } from 'vitest';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';
import { weaknessOf } from './passwords.rules.ts';

const world = inWorld();
const next = 'a quite different phrase';
const login = (email: string, password: string) =>
  world.visit('/api/v1/login', { method: 'POST', body: { email, password } });
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  world.visit(path, { method: 'POST', body, headers });
const tokenOf = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] ?? '';

describe('changing a password', () => {
  test('ends the other sessions, keeps this one, and emails the owner', async () => {
    const here = await world.join({ username: 'change' });
    const there = await world.signInAgain(here);
    expect(
      await here.call('POST /api/v1/password', {
        currentPassword: worldPassword,
        newPassword: next,
      }),
    ).toEqual({
      ended: 1,
      endedKeys: [],
      endedCalendars: [],
      kept: { passkeys: [], appAddedAt: null },
    });
    expect((await there.try('GET /api/v1/sessions')).status).toBe(401);
    expect((await here.try('GET /api/v1/sessions')).status).toBe(200);
    expect([
      (await login(here.email, worldPassword)).status,
      (await login(here.email, next)).status,
    ]).toEqual([401, 200]);
    await world.app.jobs.settle();
    expect(
      world.mails.filter((mail) => mail.to === here.email).map((mail) => mail.subject),
    ).toEqual(['Your Demo University password was changed']);
  });

  test('needs the current one, and rejects passwords that are easy to guess', async () => {
    const person = await world.join({ username: 'weak', first_name: 'Marguerite' });
    const wrong = await person.try('POST /api/v1/password', {
      currentPassword: 'nonsense',
      newPassword: next,
    });
    expect([wrong.status, wrong.body]).toMatchObject([403, { code: 'wrong_password' }]);
    for (const newPassword of [
      'short',
      'aaaaaaaaaaaaaa',
      '1234567890123',
      'password123!',
      'Marguerite12',
    ]) {
      const answer = await person.try('POST /api/v1/password', {
        currentPassword: worldPassword,
        newPassword,
      });
      expect([newPassword, answer.status, answer.body]).toMatchObject([
        newPassword,
        422,
        { code: 'weak_password' },
      ]);
    }
    expect(weaknessOf('plum orchestra bicycle', ['Ana'])).toBeNull();
  });
});

describe("the person's own API keys", () => {
  const key = async (person: Person, name: string) =>
    (
      await person.call('POST /api/v1/account/api-keys', {
        name,
        scopes: ['read'],
        expiresInDays: 30,
      })
    ).token;
  const works = async (token: string) =>
    (await world.visit('/api/v1/users', { headers: { authorization: `Bearer ${token}` } })).status;
  const mailOf = async (person: Person) => {
    await world.app.jobs.settle();
    return world.mails.findLast(
      ({ to, subject }) => to === person.email && subject.includes('was changed'),
    )?.text;
  };

  test('end when the password is changed or reset and with every sign-out everywhere, and the email lists what ended', async () => {
    const person = await world.join({ username: 'keyed' });
    const bens = await key(world.ben, 'Mine');
    const again = await world.signInAgain(person);
    const [backup, calendar] = [await key(person, 'Backup'), await key(person, 'Calendar')];
    expect(await works(backup)).toBe(200);
    const { secret } = await person.call('POST /api/v1/calendar/app-passwords', { name: 'Phone' });
    const { url } = await person.call('POST /api/v1/calendar/feeds', {
      name: 'Home screen',
      kinds: ['own'],
    });
    const reads = async () => [
      (
        await world.app.http.inject({
          method: 'PROPFIND' as 'GET',
          url: '/dav/',
          headers: {
            host: 'localhost',
            authorization: `Basic ${Buffer.from(`${person.email}:${secret}`).toString('base64')}`,
          },
        })
      ).statusCode,
      (await world.visit(new URL(url).pathname)).status,
    ];
    expect(await reads()).toEqual([207, 200]);
    expect(
      await person.call('POST /api/v1/password', {
        currentPassword: worldPassword,
        newPassword: next,
      }),
    ).toEqual({
      ended: 1,
      endedKeys: ['Backup', 'Calendar'],
      endedCalendars: ['Home screen', 'Phone'],
      kept: { passkeys: [], appAddedAt: null },
    });
    expect([await works(backup), await works(calendar)]).toEqual([401, 401]);
    expect(await reads()).toEqual([401, 404]);
    expect(await mailOf(person)).toContain(
      'Signed out: 1 session on another device.\nRevoked API keys (their programs need new ones): “Backup”, “Calendar”.\nRevoked calendar access (set it up again on your devices): “Home screen”, “Phone”.',
    );
    expect((await again.try('GET /api/v1/sessions')).status).toBe(401);

    const third = await key(person, 'Third');
    await post('/api/v1/password/forgot', { email: person.email });
    await world.app.jobs.settle();
    const token = tokenOf(world.mails.findLast((one) => one.to === person.email)?.text ?? '');
    await post('/api/v1/password/reset', { token, newPassword: worldPassword });
    expect(await works(third)).toBe(401);
    expect(await mailOf(person)).toContain('“Third”');

    const back = await world.signInAgain(person);
    const fourth = await key(back, 'Fourth');
    // The session that the reset link started also ends.
    expect(await back.call('POST /api/v1/sessions/end-all', { keepCurrent: true })).toEqual({
      ended: 1,
      endedKeys: ['Fourth'],
      endedCalendars: [],
      kept: { passkeys: [], appAddedAt: null },
    });
    expect(await works(fourth)).toBe(401);
    expect(await works(bens)).toBe(200);
  });

  test("can't be created by a session that ends during the request", async () => {
    const person = await world.join({ username: 'racing' });
    const thief = await world.signInAgain(person);
    const asked = Array.from({ length: 6 }, (_, n) =>
      thief.try('POST /api/v1/account/api-keys', {
        name: `k${n}`,
        scopes: ['read'],
        expiresInDays: 30,
      }),
    );
    await person.call('POST /api/v1/password', {
      currentPassword: worldPassword,
      newPassword: next,
    });
    for (const answer of await Promise.all(asked))
      if (answer.status === 200)
        expect(await works((answer.body as { token: string }).token)).toBe(401);
    expect((await person.call('GET /api/v1/account/api-keys')).items).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('can be reset with an emailed link, once and within an hour, which ends all sessions', async () => {
    const person = await world.join({ username: 'forgot' });
    expect((await post('/api/v1/password/forgot', { email: person.email })).body).toEqual({
      ok: true,
    });
    await world.app.jobs.settle();
    const mail = world.mails.findLast((one) => one.to === person.email);
    expect(mail?.text).toContain('http://localhost/reset#token=');
    const token = tokenOf(mail?.text ?? '');
    expect((await post('/api/v1/password/reset', { token, newPassword: 'short' })).status).toBe(
      422,
    );
    const both = await Promise.all(
      [1, 2].map(() => post('/api/v1/password/reset', { token, newPassword: next })),
    );
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 410]);
    expect((await person.try('GET /api/v1/sessions')).status).toBe(401);
    // The accepted password signs the person in, as the button says.
    const taken = both.find(({ status }) => status === 200)?.body as {
      session: { jwt: string };
    };
    expect(
      (
        await world.visit('/api/v1/account/api-keys', {
          headers: { authorization: `Bearer ${taken.session.jwt}` },
        })
      ).status,
    ).toBe(200);
    expect((await login(person.email, next)).status).toBe(200);
  });

  test('invalidates the person’s other links once one link is used', async () => {
    const person = await world.join({ username: 'twice' });
    for (const _ of [1, 2]) await post('/api/v1/password/forgot', { email: person.email });
    await world.app.jobs.settle();
    const [one, two] = world.mails
      .filter((mail) => mail.to === person.email)
      .map((mail) => tokenOf(mail.text));
    expect((await post('/api/v1/password/reset', { token: one, newPassword: next })).status).toBe(
      200,
    );
    expect(
      (await post('/api/v1/password/reset', { token: two, newPassword: `${next} again` })).status,
    ).toBe(410);
  });

  test.each([
    ['demo.attacker.localhost:6666', 404, null],
    ['attacker.example', 404, null],
    ['6.6.6.6', 200, 'http://localhost/reset#token='],
    ['demo.localhost', 200, 'http://demo.localhost/reset#token='],
    // A development server on the same machine can use another port.
    ['localhost:4000', 200, 'http://localhost:4000/reset#token='],
    ['campus.demo.example:6666', 200, 'http://campus.demo.example/reset#token='],
  ])(
    'requested with the host %s returns %i and only contains an address of the school',
    async (host, status, start) => {
      await world.sql(
        `insert into school_hosts (host, school_id) values ('campus.demo.example', $1) on conflict do nothing`,
        [world.school],
      );
      const person = await world.join({ username: `host-${host.replaceAll(/\W/g, '-')}` });
      expect(
        (await post('/api/v1/password/forgot', { email: person.email }, { host })).status,
      ).toBe(status);
      await world.app.jobs.settle();
      const mail = world.mails.findLast((one) => one.to === person.email);
      if (start === null) expect(mail).toBeUndefined();
      else expect(mail?.text).toContain(start);
    },
  );

  test('returns the same for an unknown account and sends nothing', async () => {
    await world.app.jobs.settle();
    const before = world.mails.length;
    expect((await post('/api/v1/password/forgot', { email: 'nobody@demo.test' })).body).toEqual({
      ok: true,
    });
    expect((await post('/api/v1/password/forgot', { email: world.eve.email })).body).toEqual({
      ok: true,
    });
    await world.app.jobs.settle();
    expect(world.mails).toHaveLength(before);
  });

  test('stores no entered address in the database, known or unknown', async () => {
    const { email } = await world.join({ username: 'typed' });
    const typed = [email, 'Typed.By-Mistake@demo.test'];
    for (const one of typed) await post('/api/v1/password/forgot', { email: one });
    const stored = async () =>
      JSON.stringify([
        await world.sql('select * from outbox'),
        await world.sql('select * from event_tasks'),
      ]);
    for (const settle of [() => undefined, () => world.app.jobs.settle()]) {
      await settle();
      for (const one of typed)
        expect((await stored()).toLowerCase()).not.toContain(one.toLowerCase());
    }
    expect(world.mails.filter(({ to }) => typed.includes(to)).map(({ to }) => to)).toEqual([email]);
  });

  test('stores no token in the database, and ignores a forged host in its link', async () => {
    const person = await world.join({ username: 'poison' });
    await post('/api/v1/password/forgot', { email: person.email }, { host: '6.6.6.6' });
    await world.app.jobs.settle();
    const mail = world.mails.findLast((one) => one.to === person.email);
    expect(mail?.text).toContain('http://localhost/reset#token=');
    const stored = JSON.stringify([
      await world.sql('select payload from outbox'),
      await world.sql('select * from event_tasks'),
    ]);
    expect(stored).not.toContain(tokenOf(mail?.text ?? 'x'));
    expect(
      (
        await world.visit('/api/v1/password/forgot', {
          method: 'POST',
          body: { email: person.email },
          host: 'evil.example',
        })
      ).status,
    ).toBe(404);
  });

  test('has a link that expires after an hour and when the password changes', async () => {
    const person = await world.join({ username: 'late' });
    await post('/api/v1/password/forgot', { email: person.email });
    await world.app.jobs.settle();
    const token = tokenOf(world.mails.findLast((one) => one.to === person.email)?.text ?? '');
    world.clock.advance(3_601_000);
    expect((await post('/api/v1/password/reset', { token, newPassword: next })).body).toMatchObject(
      { code: 'reset_link_invalid' },
    );
    world.clock.advance(-3_601_000);
    await person.call('POST /api/v1/password', {
      currentPassword: worldPassword,
      newPassword: next,
    });
    expect((await post('/api/v1/password/reset', { token, newPassword: `${next}!` })).status).toBe(
      410,
    );
  });

  test('can be requested five times an hour', async () => {
    const person = await world.join({ username: 'often' });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1)
      statuses.push((await post('/api/v1/password/forgot', { email: person.email })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
