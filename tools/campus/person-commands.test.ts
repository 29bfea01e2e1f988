import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '#server/kernel/security/password-hashing.ts';
import { inCampus } from './in-campus.ts';

const { campus, interrupted, refused, stored, command } = inCampus();

const phrase = 'a quiet harbour at dawn';
const adding = ['person', 'add', '--school', 'west'];
const setting = ['person', 'password', '--school', 'west', '--email', 'ada@west.example'];
const hash = async (): Promise<string> =>
  String((await stored('west', 'select password_hash from credentials'))[0]?.['password_hash']);

beforeAll(async () => {
  await campus(['school', 'add', 'west']);
});

describe('person add', () => {
  test('an operator adds people with the given fields, as admins if requested', async () => {
    const { code, out } = await campus([
      ...adding,
      '--email',
      ' Ada@west.example ',
      '--first',
      'Ada',
      '--last',
      'Min',
      '--admin',
    ]);
    expect([code, out]).toEqual([
      0,
      'Added Ada@west.example without a password; set one with: npm run campus -- person password --school west --email Ada@west.example\n',
    ]);
    await campus([
      ...adding,
      '--email',
      'bo@west.example',
      '--last',
      'Bo',
      '--username',
      'bo',
      '--type',
      'Faculty',
    ]);
    expect(
      await stored(
        'west',
        'select username, email, first_name, last_name, account_type, is_admin from users order by email',
      ),
    ).toEqual([
      {
        username: 'Ada@west.example',
        email: 'Ada@west.example',
        first_name: 'Ada',
        last_name: 'Min',
        account_type: 'Student',
        is_admin: true,
      },
      {
        username: 'bo',
        email: 'bo@west.example',
        first_name: '',
        last_name: 'Bo',
        account_type: 'Faculty',
        is_admin: false,
      },
    ]);
  });

  test('the command rejects duplicates, missing or invalid addresses and names, and unknown schools', async () => {
    const there = /^west already has someone with this username or email address\.$/m;
    await Promise.all([
      refused(
        [...adding, '--email', 'ADA@west.example', '--first', 'Ada', '--username', 'other'],
        there,
      ),
      refused(
        [...adding, '--email', 'cy@west.example', '--first', 'Cy', '--username', 'bo'],
        there,
      ),
      refused(
        [...adding, '--email', 'no address', '--first', 'Cy'],
        /^--email is not an e-mail address\.$/m,
      ),
      refused(
        [...adding, '--email', '', '--first', 'Cy', '--username', 'cy'],
        /^--email is empty; people need it to sign in\.$/m,
      ),
      refused(
        [...adding, '--email', 'cy@west.example'],
        /^A person needs a first or a last name \(--first, --last\)\.$/m,
      ),
      refused(
        [...adding, '--email', 'cy@west.example', '--first', 'C'.repeat(121)],
        /^--first is longer than 120 characters\.$/m,
      ),
      refused(
        ['person', 'add', '--school', 'south', '--email', 'cy@x.example', '--first', 'Cy'],
        /^There is no school south; the schools are west\.$/m,
      ),
    ]);
    expect(await stored('west', 'select count(*)::int as n from users')).toEqual([{ n: 2 }]);
  });
});

test('an operator links someone to the roster only once', async () => {
  const link = (username: string, sourcedId: string) => [
    'person',
    'link',
    username,
    sourcedId,
    '--school',
    'west',
  ];
  expect(await campus(link('bo', '4711'))).toEqual({
    code: 0,
    out: 'Linked bo to 4711; the next roster updates this person.\n',
    err: '',
  });
  await Promise.all([
    refused(link('bo', '4712'), /^bo is already linked with 4711\.$/m),
    refused(link('Ada@west.example', '4711'), /^4711 is already linked with bo\.$/m),
    refused(link('nobody', '4712'), /^No one at this school has the username nobody\.$/m),
  ]);
  expect(await stored('west', 'select sourced_id, is_ended from roster_users')).toEqual([
    { sourced_id: '4711', is_ended: true },
  ]);
  expect(await stored('west', 'select kind, actor_id from activity_log')).toEqual([
    { kind: 'person_linked', actor_id: null },
  ]);
});

