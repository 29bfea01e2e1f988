import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendGraceMs } from '#contract/newsletters/limits.ts';
import type {
  Newsletter,
  NewsletterAudience,
  NewsletterBlock,
} from '#contract/newsletters/endpoints.ts';
import { phoneJpeg } from '../../../test/file-samples.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { deleteUnusedNewsletterPictures } from './newsletters.queries.ts';

const world = inWorld();
const text: NewsletterBlock = { kind: 'text', html: '<p>Hello <strong>campus</strong></p>' };
const everybody: NewsletterAudience = { accountTypes: [], years: [], majors: [], hubs: [] };
let [ana, ben, cy, admin, eve] = [] as unknown as [Person, Person, Person, Person, Person];

beforeEach(async () => {
  [ana, ben, cy, admin, eve] = (await Promise.all(
    [world.ana, world.ben, world.cy, world.admin, world.eve].map((one) => world.signInAgain(one)),
  )) as [Person, Person, Person, Person, Person];
});
afterEach(async () => {
  await world.sql('delete from newsletters');
  await world.sql('delete from newsletter_opt_outs');
  await world.sql('delete from rate_limits');
  world.mails.length = 0;
});

const draft = async (change: object = {}): Promise<Newsletter> => {
  const { id, version } = await admin.call('POST /api/v1/newsletters', {});
  return admin.call('PATCH /api/v1/newsletters/{id}', {
    id,
    version,
    title: 'October',
    blocks: [text],
    ...change,
  });
};
const schedule = (one: Pick<Newsletter, 'id' | 'version'>, at: string | null = null) =>
  admin.try('POST /api/v1/newsletters/{id}/schedule', { id: one.id, version: one.version, at });
/** Makes everything due that is waiting. */
const dueNow = async () => {
  world.clock.advance(sendGraceMs);
  await world.app.jobs.settle();
};
const send = async (change: object = {}) => {
  const one = await draft(change);
  expect((await schedule(one)).status).toBe(200);
  await dueNow();
  return admin.call('GET /api/v1/newsletters/{id}', { id: one.id });
};
const inbox = async (who: Person) =>
  (await who.call('GET /api/v1/inbox')).items.map(({ title }) => title);

