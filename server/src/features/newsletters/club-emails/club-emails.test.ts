import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ClubEmail, ClubEmailAudience } from '#contract/club-emails/endpoints.ts';
import { sendGraceMs } from '#contract/newsletters/limits.ts';
import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
const blocks: NewsletterBlock[] = [{ kind: 'text', html: '<p>We meet at <b>eight</b>.</p>' }];
const members: ClubEmailAudience = { who: 'members', tags: [] };
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

/** The world's people with new tokens, because these tests advance the clock. */
let [ana, ben, cy, admin] = [] as unknown as [Person, Person, Person, Person];
let [club, other] = ['', ''];

const found = async (name: string): Promise<string> =>
  (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name,
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;

beforeAll(async () => {
  [club, other] = [await found('Greenhouse'), await found('Rowing')];
  for (const id of [club, other])
    for (const one of [world.ana, world.cy])
      await one.call('PUT /api/v1/clubs/{id}/membership', { id });
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [world.cy.uid],
    act: 'tag',
    tag: 'Kitchen',
  });
});
beforeEach(async () => {
  [ana, ben, cy, admin] = (await Promise.all(
    [world.ana, world.ben, world.cy, world.admin].map((one) => world.signInAgain(one)),
  )) as [Person, Person, Person, Person];
  await world.sql('delete from newsletters');
  await world.sql('delete from newsletter_club_opt_outs');
  await world.sql('delete from rate_limits');
  world.mails.length = 0;
});

const draft = async (
  title: string,
  { id = club, audience = members }: { id?: string; audience?: ClubEmailAudience } = {},
): Promise<ClubEmail> => {
  const { id: email, version } = await ben.call('POST /api/v1/clubs/{id}/emails', { id });
  const change = { id, email, version, title, blocks, audience };
  return ben.call('PATCH /api/v1/clubs/{id}/emails/{email}', change);
};
const schedule = (one: ClubEmail, { id = club, at = null as string | null } = {}) =>
  ben.try('POST /api/v1/clubs/{id}/emails/{email}/schedule', {
    id,
    email: one.id,
    version: one.version,
    at,
  });
const dueNow = async () => {
  world.clock.advance(sendGraceMs);
  await world.app.jobs.settle();
};
const send = async (title: string, where: { id?: string; audience?: ClubEmailAudience } = {}) => {
  const one = await draft(title, where);
  expect((await schedule(one, where)).status).toBe(200);
  await dueNow();
  return one;
};
const read = ({ id: email }: { id: string }, id = club) =>
  ben.call('GET /api/v1/clubs/{id}/emails/{email}', { id, email });
const inbox = async (who: Person) =>
  (await who.call('GET /api/v1/inbox')).items.map(({ title }) => title);
const mailed = () => world.mails.map(({ to, subject }) => `${subject} ${to}`).toSorted();
const to = (title: string, ...people: Person[]) =>
  people.map(({ email }) => `${title} ${email}`).toSorted();
const counts = async (who: Person) => {
  const { items } = await who.call('GET /api/v1/clubs', {
    optionalProperties: '["CountEmails"]',
    pageSize: 100,
  });
  return items.find(({ id }) => id === club)?.CountEmails;
};

test('two requests with the same client ID create one email', async () => {
  const sent = { id: club, clientId: newClientId() };
  const [one, two] = await Promise.all(
    [1, 2].map(() => ben.call('POST /api/v1/clubs/{id}/emails', sent)),
  );
  expect(two).toEqual(one);
  const { clientId } = sent;
  // The same client id in another club creates no second email.
  expect((await ben.try('POST /api/v1/clubs/{id}/emails', { id: other, clientId })).status).toBe(
    404,
  );
  expect(await world.sql('select from newsletters')).toHaveLength(1);
});