describe('person password', () => {
  test("the command stores a piped password as a hash, does not print it, and ends the person's sessions", async () => {
    await stored(
      'west',
      `insert into sessions (school_id, user_id, token_hash, created_at, last_seen_at, expires_at)
       select school_id, id, sha256('x'), now(), now(), now() + interval '1 day' from users where username like 'Ada%'`,
    );
    const set = await campus(setting, { input: `${phrase}\n` });
    expect(set).toEqual({ code: 0, out: 'Set the password of Ada@west.example.\n', err: '' });
    expect(await verifyPassword(await hash(), phrase)).toBe(true);
    expect(await stored('west', 'select count(*)::int as n from sessions')).toEqual([{ n: 0 }]);
  });

  test('the command rejects a weak, long or unreadable password or an unknown person, and keeps the old password', async () => {
    const before = await hash();
    const weak = /^The password is too weak: /;
    await Promise.all([
      refused(setting, weak, { input: '' }),
      refused(setting, weak, { input: 'password1234\n' }),
      refused(setting, /^The password is too long: at most 200 characters\.$/m, {
        input: 'long way '.repeat(30),
      }),
      refused(setting, /^The piped input is too long for a password\.$/m, {
        input: 'y\n'.repeat(10_000),
      }),
      refused(
        setting,
        /contains more than one line, or a control character. Pipe only the password\.$/m,
        { input: `${phrase}\nnotes\n` },
      ),
      refused(setting, /^The piped input is not UTF-8, so no one could type that password\.$/m, {
        input: Buffer.from('quiet harbör at dawn', 'latin1'),
      }),
      refused(
        [...setting.slice(0, -1), 'nobody@west.example'],
        /^No one at west has the email address nobody@west\.example\.$/m,
        {
          input: phrase,
        },
      ),
    ]);
    expect(await hash()).toBe(before);
  });

  test('the command does not accept a password as an argument', async () => {
    for (const args of [['--password', phrase], [phrase]]) {
      const { code, out, err } = await campus([...setting, ...args]);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^error: (unknown option '--password'|too many arguments)/);
    }
  });

  test(
    'the command stops on Ctrl-C while it waits for a password',
    { tags: ['soak'] },
    async () => {
      const before = await hash();
      expect(await interrupted(setting, 'true')).toEqual({
        code: 130,
        out: '',
        err: 'Stopped; nothing was changed.\n',
      });
      expect(await hash()).toBe(before);
    },
  );
});

const terminal = '/usr/bin/script';

// Linux has a program that provides a terminal. macOS has a different one with the same name.
describe.skipIf(process.platform !== 'linux' || !existsSync(terminal))(
  'person password at a terminal',
  () => {
    /** Types an answer to each question, and returns everything that the terminal showed. */
    const typed = (answers: readonly string[]): Promise<{ code: number | null; shown: string }> =>
      new Promise((resolve) => {
        const { args, env } = command(setting);
        const line = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
        const child = spawn(terminal, ['-qec', line, '/dev/null'], {
          env: { ...env, SHELL: '/bin/sh' },
        });
        const waiting = [...answers];
        let shown = '';
        let read = 0;
        child.stdout.on('data', (chunk: Buffer) => {
          shown += chunk.toString();
          const asked = /(New password of \S+|Once more): $/.test(shown.slice(read));
          if (!asked) return;
          read = shown.length;
          child.stdin.write(waiting.shift() ?? '');
        });
        child.once('close', (code) => resolve({ code, shown }));
      });

    test('the command asks for the password twice and does not show it', async () => {
      const other = 'an old lighthouse by night';
      expect(await typed([`${other}x\u007f\r`, `${other}\r`])).toEqual({
        code: 0,
        shown:
          'New password of Ada@west.example: \r\nOnce more: \r\nSet the password of Ada@west.example.\r\n',
      });
      expect(await verifyPassword(await hash(), other)).toBe(true);
    });

    test(
      'the command changes nothing after two different passwords, no password, or Ctrl-C',
      { tags: 'soak' },
      async () => {
        const before = await hash();
        expect(await typed([`${phrase}\r`, `${phrase}!\r`])).toMatchObject({
          code: 1,
          shown: expect.stringMatching(/The two passwords differ; nothing was changed\.\r\n$/),
        });
        expect(await typed(['\u0004'])).toMatchObject({
          code: 1,
          shown: expect.stringMatching(/No password was given; nothing was changed\.\r\n$/),
        });
        expect(await typed(['abc\u0003'])).toMatchObject({
          code: 130,
          shown: expect.stringMatching(/: \r\nStopped; nothing was changed\.\r\n$/),
        });
        expect(await hash()).toBe(before);
      },
    );
  },
);

