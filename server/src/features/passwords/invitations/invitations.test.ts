import { beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../../kernel/outbound/mail.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { resumeInvitations } from './invitations.queries.ts';

const world = inWorld();
const hour = 3_600_000;
let admin: Person;
beforeAll(() => {
  admin = world.admin;
});
/** Advances the clock and signs the admin in again. */
const later = async (ms: number) => {
  world.clock.advance(ms);
  admin = await world.signInAgain(world.admin);
};
const password = 'plum orchestra bicycle';

const people = `username,firstName,lastName,email,locale,isDisabled
ines,Inés,Ortiz,ines@demo.test,de,
noor,Noor,Haddad,noor@demo.test,ar,
otto,Otto,Old,otto@demo.test,,
nomail,Nora,Nomail,,,
gone,Gus,Gone,gus@demo.test,,yes
ana,Ana,Imported,ana@demo.test,,
`;

/** Imports people like an admin does on the page. */
const importPeople = async (csv: string, invite: boolean) => {
  const who = admin;
  const { run } = await who.call('POST /api/v1/import-runs', { source: 'people.csv' });
  await who.raw(`/api/v1/import-runs/${run.id}/files/people.csv`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${who.tokens.jwt}`,
      'content-type': 'application/octet-stream',
    },
    body: Buffer.from(csv),
  });
  await who.call('POST /api/v1/import-runs/{id}/check', { id: run.id });
  await world.app.jobs.settle();
  const { run: ready } = await who.call('GET /api/v1/import-runs/newest');
  await who.call('POST /api/v1/import-runs/{id}/confirm', { id: run.id, invite });
  await world.app.jobs.settle();
  const { run: done } = await who.call('GET /api/v1/import-runs/newest');
  return { invitable: ready?.report?.invitable, done };
};

const mailsTo = (email: string): Message[] => world.mails.filter(({ to }) => to === email);
const tokenTo = (email: string): string =>
  /^http:\/\/localhost\/welcome#token=([\w-]+)$/m.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ??
  '';
const setPassword = (token: string) =>
  world.visit('/api/v1/password/reset', {
    method: 'POST',
    body: { token, newPassword: password },
  });
const list = async (search = '') =>
  (await admin.call('GET /api/v1/school/invitations', { search })).items;
const stateOf = async (username: string) =>
  (await list(username)).map(({ state }) => state).join(', ');
const idOf = async (username: string) => (await list(username))[0]?.person.uid ?? '';

describe('invitations of imported people', () => {
  test('are sent in the school’s name and the person’s language to new, active people with an address', async () => {
    const { invitable, done } = await importPeople(people, true);
    expect({ invitable, invites: done?.invites, state: done?.state }).toEqual({
      invitable: 3,
      invites: true,
      state: 'done',
    });
    expect(
      world.mails.map(({ to, fromName, subject }) => [to, fromName, subject]).toSorted(),
    ).toEqual([
      ['ines@demo.test', 'Demo University', 'Dein Konto bei Demo University'],
      ['noor@demo.test', 'Demo University', 'حسابك في Demo University'],
      ['otto@demo.test', 'Demo University', 'Your account at Demo University'],
    ]);
    const { entries } = await admin.call('GET /api/v1/audit', {});
    expect(entries.find(({ kind }) => kind === 'invitations_sent')).toMatchObject({
      actor: { uid: world.admin.uid },
      detail: { count: 3, import: Number(done?.importId) },
    });
  });

  test('list everyone who hasn’t signed in, by name in pages, only for people who can import people', async () => {
    const first = await admin.call('GET /api/v1/school/invitations', { size: 3 });
    expect(first).toMatchObject({ canInvite: true, invitable: 3 });
    const next = await admin.call('GET /api/v1/school/invitations', {
      size: 3,
      cursor: first.nextCursor ?? '',
    });
    expect(next.nextCursor).toBeNull();
    const invitedAt = expect.stringMatching(/^\d{4}-/);
    expect(
      [...first.items, ...next.items].map(({ person, email, state }) => [
        person.username,
        email,
        state,
      ]),
    ).toEqual([
      ['noor', 'noor@demo.test', 'sent'],
      ['nomail', null, 'none'],
      ['otto', 'otto@demo.test', 'sent'],
      ['ines', 'ines@demo.test', 'sent'],
    ]);
    const [ines] = await list('INÉS o');
    expect(ines).toMatchObject({ person: { username: 'ines' }, invitedAt });
    expect(Date.parse(ines?.expiresAt ?? '') - Date.parse(ines?.invitedAt ?? '')).toBe(
      7 * 24 * hour,
    );
    expect(await list('%')).toEqual([]);
    for (const who of [world.ana, world.eve]) {
      expect((await who.try('GET /api/v1/school/invitations')).status).toBe(403);
      expect((await who.try('POST /api/v1/school/invitations', { people: 'all' })).status).toBe(
        403,
      );
    }
  });

  test('sign a person in immediately with the password they set, once', async () => {
    const token = tokenTo('ines@demo.test');
    // A rejected password doesn't use up the link.
    const weak = await world.visit('/api/v1/password/reset', {
      method: 'POST',
      body: { token, newPassword: 'password12' },
    });
    expect(weak.status).toBe(422);
    await later(6.9 * 24 * hour);
    const answer = await setPassword(token);
    await world.app.jobs.settle();
    expect(answer.body).toMatchObject({ ok: true, session: { jwt: expect.any(String) } });
    expect((await setPassword(token)).body).toMatchObject({ code: 'reset_link_invalid' });
    expect(await list('ines')).toEqual([]);
    // The first of otto's links has long expired, and the last one expires now.
    await later(0.2 * 24 * hour);
    expect((await setPassword(tokenTo('otto@demo.test'))).status).toBe(410);
  });

  test('are sent again to some or all, at most once an hour to each', async () => {
    const otto = await idOf('otto');
    const nomail = await idOf('nomail');
    const again = (who: string[] | 'all') =>
      admin.call('POST /api/v1/school/invitations', { people: who });
    expect(await again([otto, nomail, world.ana.uid, '999999', world.eve.uid])).toEqual({
      queued: 1,
      skipped: 0,
      unreachable: 1,
    });
    expect(await stateOf('otto')).toBe('queued');
    // The first invitation is waiting, and then was sent less than an hour ago.
    expect(await again([otto])).toEqual({ queued: 0, skipped: 1, unreachable: 0 });
    await world.app.jobs.settle();
    expect(mailsTo('otto@demo.test')).toHaveLength(2);
    await later(0.9 * hour);
    expect(await again('all')).toEqual({ queued: 1, skipped: 1, unreachable: 1 });
    await world.app.jobs.settle();
    expect([mailsTo('otto@demo.test').length, mailsTo('noor@demo.test').length]).toEqual([2, 2]);
    await later(0.2 * hour);
    expect(await again([otto])).toMatchObject({ queued: 1 });
    await world.app.jobs.settle();
    expect(mailsTo('otto@demo.test')).toHaveLength(3);
  });

  test('end when a password is set another way, and for people who are suspended or gone', async () => {
    const token = tokenTo('otto@demo.test');
    await world.sql(`update users set is_disabled = true where username = 'otto'`);
    expect((await setPassword(token)).status).toBe(410);
    await world.sql(`update users set is_disabled = false where username = 'otto'`);
    // People without an account get no reset link. With an account, the email has a text for people without a password.
    const forgot = (email: string) =>
      world.visit('/api/v1/password/forgot', { method: 'POST', body: { email } });
    const sent = world.mails.length;
    expect((await forgot('otto@demo.test')).body).toEqual((await forgot('no@demo.test')).body);
    await world.app.jobs.settle();
    expect(world.mails.slice(sent).map(({ to, subject }) => [to, subject])).toEqual([
      ['otto@demo.test', 'Set your password for Demo University'],
    ]);
    expect((await setPassword(tokenTo('otto@demo.test'))).status).toBe(200);
    expect((await setPassword(token)).status).toBe(410);

    // Sets a password like the operator's command.
    const noor = await world.sql<{ id: number }>(`select id from users where username = 'noor'`);
    await world.sql(
      `insert into credentials (school_id, user_id, password_hash) values ($1, $2, 'x')`,
      [world.school, noor[0]?.id],
    );
    expect((await setPassword(tokenTo('noor@demo.test'))).status).toBe(410);
  });

  test('are ended by undoing the import, even before they are sent', async () => {
    const { done } = await importPeople(
      'username,firstName,email\numa,Uma,uma@demo.test\nvic,Vic,vic@demo.test\n',
      true,
    );
    await world.sql(
      `update invitations set is_waiting = true, sent_at = null where user_id = (select id from users where username = 'vic')`,
    );
    await admin.call('POST /api/v1/imports/{id}/undo', { id: done?.importId ?? '' });
    await world.app.jobs.settle();
    expect((await admin.call('GET /api/v1/import-runs/newest')).run).toMatchObject({
      kind: 'undo',
      state: 'done',
    });
    expect((await setPassword(tokenTo('uma@demo.test'))).status).toBe(410);
    expect(
      await world.sql(
        `select from invitations i left join users u on u.id = i.user_id where u.username in ('uma', 'vic')`,
      ),
    ).toEqual([]);
  });

  test('end when the person’s address changes, even during sending, and the next one goes to the new address', async () => {
    await importPeople('username,firstName,email\nwes,Wes,wrong@demo.test\n', true);
    const token = tokenTo('wrong@demo.test');
    expect(token).not.toBe('');
    await importPeople('username,email\nwes,wes@demo.test\n', false);
    expect((await setPassword(token)).status).toBe(410);
    expect(await stateOf('wes')).toBe('none');
    // The address changes again after the invitation is claimed and before it is sent.
    const send = world.mail.send;
    world.mail.send = async (message) => {
      if (message.to === 'xan@demo.test')
        await world.sql(`update users set email = 'wes2@demo.test' where username = 'wes'`);
      await send(message);
    };
    await importPeople('username,firstName,email\nxan,Xan,xan@demo.test\n', false);
    // Xan's invitation is sent first.
    await admin.call('POST /api/v1/school/invitations', { people: [await idOf('xan')] });
    await admin.call('POST /api/v1/school/invitations', { people: [await idOf('wes')] });
    await world.sql(
      `update invitations set due_at = due_at - interval '1 second' where user_id = (select id from users where username = 'xan')`,
    );
    const before = world.mails.length;
    await world.app.jobs.settle();
    world.mail.send = send;
    expect(world.mails.slice(before).map(({ to }) => to)).toEqual([
      'xan@demo.test',
      'wes2@demo.test',
    ]);
    expect((await setPassword(tokenTo('wes2@demo.test'))).status).toBe(200);
    await world.app.jobs.settle();
  });

  test('aren’t sent if the box isn’t checked or single sign-on is required', async () => {
    const before = world.mails.length;
    expect(
      await importPeople('username,firstName,email\nquinn,Quinn,quinn@demo.test\n', false),
    ).toMatchObject({ invitable: 1, done: { invites: false } });
    await world.sql(`insert into sso_required (school_id, since) values ($1, now())`, [
      world.school,
    ]);
    expect(
      await importPeople('username,firstName,email\nrae,Rae,rae@demo.test\n', true),
    ).toMatchObject({ invitable: 0, done: { state: 'done', invites: false } });
    expect((await admin.call('GET /api/v1/school/invitations')).canInvite).toBe(false);
    const { status, body } = await admin.try('POST /api/v1/school/invitations', {
      people: 'all',
    });
    expect([status, body]).toMatchObject([409, { code: 'invitations_off' }]);
    expect(world.mails.slice(before)).toEqual([]);
    await world.sql('delete from sso_required');
  });
});

describe('sending invitations', () => {
  const minute = 60_000;
  const waiting = async () =>
    (
      await world.sql<{ due: number; count: number }>(
        `select extract(epoch from due_at - $1::timestamptz)::int / 60 as due, count(*)::int as count from invitations where is_waiting group by 1 order by 1`,
        [world.clock.now()],
      )
    ).map(({ due, count }) => [due, count]);

  test('is paced, loses nothing if the mail server fails, and never delays a reset link', async () => {
    const rows = Array.from({ length: 310 }, (_, nth) => `p${nth},P${nth},p${nth}@demo.test`);
    const { done } = await importPeople(['username,firstName,email', ...rows].join('\n'), false);
    expect(done?.state).toBe('done');
    const sent = world.mails.length;
    const send = world.mail.send;
    const down = () => Promise.reject(new Error('connect ECONNREFUSED'));
    world.mail.send = down;
    await admin.call('POST /api/v1/school/invitations', { people: 'all' });
    const all = (await waiting()).reduce((sum, [, count]) => sum + (count ?? 0), 0);
    expect(await waiting()).toEqual([
      [0, 300],
      [1, all - 300],
    ]);
    await world.app.jobs.settle();
    expect(all).toBeGreaterThan(300);
    expect((await waiting()).reduce((sum, [, count]) => sum + (count ?? 0), 0)).toBe(all);

    // The mail server is back. It defers one email, refuses one, and accepts the rest.
    const tried: string[] = [];
    world.mail.send = async (message) => {
      tried.push(message.to);
      if (message.to === 'p1@demo.test' && tried.filter((to) => to === message.to).length === 1)
        throw Object.assign(new Error('busy'), { responseCode: 451 });
      if (message.to === 'p2@demo.test')
        throw Object.assign(new Error('no such user'), { responseCode: 550 });
      await send(message);
    };
    await world.visit('/api/v1/password/forgot', {
      method: 'POST',
      body: { email: world.ben.email },
    });
    await world.app.jobs.settle();
    expect(tried).toEqual([world.ben.email]);
    await later(5 * minute);
    await world.app.jobs.settle();
    await later(minute);
    await world.app.jobs.settle();
    expect(await waiting()).toEqual([]);
    expect(await stateOf('p2@')).toBe('failed');
    const addresses = world.mails.slice(sent).map(({ to }) => to);
    // All except the refused one, plus the reset link.
    expect(addresses).toHaveLength(all - 1 + 1);
    expect(new Set(addresses).size).toBe(all);
    world.mail.send = send;
  });

  test('uses the same link and message ID when retried after a crash', async () => {
    await later(2 * hour);
    const before = mailsTo('p3@demo.test').length;
    await admin.call('POST /api/v1/school/invitations', { people: [await idOf('p3@')] });
    await world.app.jobs.settle();
    // The state of a server that stops between the mail server's response and storing the outcome.
    await world.sql(
      `update invitations set is_waiting = true where user_id = (select id from users where username = 'p3')`,
    );
    await later(20 * minute);
    await runMaintenance(world.pool, [resumeInvitations], world.clock.now());
    await world.app.jobs.settle();
    const [first, second] = mailsTo('p3@demo.test').slice(before);
    expect(second?.text).toBe(first?.text);
    expect(second?.headers).toEqual(first?.headers);
    expect((await setPassword(tokenTo('p3@demo.test'))).status).toBe(200);
  });
});