describe("[CLUB-04] a club's emails", () => {
  test('are written by officers, and people without the permission and other schools have no access', async () => {
    const { id: email } = await draft('Saturday');
    const calls = [
      ['GET /api/v1/clubs/{id}/emails', {}],
      ['POST /api/v1/clubs/{id}/emails', {}],
      ['GET /api/v1/clubs/{id}/emails/{email}', { email }],
      ['PATCH /api/v1/clubs/{id}/emails/{email}', { email, version: 2, title: 'Mine' }],
      ['POST /api/v1/clubs/{id}/emails/{email}/schedule', { email, version: 2, at: null }],
      ['POST /api/v1/clubs/{id}/emails/{email}/test', { email }],
      ['DELETE /api/v1/clubs/{id}/emails/{email}', { email }],
      ['POST /api/v1/clubs/{id}/emails/reach', members],
    ] as const;
    const eve = await world.signInAgain(world.eve);
    for (const [key, input] of calls) {
      const asked = { id: club, ...input };
      expect([key, ...codeOf(await ana.try(key, asked))]).toEqual([key, 403, 'forbidden']);
      expect([key, ...codeOf(await eve.try(key, asked))]).toEqual([key, 404, 'not_found']);
    }
    // Officers of another club and the school's newsletter calls can't find the email.
    const elsewhere = { id: other, email };
    expect(codeOf(await ben.try('GET /api/v1/clubs/{id}/emails/{email}', elsewhere))[0]).toBe(404);
    expect((await admin.try('GET /api/v1/newsletters/{id}', { id: email })).status).toBe(404);
    expect((await admin.call('GET /api/v1/newsletters')).total).toBe(0);
    expect((await read({ id: email })).title).toBe('Saturday');
  });

  test('are sent to the current members, those with a tag, or the officers', async () => {
    const reach = (audience: ClubEmailAudience) =>
      ben.call('POST /api/v1/clubs/{id}/emails/reach', { id: club, ...audience });
    expect(await reach(members)).toEqual({ people: 3, byMail: 3 });
    const kitchen: ClubEmailAudience = { who: 'tags', tags: ['Kitchen'] };
    expect(await reach(kitchen)).toEqual({ people: 1, byMail: 1 });
    const one = await draft('Soup', { audience: { who: 'tags', tags: [] } });
    expect(one.clubTags).toEqual(['Kitchen']);
    expect(codeOf(await schedule(one))).toEqual([422, 'club_email_no_tags']);
    await send('Soup', { audience: kitchen });
    await send('Minutes', { audience: { who: 'officers', tags: [] } });
    // Ana leaves the club before the email is sent.
    expect((await schedule(await draft('Saturday'))).status).toBe(200);
    await ana.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
    await dueNow();
    expect([await inbox(ana), await inbox(cy), await inbox(ben)]).toEqual([
      [],
      ['Saturday', 'Soup'],
      ['Saturday', 'Minutes'],
    ]);
    expect(mailed()).toEqual(
      [...to('Minutes', ben), ...to('Saturday', ben, cy), ...to('Soup', cy)].toSorted(),
    );
    expect(world.mails[0]).toMatchObject({ fromName: expect.stringContaining('Greenhouse') });
    const [first] = (await cy.call('GET /api/v1/inbox')).items;
    expect(first?.club).toEqual({ id: club, name: 'Greenhouse', logo: null });
    const shown = await cy.call('GET /api/v1/inbox/{id}', { id: first?.id ?? '' });
    expect(shown.why).toEqual({ accountTypes: [], years: [], majors: [], hubs: [] });
    await ana.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  });

  test('can be turned off for one club with one click or in the inbox, and turned on again', async () => {
    await send('Saturday');
    const mail = world.mails.find((one) => one.to === ana.email);
    const click = /<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const answer = await world.visit(new URL(click).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([answer.status, mail?.headers?.['List-Unsubscribe-Post']]).toEqual([
      200,
      'List-Unsubscribe=One-Click',
    ]);
    const choice = { byMail: true, clubs: [{ id: club, name: 'Greenhouse' }], events: [] };
    expect(await ana.call('GET /api/v1/inbox/choice')).toEqual(choice);
    world.mails.length = 0;
    await send('Sunday');
    await send('Boats', { id: other });
    const made = await admin.call('POST /api/v1/newsletters', {});
    const { id, version } = await admin.call('PATCH /api/v1/newsletters/{id}', {
      id: made.id,
      version: made.version,
      title: 'October',
      blocks,
    });
    await admin.call('POST /api/v1/newsletters/{id}/schedule', { id, version, at: null });
    await dueNow();
    expect(mailed().filter((line) => line.endsWith(` ${ana.email}`))).toEqual([
      ...to('Boats', ana),
      ...to('October', ana),
    ]);
    expect(mailed()).toContain(to('Sunday', cy)[0]);
    expect(await inbox(ana)).toEqual(['October', 'Boats', 'Sunday', 'Saturday']);
    const { sections } = await ana.call('GET /api/v1/account/data');
    expect(sections['clubEmailsNotByMail']).toMatchObject([{ club: 'Greenhouse' }]);
    const set = (byMail: boolean, of = club) =>
      ana.try('PUT /api/v1/inbox/choice', { byMail, club: of });
    expect((await set(true)).body).toEqual({ byMail: true, clubs: [], events: [] });
    expect((await set(false, '999')).status).toBe(404);
    expect((await set(false)).body).toEqual(choice);
  });

  test('become drafts again if the club is frozen or the sender is no longer an officer when they are due', async () => {
    const first = await draft('Saturday');
    await schedule(first);
    await world.sql(`update clubs set status = 'frozen' where id = $1`, [club]);
    await dueNow();
    expect(await inbox(cy)).toEqual([]);
    expect(await read(first)).toMatchObject({
      state: 'draft',
      returned: 'club',
      sendAt: null,
      can: { change: false, duplicate: false, delete: false },
    });
    const again = { ...first, version: first.version + 2 };
    expect(codeOf(await schedule(again))).toEqual([409, 'club_inactive']);
    await world.sql(`update clubs set status = 'active' where id = $1`, [club]);
    expect((await schedule(again)).body).toMatchObject({ state: 'scheduled', returned: null });
    await world.sql(`update role_grants set ends_at = now() where scope_id = $1`, [club]);
    await dueNow();
    await world.sql('update role_grants set ends_at = null where scope_id = $1', [club]);
    expect(await read(first)).toMatchObject({ state: 'draft', returned: 'sender' });
    expect([await inbox(cy), world.mails]).toEqual([[], []]);
  });

  test('are sent once despite two requests, and sent ones stay', async () => {
    const one = await draft('Saturday');
    const answers = await Promise.all([schedule(one), schedule(one)]);
    expect(answers.map((answer) => codeOf(answer)).toSorted()).toEqual([
      [200, undefined],
      [409, 'newsletter_changed'],
    ]);
    await dueNow();
    expect(mailed()).toEqual(to('Saturday', ana, ben, cy));
    const which = { id: club, email: one.id };
    const remove = (who: Person) => who.try('DELETE /api/v1/clubs/{id}/emails/{email}', which);
    expect(codeOf(await remove(ben))).toEqual([409, 'newsletter_sent']);
    expect((await remove(admin)).status).toBe(200);
    expect(await inbox(ana)).toEqual([]);
    const { entries } = await admin.call('GET /api/v1/audit', { size: 2 });
    expect(entries.map(({ kind, detail }) => [kind, detail['act']])).toEqual([
      ['club_email_changed', 'deleted'],
      ['club_email_changed', 'sent'],
    ]);
  });

  test('show reads and bounces after sending: officers see all emails, and members their own', async () => {
    world.mail.send = async (message) => {
      if (message.to === cy.email) throw Object.assign(new Error('no'), { responseCode: 550 });
      world.mails.push(message);
    };
    const one = await send('Saturday');
    await send('Minutes', { audience: { who: 'officers', tags: [] } });
    await draft('Sunday');
    const [item] = (await ana.call('GET /api/v1/inbox')).items;
    await ana.call('PATCH /api/v1/inbox/{id}', { id: item?.id ?? '', isRead: true });
    expect(await read(one)).toMatchObject({ recipients: 3, read: 1, mailed: 2, bounced: 1 });
    const dee = await world.join({ username: 'dee', first_name: 'Dee', last_name: 'Doe' });
    expect([await counts(ben), await counts(admin), await counts(ana), await counts(dee)]).toEqual([
      2, 2, 1, 0,
    ]);
    // An email to one person with a tag has no counts, because they would reveal what that person did.
    const chosen = await send('Soup', { audience: { who: 'tags', tags: ['Kitchen'] } });
    const [soup] = (await cy.call('GET /api/v1/inbox')).items;
    await cy.call('PATCH /api/v1/inbox/{id}', { id: soup?.id ?? '', isRead: true });
    expect(await read(chosen)).toMatchObject({ recipients: 1, read: null, bounced: null });
    await admin.call('DELETE /api/v1/clubs/{id}/emails/{email}', { id: club, email: chosen.id });
    const list = await ben.call('GET /api/v1/clubs/{id}/emails', { id: club });
    expect([list.total, list.can]).toEqual([3, { create: true }]);
    // This officer can't see the author.
    const { positions } = await admin.call('GET /api/v1/clubs/{id}/settings', { id: club });
    const appoint = (position: string | null) =>
      admin.call('PATCH /api/v1/clubs/{id}/members', {
        id: club,
        uids: [ana.uid],
        act: 'position',
        position,
      });
    await appoint(positions[0]?.id ?? null);
    await ben.call('PUT /api/v1/blocks/{uid}', { uid: ana.uid });
    const { items } = await ana.call('GET /api/v1/clubs/{id}/emails', { id: club });
    expect(items.map(({ by }) => by)).toEqual([null, null, null]);
    expect(list.items[0]?.by).toMatchObject({ uid: ben.uid });
    await ben.call('DELETE /api/v1/blocks/{uid}', { uid: ana.uid });
    await appoint(null);
  });

  test("aren't delivered after the club is deleted", async () => {
    let isDown = true;
    world.mail.send = async (message) => {
      if (isDown) throw new Error('nobody answers');
      world.mails.push(message);
    };
    await send('Saturday');
    isDown = false;
    // Within this hour, notification digests may be sent too.
    await world.sql('delete from notification_deliveries');
    await world.sql('update clubs set deleted_at = $2 where id = $1', [club, world.clock.now()]);
    world.clock.advance(3_600_000);
    await world.app.jobs.settle();
    await world.sql('update clubs set deleted_at = null where id = $1', [club]);
    expect(mailed()).toEqual([]);
  });

  test('can be sent to their author as a test', async () => {
    const one = await draft('Saturday');
    await ben.call('POST /api/v1/clubs/{id}/emails/{email}/test', { id: club, email: one.id });
    expect(mailed()).toEqual(to('Saturday', ben));
    expect(world.mails[0]?.text).toContain('Greenhouse');
    expect(world.mails[0]?.headers?.['List-Unsubscribe']).toBeUndefined();
  });
});