describe('[INBOX-01] writing newsletters', () => {
  test('stores the cleaned content of drafts, which only admins can read', async () => {
    const blocks = [
      { kind: 'heading', text: '  News ' },
      {
        kind: 'text',
        html: '<p onclick="x()">Hi <script>alert(1)</script><a href="javascript:x">there</a></p>',
      },
      { kind: 'text', html: '<p> </p>' },
      { kind: 'button', label: 'Go', url: 'https://campus.example/a?b=c&d' },
      { kind: 'divider' },
    ];
    const made = await draft({
      title: ' October ',
      summary: 'What is new',
      blocks,
      audience: { ...everybody, years: [2027] },
      byMail: false,
    });
    expect(made).toMatchObject({
      title: 'October',
      summary: 'What is new',
      state: 'draft',
      version: 2,
      byMail: false,
      recipients: 0,
    });
    expect(made.audience).toEqual({ ...everybody, years: [2027] });
    expect(made.blocks.map((block) => ('html' in block ? block.html : block.kind))).toEqual([
      'heading',
      '<p>Hi there</p>',
      'button',
      'divider',
    ]);
    expect(await inbox(ana)).toEqual([]);
    expect(await admin.call('GET /api/v1/newsletters/{id}', { id: made.id })).toEqual(made);
  });

  test('rejects the second of two simultaneous edits, and loses nothing', async () => {
    const made = await draft();
    const put = (title: string) =>
      admin.try('PATCH /api/v1/newsletters/{id}', { id: made.id, version: made.version, title });
    const answers = await Promise.all([put('A'), put('B')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'newsletter_changed',
    });
  });

  test('can start with a copy of another newsletter as a separate draft', async () => {
    const first = await send({ summary: 'Again' });
    const copy = await admin.call('POST /api/v1/newsletters', { like: first.id });
    expect(copy).toMatchObject({
      title: 'October',
      summary: 'Again',
      state: 'draft',
      version: 1,
      blocks: first.blocks,
      sentAt: null,
    });
    expect(copy.id).not.toBe(first.id);
  });

  test.each([
    [
      'an unknown picture',
      [
        {
          kind: 'picture',
          file: `${'a'.repeat(40)}.jpg`,
          width: 1,
          height: 1,
          alt: '',
          caption: '',
        },
      ],
    ],
    ['an address that runs a script', [{ kind: 'button', label: 'x', url: 'javascript:alert(1)' }]],
    [
      'a file in another folder',
      [{ kind: 'picture', file: '../../x.jpg', width: 1, height: 1, alt: '', caption: '' }],
    ],
    ['an unknown part', [{ kind: 'video' }]],
    ['too many parts', Array.from({ length: 61 }, () => ({ kind: 'divider' }))],
  ])('rejects %s', async (_, blocks) => {
    const made = await draft();
    const answer = await admin.try('PATCH /api/v1/newsletters/{id}', {
      id: made.id,
      version: made.version,
      blocks,
    });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'invalid_input']);
    expect((await admin.call('GET /api/v1/newsletters/{id}', { id: made.id })).blocks).toEqual(
      made.blocks,
    );
  });

  test('turns pictures into JPEG, which everyone with their name can see, and deletes unused ones', async () => {
    const upload = await phoneJpeg();
    const put = (await admin.try('POST /api/v1/newsletters/pictures', { upload })).body as {
      file: string;
      url: string;
      width: number;
      height: number;
    };
    expect(put.file).toMatch(/^[0-9a-f]{40}\.jpg$/);
    const shown = await world.visit(put.url);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { file, width, height } = put;
    await draft({
      blocks: [{ kind: 'picture', file, width, height, alt: 'A tower', caption: '' }],
    });
    world.clock.advance(2 * 86_400_000);
    const tidy = () =>
      runMaintenance(world.pool, [deleteUnusedNewsletterPictures], world.clock.now());
    expect(await tidy()).toBe(0);
    await world.sql('delete from newsletters');
    expect(await tidy()).toBe(1);
  });

  test('needs admin rights, and each school has its own newsletters', async () => {
    const made = await draft();
    for (const who of [ana, ben, eve]) {
      for (const [key, input] of [
        ['GET /api/v1/newsletters', {}],
        ['GET /api/v1/newsletters/{id}', { id: made.id }],
        ['POST /api/v1/newsletters', {}],
        ['PATCH /api/v1/newsletters/{id}', { id: made.id, version: 2, title: 'x' }],
        ['DELETE /api/v1/newsletters/{id}', { id: made.id }],
      ] as const)
        expect([key, (await who.try(key, input)).status]).toEqual([key, 403]);
    }
    await world.sql('update users set is_admin = true where id = $1', [eve.id], world.otherSchool);
    const chief = await world.signInAgain(world.eve);
    expect((await chief.call('GET /api/v1/newsletters')).total).toBe(0);
    expect((await chief.try('GET /api/v1/newsletters/{id}', { id: made.id })).status).toBe(404);
    await world.sql('update users set is_admin = false where id = $1', [eve.id], world.otherSchool);
  });
});

