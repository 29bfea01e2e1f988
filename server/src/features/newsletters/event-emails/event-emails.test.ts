import { beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { EventEmailAudience } from '#contract/event-emails/endpoints.ts';
import { sendGraceMs } from '#contract/newsletters/limits.ts';
import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
const blocks: NewsletterBlock[] = [{ kind: 'text', html: '<p>Bring your own cup.</p>' }];
const toAll: EventEmailAudience = { who: 'all', statuses: [], occurrence: null };
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

/** The world's people with new tokens, because these tests advance the clock. */
let [ana, ben, cy, admin] = [] as unknown as [Person, Person, Person, Person];
beforeEach(async () => {
  [ana, ben, cy, admin] = (await Promise.all(
    [world.ana, world.ben, world.cy, world.admin].map((one) => world.signInAgain(one)),
  )) as [Person, Person, Person, Person];
  await world.sql('delete from newsletters');
  await world.sql('delete from rate_limits');
  world.mails.length = 0;
});

/** Creates an event of Ben's club with one spot. Ana has it, and Cy is on the waitlist. */
const host = async (title: string, more: Record<string, unknown> = {}) => {
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: `${title} Club`,
    membership: 'open',
    president: ben.uid,
  });
  const start = Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + 48 * 3_600_000;
  const { id, version } = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    club: club.id,
    dateStart: new Date(start).toISOString(),
    dateEnd: new Date(start + 7_200_000).toISOString(),
    timeZone: 'Europe/Berlin',
    capacity: 1,
    ...more,
  });
  if (more['isDraft'] !== true) {
    await ben.call('POST /api/v1/events/{id}/publish', { id, version });
    await ana.call('PUT /api/v1/events/{id}/registration', { id });
    await cy.call('PUT /api/v1/events/{id}/registration', { id });
  }
  return { id, club: club.id };
};
const draft = async (id: string, title: string, audience = toAll) => {
  const { id: email, version } = await ben.call('POST /api/v1/events/{id}/emails', { id });
  const change = { id, email, version, title, blocks, audience };
  return ben.call('PATCH /api/v1/events/{id}/emails/{email}', change);
};
const schedule = (id: string, { id: email, version }: { id: string; version: number }) =>
  ben.try('POST /api/v1/events/{id}/emails/{email}/schedule', { id, email, version, at: null });
const dueNow = async () => {
  world.clock.advance(sendGraceMs);
  await world.app.jobs.settle();
};
const send = async (id: string, title: string, audience = toAll) => {
  const one = await draft(id, title, audience);
  expect((await schedule(id, one)).status).toBe(200);
  await dueNow();
  return one.id;
};
const titles = async (who: Person) =>
  (await who.call('GET /api/v1/inbox')).items.map(({ title }) => title);
const mailsOf = (subject: string) =>
  world.mails.filter((mail) => mail.subject === subject).map((mail) => mail.to);