test('an operator finds people, suspends and restores them, and signs them out', async () => {
  await campus(['school', 'add', 'access']);
  const add = (first: string, ...more: string[]) =>
    campus([
      'person',
      'add',
      '--school',
      'access',
      '--first',
      first,
      '--email',
      `${first.toLowerCase()}@access.example`,
      ...more,
    ]);
  await add('Ada', '--admin');
  await add('Ben');
  const list = async (...more: string[]) =>
    (await campus(['person', 'list', '--school', 'access', ...more])).out;
  expect(await list()).toMatch(
    /^\d+ {2}Ada {2}ada@access\.example {2}Student {2}new {2}admin\n\d+ {2}Ben {2}ben@access\.example {2}Student {2}new\n$/,
  );
  expect(await list('--search', 'be')).toMatch(/^\d+ {2}Ben .*\n$/);
  expect(await list('--state', 'suspended')).toBe('No people match.\n');
  const change = (name: string, who: string, ...more: string[]) => [
    'person',
    name,
    '--school',
    'access',
    '--email',
    `${who}@access.example`,
    ...more,
  ];
  await stored(
    'access',
    `insert into sessions (school_id, user_id, token_hash, user_agent, method, created_at, last_seen_at, expires_at)
      select school_id, id, sha256(username::bytea), '', 'password', now(), now(), now() + interval '1 day' from users
      where school_id = current_school()`,
  );
  const sessions = async () =>
    (
      await stored(
        'access',
        'select u.first_name from sessions s join users u on u.school_id = s.school_id and u.id = s.user_id',
      )
    )
      .map((row) => String(row['first_name']))
      .toSorted();
  expect((await campus(change('suspend', 'ben', '--reason', 'Stolen laptop'))).out).toBe(
    'Suspended ben@access.example.\n',
  );
  expect(await list('--state', 'suspended')).toMatch(/ {2}Ben {2}.* {2}suspended\n$/);
  expect(await sessions()).toEqual(['Ada']);
  await refused(change('suspend', 'ada', '--reason', 'Left'), /^This is the only admin\./);
  await refused(change('restore', 'ada'), /^This person can already sign in\.$/m);
  await refused(change('sign-out', 'eve'), /^No one at access has the email address/);
  expect((await campus(change('restore', 'ben'))).code).toBe(0);
  expect((await campus(change('sign-out', 'ada'))).code).toBe(0);
  expect(await sessions()).toEqual([]);
  // The only admin has lost their phone.
  await stored(
    'access',
    `with enabled as (
       insert into two_step (school_id, user_id, enabled_at, app_secret, app_added_at, app_last_step)
       select school_id, id, now(), 'x', now(), 1 from users where email = 'ada@access.example' returning school_id, user_id)
     insert into passkeys (school_id, user_id, credential_id, host, public_key, counter, transports, is_synced, name, created_at)
     select school_id, user_id, '\\x01', 'access.example', '\\x01', 0, '{}', false, 'Phone', now() from enabled`,
  );
  const reset = change('reset-second-factor', 'ada');
  expect((await campus(['people', ...reset.slice(1)])).out).toBe(
    'Reset the two-step verification of ada@access.example.\n',
  );
  expect(
    await stored(
      'access',
      `select (select count(*)::int from two_step) as enabled, (select count(*)::int from passkeys) as passkeys,
         (select payload ->> 'what' from outbox where kind = 'two_step_changed') as event`,
    ),
  ).toEqual([{ enabled: 0, passkeys: 0, event: 'reset' }]);
  expect(
    await stored(
      'access',
      `select actor_id, detail ->> 'act' as act from activity_log where kind = 'account_access' order by number`,
    ),
  ).toEqual(
    ['suspended', 'restored', 'signed_out', 'two_step_reset'].map((act) => ({
      actor_id: null,
      act,
    })),
  );
});