describe('[INBOX-01] sending newsletters', () => {
  test('waits half a minute for an undo, and then reaches every inbox of the school once', async () => {
    const one = await draft();
    const asked = await schedule(one);
    expect(asked.body).toMatchObject({ state: 'scheduled' });
    await world.app.jobs.settle();
    expect(await inbox(ana)).toEqual([]);
    const back = await admin.call('POST /api/v1/newsletters/{id}/withdraw', { id: one.id });
    expect(back).toMatchObject({ state: 'draft', sendAt: null });
    await dueNow();
    expect(await inbox(ana)).toEqual([]);
    expect((await schedule(back)).status).toBe(200);
    await dueNow();
    await world.sql(`update outbox set delivered_at = null where kind like 'newsletter_%'`);
    await dueNow();
    for (const who of [ana, ben, cy, admin]) expect(await inbox(who)).toEqual(['October']);
    expect(await inbox(eve)).toEqual([]);
    expect(world.mails.map(({ to }) => to).toSorted()).toEqual(
      [ana, ben, cy, admin].map(({ email }) => email).toSorted(),
    );
    expect(await admin.call('GET /api/v1/newsletters/{id}', { id: one.id })).toMatchObject({
      state: 'sent',
      recipients: 4,
      mailed: 4,
      read: 0,
    });
    const [entry] = await world.sql<{ detail: object; actor_id: number | null }>(
      `select detail, actor_id from activity_log where kind = 'newsletter_sent' order by number desc`,
    );
    expect(entry?.detail).toMatchObject({ title: 'October', recipients: 4 });
    // The sender is the person who set the time, even though a job sent it.
    expect(String(entry?.actor_id)).toBe(admin.uid);
  });

  test('uses only the latest time of a rescheduled newsletter', async () => {
    const one = await draft();
    const soon = new Date(world.clock.now().getTime() + 1_000).toISOString();
    const first = await schedule(one, soon);
    const later = new Date(world.clock.now().getTime() + 3 * 3_600_000).toISOString();
    expect((await schedule(first.body as Newsletter, later)).body).toMatchObject({
      state: 'scheduled',
      sendAt: later,
    });
    await dueNow();
    expect(await inbox(ana)).toEqual([]);
  });

  test('delivers each email once with many servers', async () => {
    const one = await send({ byMail: true });
    world.mails.length = 0;
    await world.sql('update newsletter_copies set emailed_at = null, email_claimed_at = null');
    const [event] = await world.sql<{ id: number }>(
      `select id from outbox where kind = 'newsletter_mail_due' order by id desc limit 1`,
    );
    await Promise.all(
      Array.from({ length: 10 }, () =>
        world.app.jobs.repeat('newsletters.mail', world.school, event?.id ?? 0),
      ),
    );
    expect(world.mails.map(({ to }) => to).toSorted()).toEqual(
      [ana, ben, cy, admin].map(({ email }) => email).toSorted(),
    );
    expect(one.state).toBe('sent');
  });

  test.each<[string, Partial<NewsletterAudience>]>([
    ['account types', { accountTypes: ['Faculty', 'Staff'] }],
    ['years', { years: [2027] }],
    ['majors', { majors: ['Physics'] }],
    ['all at once', { accountTypes: ['Student'], years: [2027, 2028], majors: ['History', 'Law'] }],
  ])('reaches the people in an audience by %s, and shows their number before', async (_, part) => {
    const audience = { ...everybody, ...part };
    const { people } = await admin.call('POST /api/v1/newsletters/reach', audience);
    const expected = (
      await world.sql<{ id: number }>(
        `select id from users where not is_disabled and (account_type = any($1) or $1 = '{}') and (year_of_graduation = any($2) or $2 = '{}') and (major = any($3) or $3 = '{}')`,
        [audience.accountTypes, audience.years, audience.majors],
      )
    ).map(({ id }) => Number(id));
    expect(people).toBe(expected.length);
    const { id } = await send({ audience });
    const got = await world.sql<{ id: number }>(
      'select user_id as id from newsletter_copies where newsletter_id = $1',
      [id],
    );
    expect(got.map((one) => Number(one.id)).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['without a title', { title: '' }, null, 409, 'newsletter_unfinished'],
    ['with nothing to read', { blocks: [{ kind: 'divider' }] }, null, 409, 'newsletter_unfinished'],
    ['yesterday', {}, -86_400_000, 400, 'newsletter_time'],
    ['in two years', {}, 2 * 366 * 86_400_000, 400, 'newsletter_time'],
  ])('rejects %s', async (_, change, ahead, status, code) => {
    const one = await draft(change);
    const at = ahead === null ? null : new Date(world.clock.now().getTime() + ahead).toISOString();
    const answer = await schedule(one, at);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code]);
  });

  test('is final, except that deleting a sent newsletter removes it from all inboxes', async () => {
    const one = await send();
    const { id, version } = one;
    for (const answer of [
      await admin.try('PATCH /api/v1/newsletters/{id}', { id, version, title: 'Other' }),
      await schedule(one),
      await admin.try('POST /api/v1/newsletters/{id}/withdraw', { id }),
    ])
      expect(answer.body).toMatchObject({ code: 'newsletter_sent' });
    for (const _ of [1, 2]) await admin.call('DELETE /api/v1/newsletters/{id}', { id });
    expect(await inbox(ana)).toEqual([]);
  });

  test('can be tested with emails to the author without a link to unsubscribe', async () => {
    const { id } = await draft();
    expect(await admin.call('POST /api/v1/newsletters/{id}/test', { id })).toEqual({
      to: admin.email,
    });
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]?.headers?.['List-Unsubscribe']).toBeUndefined();
    expect(await inbox(admin)).toEqual([]);
  });
});