describe('[EVENT-01] emails about an event', () => {
  test('are sent by status to the people on the list at that time, and inbox and email show the event', async () => {
    const { id } = await host('Harbor Swim');
    const reach = (audience: EventEmailAudience) =>
      ben.call('POST /api/v1/events/{id}/emails/reach', { id, ...audience });
    const waiting: EventEmailAudience = { ...toAll, who: 'statuses', statuses: ['waiting'] };
    expect(await reach(toAll)).toEqual({ people: 2, byMail: 2 });
    expect(await reach(waiting)).toEqual({ people: 1, byMail: 1 });
    expect(
      codeOf(await schedule(id, await draft(id, 'To nobody', { ...waiting, statuses: [] }))),
    ).toEqual([422, 'event_email_no_statuses']);
    await send(id, 'You are on the waitlist', waiting);
    expect(mailsOf('You are on the waitlist')).toEqual([cy.email]);
    const all = await draft(id, 'Where we meet');
    expect((await schedule(id, all)).status).toBe(200);
    // Ana cancels before the email is sent. She gets none, and Cy gets the spot.
    await ana.call('DELETE /api/v1/events/{id}/registration', { id });
    await dueNow();
    expect([await titles(ana), await titles(cy)]).toEqual([
      [],
      ['Where we meet', 'You are on the waitlist'],
    ]);
    expect(world.mails.find(({ subject }) => subject === 'Where we meet')).toMatchObject({
      to: cy.email,
      fromName: expect.stringContaining('Harbor Swim'),
      text: expect.stringContaining('Unsubscribe from emails about Harbor Swim'),
    });
    const [first] = (await cy.call('GET /api/v1/inbox')).items;
    expect(first).toMatchObject({ club: null, event: { id, title: 'Harbor Swim' } });
    // With two recipients, the count of reads would reveal who opened it.
    await cy.call('PATCH /api/v1/inbox/{id}', { id: first?.id ?? '', isRead: true });
    const { items } = await ben.call('GET /api/v1/events/{id}/emails', { id });
    expect(items.find(({ title }) => title === 'Where we meet')).toMatchObject({
      recipients: 1,
      read: null,
    });
  });

  test('show the number of people who opened them if there are enough recipients', async () => {
    const { id } = await host('Opening', { capacity: 100 });
    const email = await send(id, 'Doors at seven');
    const [first] = (await ana.call('GET /api/v1/inbox')).items;
    await ana.call('PATCH /api/v1/inbox/{id}', { id: first?.id ?? '', isRead: true });
    const read = () => ben.call('GET /api/v1/events/{id}/emails/{email}', { id, email });
    expect(await read()).toMatchObject({ recipients: 2, read: null, bounced: null });
    // The world has too few people for that.
    await world.sql('update newsletters set recipients = 5 where id = $1', [email]);
    expect(await read()).toMatchObject({ read: 1, bounced: 0 });
  });

  test('are for people who manage the event, and other events and schools have no access', async () => {
    const { id } = await host('Choir');
    const { id: other } = await host('Band');
    const { id: email, version } = await draft(id, 'Tuesday');
    const calls = [
      ['GET /api/v1/events/{id}/emails', {}],
      ['POST /api/v1/events/{id}/emails', {}],
      ['GET /api/v1/events/{id}/emails/{email}', { email }],
      ['PATCH /api/v1/events/{id}/emails/{email}', { email, version, title: 'Mine' }],
      ['POST /api/v1/events/{id}/emails/{email}/schedule', { email, version, at: null }],
      ['POST /api/v1/events/{id}/emails/{email}/withdraw', { email }],
      ['POST /api/v1/events/{id}/emails/{email}/test', { email }],
      ['DELETE /api/v1/events/{id}/emails/{email}', { email }],
      ['POST /api/v1/events/{id}/emails/reach', toAll],
    ] as const;
    const eve = await world.signInAgain(world.eve);
    for (const who of [ana, cy, eve])
      for (const [key, input] of calls)
        expect([key, ...codeOf(await who.try(key, { id, ...input }))]).toEqual([
          key,
          404,
          'not_found',
        ]);
    expect(
      codeOf(await ben.try('GET /api/v1/events/{id}/emails/{email}', { id: other, email }))[0],
    ).toBe(404);
    expect((await admin.call('GET /api/v1/newsletters')).total).toBe(0);
    expect((await admin.try('GET /api/v1/newsletters/{id}', { id: email })).status).toBe(404);
    // Drafts have no registrations.
    const { id: hidden } = await host('Secret', { isDraft: true });
    expect(codeOf(await ben.try('POST /api/v1/events/{id}/emails', { id: hidden }))).toEqual([
      409,
      'event_not_published',
    ]);
  });

  test('can be turned off for one event with one click, and turned on again in the inbox', async () => {
    const { id } = await host('Chess');
    const { id: other } = await host('Go');
    await send(id, 'First round');
    const mail = world.mails.find(({ to }) => to === ana.email);
    const address = /<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.headers?.['List-Id']).toContain(`event-${id}.`);
    const click = await world.visit(new URL(address).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(click.status).toBe(200);
    const choice = await ana.call('GET /api/v1/inbox/choice');
    expect(choice).toMatchObject({ byMail: true, clubs: [], events: [{ id, name: 'Chess' }] });
    world.mails.length = 0;
    await send(id, 'Second round');
    await send(other, 'Third round');
    expect([mailsOf('Second round'), mailsOf('Third round').toSorted()]).toEqual([
      [cy.email],
      [ana.email, cy.email].toSorted(),
    ]);
    expect(await titles(ana)).toContain('Second round');
    await ana.call('PUT /api/v1/inbox/choice', { byMail: true, event: id });
    expect((await ana.call('GET /api/v1/inbox/choice')).events).toEqual([]);
    // People can't choose for events that they never registered for.
    const eve = await world.signInAgain(world.eve);
    expect((await eve.try('PUT /api/v1/inbox/choice', { byMail: false, event: id })).status).toBe(
      404,
    );
  });

  test('become drafts again if the club is frozen or the sender no longer manages the event', async () => {
    const { id, club } = await host('Kayak');
    const one = await draft(id, 'Paddles');
    expect((await schedule(id, one)).status).toBe(200);
    await world.sql("update clubs set status = 'frozen' where id = $1", [club]);
    await dueNow();
    const read = () => admin.call('GET /api/v1/events/{id}/emails/{email}', { id, email: one.id });
    expect(await read()).toMatchObject({ state: 'draft', returned: 'club' });
    await world.sql("update clubs set status = 'active' where id = $1", [club]);
    const again = await read();
    expect((await schedule(id, again)).status).toBe(200);
    await world.sql('delete from role_grants where user_id = $1', [ben.id]);
    await dueNow();
    expect(await read()).toMatchObject({ state: 'draft', returned: 'sender' });
    expect(world.mails.filter(({ subject }) => subject === 'Paddles')).toEqual([]);
  });
});
