import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { pdfPages } from '../../../test/pdf-text.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();

test('[EVENT-01] hosts print badges for selected attendees and their guests, with ticket types', async () => {
  const { admin, ana, ben, cy, eve } = world;
  const at = (hours: number) =>
    new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
  const { id } = await admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Alumni dinner',
    dateStart: at(48),
    dateEnd: at(50),
    timeZone: 'UTC',
    guestsMax: 2,
    capacity: 3,
    ticketKinds: [{ name: 'Speaker' }],
  });
  const print = { id, size: 'small' } as const;
  expect((await admin.try('POST /api/v1/events/{id}/badges', print)).body).toMatchObject({
    code: 'no_badges',
  });
  const settings = await admin.call('GET /api/v1/events/{id}/settings', { id });
  const ticketKind = settings.ticketKinds[0]?.id ?? '';
  const register = 'PUT /api/v1/events/{id}/registration';
  await world.sql("update users set first_name = 'Zoë', last_name = 'Łukasz' where id = $1", [
    ana.id,
  ]);
  await ana.call(register, { id, ticketKind, guests: 1 });
  await ben.call(register, { id, ticketKind });
  // People on the waitlist have no badge.
  expect((await cy.call(register, { id, ticketKind })).status).toBe('waiting');
  const all = await admin.call('POST /api/v1/events/{id}/badges', print);
  expect(all).toMatchObject({ badges: 3, name: 'Alumni dinner.pdf' });
  const text = (await pdfPages(Buffer.from(all.pdf, 'base64'))).join(' ');
  for (const part of ['Zoë Łukasz', 'Guest of Zoë Łukasz', 'Speaker', 'Alumni dinner'])
    // An assertion would truncate the text, and the missing part would be hard to find.
    if (!text.includes(part)) throw new Error(`“${part}” is missing in: ${text}`);
  const one = await admin.call('POST /api/v1/events/{id}/badges', {
    ...print,
    uids: [ben.uid, cy.uid],
    size: 'large',
    hasCode: true,
  });
  expect(one.badges).toBe(1);
  const [only = ''] = await pdfPages(Buffer.from(one.pdf, 'base64'));
  expect(only).not.toContain('Zoë');
  for (const who of [ana, eve])
    expect((await who.try('POST /api/v1/events/{id}/badges', print)).status).toBe(404);
  // The layout is stored with the event, and used the next time.
  const { badges } = await admin.call('GET /api/v1/events/{id}/settings', { id });
  expect(badges).toEqual({ size: 'large', hasCode: true });
  const copy = await admin.call('POST /api/v1/events/{id}/duplicate', {
    id,
    clientId: newClientId(),
    isTemplate: true,
  });
  expect(copy.badges).toEqual(badges);
  const kept = await world.sql<{ kind: string }>(
    `select kind from activity_log where kind = 'event_changed' and detail ->> 'act' = 'exported'`,
  );
  expect(kept).toHaveLength(2);
});