describe('[INBOX-01] a newsletter’s email', () => {
  test('has plain text and HTML, and nothing that tracks who opened it', async () => {
    const blocks: NewsletterBlock[] = [
      { kind: 'heading', text: 'Doors & <windows>' },
      {
        kind: 'text',
        html: '<p>One<br>two</p><ul><li>three <a href="https://a.example/x">here</a></li></ul>',
      },
      { kind: 'button', label: 'Come', url: 'https://a.example/?a=1&b=2' },
    ];
    const { id } = await send({
      blocks,
      summary: 'Short',
      audience: { ...everybody, majors: ['History'] },
    });
    const [mail] = world.mails;
    expect(mail?.subject).toBe('October');
    expect(mail?.text).toBe(
      `October\n\nShort\n\nDoors & <windows>\n=================\n\nOne\ntwo\n\n- three here (https://a.example/x)\n\nCome: https://a.example/?a=1&b=2\n\n--\n\nDemo University. Read it in your inbox: http://localhost/inbox?id=${id}\n\nUnsubscribe: ${/<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1]?.replace('/api/v1/inbox/unsubscribe/', '/unsubscribe#')}`,
    );
    expect(mail?.html).toContain('Doors &#38; &#60;windows&#62;');
    expect(mail?.html).not.toMatch(/<img|<script|http:\/\/(?!localhost)/);
    expect(mail?.headers).toMatchObject({
      'List-Id': '<newsletters.localhost>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('can be unsubscribed from with one click without signing in, for this person at this school only (RFC 8058)', async () => {
    await send();
    const mail = world.mails.find(({ to }) => to === ben.email);
    const url = new URL(/<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');
    const click = (host?: string, path = url.pathname) =>
      world.visit(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://mail.example',
          'sec-fetch-site': 'cross-site',
        },
        body: 'List-Unsubscribe=One-Click',
        ...(host && { host }),
      });
    expect((await world.visit(url.pathname)).status).toBe(405);
    expect((await click('north.localhost')).status).toBe(410);
    expect((await click(undefined, `${url.pathname.slice(0, -2)}AA`)).status).toBe(410);
    expect((await ben.call('GET /api/v1/inbox/choice')).byMail).toBe(true);
    for (const _ of [1, 2]) expect((await click()).body).toEqual({ ok: true });
    expect((await ben.call('GET /api/v1/inbox/choice')).byMail).toBe(false);
    expect((await ana.call('GET /api/v1/inbox/choice')).byMail).toBe(true);
    world.mails.length = 0;
    await send({ title: 'November' });
    expect(world.mails.map(({ to }) => to)).not.toContain(ben.email);
    expect(await inbox(ben)).toEqual(['November', 'October']);
    await ben.call('PUT /api/v1/inbox/choice', { byMail: true });
    const token = url.pathname.split('/').at(-1);
    expect(
      (await world.visit('/api/v1/inbox/leave', { method: 'POST', body: { token } })).body,
    ).toEqual({ ok: true });
    expect((await ben.call('GET /api/v1/inbox/choice')).byMail).toBe(false);
  });

  test("isn't sent to people who have read it already or have no address, and rejected addresses are stored", async () => {
    await world.sql(`update users set email = null where id = $1`, [cy.id]);
    const one = await draft();
    await schedule(one);
    const real = world.mail.send;
    world.mail.send = async (message) => {
      if (message.to === ben.email)
        throw Object.assign(new Error('no such user'), { responseCode: 550 });
      return real(message);
    };
    await dueNow();
    world.mail.send = real;
    await world.sql(`update users set email = $2 where id = $1`, [cy.id, cy.email]);
    expect(world.mails.map(({ to }) => to).toSorted()).toEqual([ana.email, admin.email].toSorted());
    const why = await world.sql<{ user_id: number; email_skip_reason: string }>(
      'select user_id, email_skip_reason from newsletter_copies where email_skip_reason is not null',
    );
    expect(
      Object.fromEntries(why.map(({ user_id: user, email_skip_reason: reason }) => [user, reason])),
    ).toEqual({
      [cy.id]: 'no_address',
      [ben.id]: 'refused',
    });
    expect(await admin.call('GET /api/v1/newsletters/{id}', { id: one.id })).toMatchObject({
      mailed: 2,
      recipients: 4,
    });
  });
});

describe('[INBOX-01] [HUB-01] a hub’s newsletters', () => {
  test('go to the people in the hub, by rule and added manually, and name the hub', async () => {
    const hub = await admin.call('POST /api/v1/school/hubs', {
      name: 'Physics house',
      description: '',
      icon: null,
      isForEveryone: false,
      accountTypes: [],
      majors: ['Physics'],
    });
    await admin.call('PUT /api/v1/school/hubs/{id}/members/{uid}', { id: hub.id, uid: ana.uid });
    const audience = { ...everybody, hubs: [hub.id] };
    expect((await admin.call('POST /api/v1/newsletters/reach', audience)).people).toBe(3);
    const { id } = await send({ audience });
    expect([await inbox(ana), await inbox(ben), await inbox(cy), await inbox(admin)]).toEqual([
      ['October'],
      ['October'],
      ['October'],
      [],
    ]);
    expect((await ana.call('GET /api/v1/inbox/{id}', { id })).why.hubs).toEqual(['Physics house']);
    expect(
      (await admin.call('POST /api/v1/newsletters/reach', { ...everybody, hubs: ['7', 'x'] }))
        .people,
    ).toBe(0);
  });
});

describe('[INBOX-01] the inbox', () => {
  test('lists newsletters, newest first, marks them as read and unread, and counts them', async () => {
    const first = await send({ title: 'First', byMail: false });
    world.clock.advance(60_000);
    await send({ title: 'Second', byMail: false });
    expect(world.mails).toEqual([]);
    expect(await ana.call('GET /api/v1/inbox', { pageSize: 1 })).toMatchObject({
      total: 2,
      unread: 2,
      items: [{ title: 'Second', isRead: false }],
    });
    const whole = await ana.call('GET /api/v1/inbox/{id}', { id: first.id });
    expect(whole).toMatchObject({ title: 'First', isRead: false, blocks: [text], why: everybody });
    const mark = (isRead: boolean) =>
      ana.call('PATCH /api/v1/inbox/{id}', { id: first.id, isRead });
    for (const _ of [1, 2]) expect(await mark(true)).toMatchObject({ isRead: true });
    const read = async () =>
      (await admin.call('GET /api/v1/newsletters/{id}', { id: first.id })).read;
    expect(await read()).toBe(1);
    for (const _ of [1, 2]) await mark(false);
    expect(await read()).toBe(0);
    await Promise.all([
      ana.call('POST /api/v1/inbox/read'),
      ana.call('POST /api/v1/inbox/read'),
      ben.call('POST /api/v1/inbox/read'),
    ]);
    expect([
      await read(),
      (await ana.call('GET /api/v1/inbox')).unread,
      (await cy.call('GET /api/v1/inbox')).unread,
    ]).toEqual([2, 0, 2]);
  });

  test("is private: other people and people of other schools can't find its newsletters", async () => {
    const { id } = await send({ audience: { ...everybody, majors: ['History'] } });
    const [reader] = await world.sql<{ user_id: number }>('select user_id from newsletter_copies');
    const others = [ana, ben, cy, admin, eve].filter((who) => who.id !== Number(reader?.user_id));
    for (const who of others) {
      expect((await who.try('GET /api/v1/inbox/{id}', { id })).status).toBe(404);
      expect((await who.try('PATCH /api/v1/inbox/{id}', { id, isRead: true })).status).toBe(404);
    }
  });
});
