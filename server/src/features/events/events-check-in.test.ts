import { createPublicKey, verify } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { readTicket, ticketLength, ticketText } from '#contract/events/ticket-code.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const at = (minutes: number) =>
  new Date(
    Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + minutes * 60_000,
  ).toISOString();
const make = (more: Record<string, unknown> = {}) =>
  world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Gala',
    dateStart: at(30),
    dateEnd: at(150),
    timeZone: 'Europe/Berlin',
    guestsMax: 2,
    ...more,
  });
const ticketsOf = async (who: Person, id: string) =>
  (await who.call('GET /api/v1/events/{id}/registration', { id })).tickets.map(({ code }) => code);
const scan = async (id: string, scans: Record<string, unknown>[], who = world.admin) =>
  (
    await who.call('POST /api/v1/events/{id}/check-ins', {
      id,
      scans: scans.map((one) => ({ clientId: newClientId(), at: at(0), ...one })) as never,
    })
  ).results;

let gala = '';
beforeAll(async () => {
  gala = (await make()).id;
  await world.ana.call('PUT /api/v1/events/{id}/registration', { id: gala, guests: 1 });
  await world.ben.call('PUT /api/v1/events/{id}/registration', { id: gala });
});

test('[EVENT-01] a ticket has 125 characters and can be verified with the event’s public key alone', async () => {
  const codes = await ticketsOf(world.ana, gala);
  expect(codes).toHaveLength(2);
  const kit = await world.admin.call('GET /api/v1/events/{id}/check-in-kit', { id: gala });
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: kit.publicKey },
    format: 'jwk',
  });
  for (const [seat, code] of codes.entries()) {
    expect(code).toHaveLength(ticketLength);
    expect(ticketLength).toBe(125);
    const read = readTicket(` ${code.toLowerCase()} `);
    expect(read).toMatchObject({ event: gala, seat });
    expect(read && verify(null, read.signed, key, read.signature)).toBe(true);
    expect(read && kit.attendees.some(({ ticket }) => ticket === read.ticket)).toBe(true);
  }
  expect(kit.attendees.map(({ uid, seats }) => [uid, seats])).toEqual(
    expect.arrayContaining([
      [world.ana.uid, 2],
      [world.ben.uid, 1],
    ]),
  );
  expect(readTicket('A'.repeat(125))).toBeUndefined();
  expect((await world.ana.try('GET /api/v1/events/{id}/check-in-kit', { id: gala })).status).toBe(
    404,
  );
});

test('[EVENT-01] registering returns the same ticket that check-in accepts', async () => {
  const { ana, ben, cy } = world;
  const { id } = await make({ capacity: 3 });
  const call = 'PUT /api/v1/events/{id}/registration';
  const { ticket } = await ana.call(call, { id, guests: 1 });
  const full = await cy.call(call, { id, guests: 1 });
  expect(full).toMatchObject({ status: 'waiting', ticket: null });
  expect(await scan(id, [{ ticket }])).toMatchObject([{ result: 'valid', uid: ana.uid, seat: 0 }]);
  const read = await ana.call('GET /api/v1/events/{id}/registration', { id });
  expect(read).toMatchObject({ ticket, tickets: [{ seat: 0, code: ticket }, { seat: 1 }] });
  expect((await ben.try('GET /api/v1/events/{id}/registration', { id })).status).toBe(404);
});

test('scans from two phones can arrive in any order: the earliest counts once, and later ones are reported as repeats', async () => {
  const [own = '', guest = ''] = await ticketsOf(world.ana, gala);
  const late = { clientId: newClientId(), ticket: own, at: at(-1), door: 'South' };
  expect(await scan(gala, [late])).toMatchObject([{ result: 'valid', uid: world.ana.uid }]);
  // The other phone scanned the same ticket earlier, and sends it later.
  const early = { clientId: newClientId(), ticket: own, at: at(-5), door: 'North' };
  expect(await scan(gala, [early, { ticket: guest, at: at(-4) }])).toMatchObject([
    { result: 'valid', firstDoor: 'North' },
    { result: 'valid', seat: 1 },
  ]);
  // Sent again, as by a phone that got no response.
  expect(await scan(gala, [late, early])).toMatchObject([
    { result: 'already_in', firstAt: at(-5), firstDoor: 'North' },
    { result: 'valid' },
  ]);
  const list = await world.admin.call('GET /api/v1/events/{id}/attendees', {
    id: gala,
    repeats: 'true' as never,
  });
  expect(list.items.map(({ uid }) => uid)).toEqual([world.ana.uid]);
  expect(list.items[0]).toMatchObject({
    status: 'attended',
    host: {
      entries: [
        { seat: 0, door: 'North', repeats: [{ door: 'South' }] },
        { seat: 1, repeats: [] },
      ],
    },
  });
  // A clock that is an hour ahead doesn't admit people in the future.
  const [ahead] = await scan(gala, [{ uid: world.ben.uid, at: at(60) }]);
  expect(ahead?.result).toBe('valid');
  expect(Date.parse(ahead?.firstAt ?? '')).toBeLessThanOrEqual(world.clock.now().getTime());
  expect(await scan(gala, [{ uid: world.ben.uid, at: at(1), undo: true }])).toMatchObject([
    { result: 'valid' },
  ]);
  expect((await world.ben.call('GET /api/v1/events/{id}', { id: gala })).mine?.status).toBe(
    'registered',
  );
});

test('[EVENT-01] a registration for a series is valid once on each date', async () => {
  const week = 7 * 24 * 60;
  const { id } = await make({
    title: 'Yoga',
    dateStart: at(-2 * week - 10),
    dateEnd: at(-2 * week + 50),
    rrule: 'FREQ=WEEKLY;COUNT=6',
    registration: 'event',
  });
  await world.ana.call('PUT /api/v1/events/{id}/registration', { id });
  const [ticket] = await ticketsOf(world.ana, id);
  const before = { ticket, at: at(-week), clientId: newClientId() };
  expect(await scan(id, [before])).toMatchObject([{ result: 'valid' }]);
  expect(await scan(id, [{ ticket, at: at(-week + 5) }])).toMatchObject([
    { result: 'already_in', firstAt: at(-week) },
  ]);
  // A week later, the same ticket is valid again, once.
  expect(await scan(id, [{ ticket }, { ticket, at: at(1) }, before])).toMatchObject([
    { result: 'valid', firstAt: at(0) },
    { result: 'already_in', firstAt: at(0) },
    { result: 'valid', firstAt: at(-week) },
  ]);
  const dates = async () => {
    const kit = await world.admin.call('GET /api/v1/events/{id}/check-in-kit', { id });
    expect(kit.times).toHaveLength(6);
    return kit.attendees[0]?.entries.map((one) =>
      kit.times.findIndex(({ occurrence }) => occurrence === one.occurrence),
    );
  };
  expect(await dates()).toHaveLength(2);
  // Undoing today’s admission keeps last week's.
  await scan(id, [{ ticket, at: at(2), undo: true }]);
  expect(await dates()).toHaveLength(1);
  expect((await world.ana.call('GET /api/v1/events/{id}', { id })).mine?.status).toBe('attended');
  const pasted = await world.admin.call('POST /api/v1/events/{id}/check-ins/paste', {
    id,
    text: world.ana.uid,
  } as never);
  expect(pasted).toMatchObject({ rows: [{ result: 'checked_in' }] });
});

test('check-in rejects forged tickets, revoked tickets, and tickets of other events', async () => {
  const other = await make({ title: 'Dinner' });
  await world.cy.call('PUT /api/v1/events/{id}/registration', { id: other.id });
  const [foreign = ''] = await ticketsOf(world.cy, other.id);
  const [own = ''] = await ticketsOf(world.ben, gala);
  const read = readTicket(own);
  if (read === undefined) throw new Error('no ticket');
  const forged = ticketText({ event: gala, ticket: read.ticket, seat: 1 }, read.signature);
  expect(
    await scan(gala, [
      { ticket: foreign },
      { ticket: forged },
      { ticket: 'HELLO' },
      { ticket: own },
    ]),
  ).toMatchObject([
    { result: 'wrong_event' },
    { result: 'unknown' },
    { result: 'unknown' },
    { result: 'valid' },
  ]);
  await scan(gala, [{ uid: world.ben.uid, undo: true }]);
  await world.ben.call('DELETE /api/v1/events/{id}/registration', { id: gala });
  expect(await scan(gala, [{ ticket: own }])).toMatchObject([{ result: 'revoked' }]);
  const kit = await world.admin.call('GET /api/v1/events/{id}/check-in-kit', { id: gala });
  expect(kit.revoked).toEqual([read.ticket]);
  const refused = await world.eve.try('POST /api/v1/events/{id}/check-ins', {
    id: gala,
    scans: [{ clientId: newClientId(), ticket: own, at: at(0) }],
  });
  expect(refused.status).toBe(404);
});

test('people check in with the current or previous code on the screen, and hosts check in a pasted list', async () => {
  const { id } = await make({ title: 'Seminar' });
  for (const who of [world.ana, world.ben])
    await who.call('PUT /api/v1/events/{id}/registration', { id });
  const codeOf = async () =>
    (await world.admin.call('GET /api/v1/events/{id}/self-check-in-code', { id })).code;
  const enter = (who: Person, code: string) =>
    who.try('POST /api/v1/events/{id}/self-check-in', { id, code });
  const before = await codeOf();
  expect(before).toMatch(/^\d{6}$/);
  world.clock.advance(20_000);
  expect(await codeOf()).not.toBe(before);
  expect((await enter(world.cy, before)).body).toMatchObject({ code: 'not_registered' });
  expect((await enter(world.ana, '000000')).body).toMatchObject({ code: 'self_check_in_code' });
  expect((await enter(world.ana, before)).body).toMatchObject({ status: 'attended' });
  world.clock.advance(40_000);
  expect((await enter(world.ben, before)).body).toMatchObject({ code: 'self_check_in_code' });

  const text = `${world.ana.email}\n%B${world.ben.uid}^BEN?;123?\n${world.cy.email.toUpperCase()}\nnobody`;
  const paste = (more: Record<string, unknown>) =>
    world.admin.call('POST /api/v1/events/{id}/check-ins/paste', { id, text, ...more });
  const results = (await paste({ isDry: true })).rows.map(({ result }) => result);
  expect(results).toEqual(['already_in', 'checked_in', 'not_registered', 'unknown']);
  const done = await paste({ addsWalkIns: true });
  expect(done.rows.map(({ result }) => result)).toEqual([
    'already_in',
    'checked_in',
    'walk_in',
    'unknown',
  ]);
  const { items, counts } = await world.admin.call('GET /api/v1/events/{id}/attendees', {
    id,
    status: 'attended',
  });
  expect(items).toHaveLength(3);
  expect(counts).toMatchObject({ attended: 3, registered: 0 });
  expect(items.find(({ uid }) => uid === world.cy.uid)?.host?.isWalkIn).toBe(true);
});

test('[EVENT-01] a pasted list finds people by ID number, typed or swiped, and ignores a number of two people', async () => {
  const { admin, ana, ben, cy } = world;
  const { id } = await make({ title: 'Lab tour' });
  for (const who of [ana, ben]) await who.call('PUT /api/v1/events/{id}/registration', { id });
  await world.sql(
    `insert into roster_users (school_id, sourced_id, user_id, identifier, is_ended) values ($1, 'r1', $2, 'S-0042', false),
      ($1, 'r2', $3, '900123456', false), ($1, 'r3', $4, '777001', false), ($1, 'r4', $5, '777001', false)`,
    [world.school, ana.uid, ben.uid, cy.uid, admin.uid],
  );
  const paste = async () =>
    (
      await admin.call('POST /api/v1/events/{id}/check-ins/paste', {
        id,
        text: 'S-0042\n%B900123456^CARD?;900123456=0?\n777001',
      })
    ).rows;
  const rows = await paste();
  expect(rows.map(({ result, person }) => [result, person?.uid])).toEqual([
    ['checked_in', ana.uid],
    ['checked_in', ben.uid],
    ['unknown', undefined],
  ]);
  // According to the rosters, no one has this card any longer.
  await world.sql(`update roster_users set is_ended = true where sourced_id = 'r1'`);
  expect((await paste()).map(({ result }) => result)).toEqual(['unknown', 'already_in', 'unknown']);
  // The number isn't in any list.
  const { items } = await admin.call('GET /api/v1/events/{id}/attendees', { id });
  expect(JSON.stringify(items)).not.toMatch(/S-0042|900123456/);
});

test('a pasted list doesn’t reveal whose hidden address or number it is, unless the person is a member or attendee', async () => {
  const club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Guessing',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  const [stranger, member, guest] = await Promise.all(
    ['guessed-one', 'guessed-two', 'guessed-three'].map((username) => world.join({ username })),
  );
  if (!stranger || !member || !guest) throw new Error('nobody');
  const people = [stranger, member, guest];
  for (const who of people) await who.call('PATCH /api/v1/privacy', { choices: { email: 'me' } });
  await member.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  for (const who of people)
    await world.sql(
      `insert into roster_users (school_id, sourced_id, user_id, identifier, is_ended) values ($1, $2, $3, $4, false)`,
      [world.school, `guess-${who.uid}`, who.uid, `88${who.uid.slice(-6)}`],
    );
  const { id } = await make({ title: 'Guessed', club });
  await guest.call('PUT /api/v1/events/{id}/registration', { id });
  const paste = async (more: object = {}) =>
    (
      await world.ben.call('POST /api/v1/events/{id}/check-ins/paste', {
        id,
        text: people.flatMap((who) => [who.email, `88${who.uid.slice(-6)}`, who.uid]).join('\n'),
        isDry: true,
        ...more,
      })
    ).rows.map(({ result, person }) => [result, person?.uid]);
  expect(await paste()).toEqual([
    ['unknown', undefined],
    ['unknown', undefined],
    ['not_registered', stranger.uid],
    ...Array.from({ length: 3 }, () => ['not_registered', member.uid]),
    ['checked_in', guest.uid],
    ['already_in', guest.uid],
    ['already_in', guest.uid],
  ]);
  // Not as walk-ins either. Each check is in the activity log.
  expect((await paste({ text: stranger.email, isDry: false, addsWalkIns: true }))[0]).toEqual([
    'unknown',
    undefined,
  ]);
  expect(
    await world.sql(
      `select from activity_log where kind = 'event_changed' and detail ->> 'act' = 'list_checked' and detail ->> 'event' = $1`,
      [id],
    ),
  ).toHaveLength(2);
  const many = Array.from({ length: 2_000 }, (_, nth) => `9${nth}`).join('\n');
  const statuses: number[] = [];
  for (let nth = 0; nth < 3; nth += 1)
    statuses.push(
      (
        await world.ben.try('POST /api/v1/events/{id}/check-ins/paste', {
          id,
          text: many,
          isDry: true,
        })
      ).status,
    );
  expect(statuses).toEqual([200, 200, 429]);
});

test('attending gives a member the club’s points once, even if the ticket is scanned again', async () => {
  const { admin, ana } = world;
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
  });
  await ana.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
  await admin.call('PATCH /api/v1/clubs/{id}/points/settings', {
    id: club.id,
    version: 0,
    points: { attended: 5 },
  });
  const { id } = await make({ title: 'Match', club: club.id });
  await ana.call('PUT /api/v1/events/{id}/registration', { id });
  const [ticket = ''] = await ticketsOf(ana, id);
  await scan(id, [{ ticket }]);
  await scan(id, [{ ticket }]);
  await admin.call('POST /api/v1/events/{id}/attendees', { id, uids: [ana.uid], act: 'absent' });
  await admin.call('POST /api/v1/events/{id}/attendees', { id, uids: [ana.uid], act: 'attended' });
  await world.app.jobs.settle();
  const points = await ana.call('GET /api/v1/clubs/{id}/points', { id: club.id });
  expect(points).toMatchObject({ balance: 5, items: [{ source: 'attended', points: 5 }] });
  // Undoing an admission reverses the points once, and coming again awards them again.
  const balance = async () => {
    await world.app.jobs.settle();
    const { balance: sum } = await ana.call('GET /api/v1/clubs/{id}/points', { id: club.id });
    return sum;
  };
  const mark = (act: 'attended' | 'absent') =>
    admin.call('POST /api/v1/events/{id}/attendees', { id, uids: [ana.uid], act });
  await mark('absent');
  expect(await balance()).toBe(0);
  await world.app.jobs.settle();
  await mark('attended');
  expect(await balance()).toBe(5);
  await scan(id, [{ ticket, undo: true }]);
  expect(await balance()).toBe(0);
  world.clock.advance(1_000);
  await scan(id, [{ ticket, at: world.clock.now().toISOString() }]);
  expect(await balance()).toBe(5);
  // Points that an officer reversed stay reversed.
  const { items } = await ana.call('GET /api/v1/clubs/{id}/points', { id: club.id });
  const line = items.find((one) => one.source === 'attended' && !one.isReversed)?.id ?? '';
  await admin.call('POST /api/v1/clubs/{id}/points/{line}/reversal', {
    id: club.id,
    line,
    reason: 'Left at once',
  });
  await mark('absent');
  await mark('attended');
  expect(await balance()).toBe(0);
});

test('attendees get the club’s survey once the event is over', async () => {
  const { admin, ana, cy } = world;
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Go',
    membership: 'open',
  });
  const survey = await admin.call('POST /api/v1/clubs/{id}/surveys', {
    id: club.id,
    clientId: newClientId(),
    title: 'How was it?',
  });
  const saved = await admin.call('PATCH /api/v1/surveys/{id}', {
    id: survey.id,
    version: survey.version,
    audience: 'school',
    definition: {
      questions: [
        {
          id: 'how',
          title: 'How was it?',
          help: '',
          isRequired: false,
          startsPage: false,
          conditions: [],
          kind: 'short',
        },
      ],
    },
  });
  await admin.call('POST /api/v1/surveys/{id}/publish', { id: survey.id, version: saved.version });
  const { id } = await make({ title: 'Lesson', club: club.id, feedback: survey.id });
  await ana.call('PUT /api/v1/events/{id}/registration', { id });
  const feedback = async (who: Person) =>
    (await who.call('GET /api/v1/events/{id}', { id })).feedback;
  expect(await feedback(ana)).toBeNull();
  await world.sql(
    `update event_starts set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day' where event_id = $1`,
    [id],
  );
  await world.sql(
    `update events set series = jsonb_set(series, '{start}', to_jsonb(to_char((series ->> 'start')::timestamp - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS'))) where id = $1`,
    [id],
  );
  await world.sql(
    `update event_starts s set original = e.series ->> 'start' from events e where e.id = s.event_id and e.id = $1`,
    [id],
  );
  expect(await feedback(ana)).toBe(survey.id);
  expect(await feedback(cy)).toBeNull();
  // A closed survey asks no one.
  await admin.call('POST /api/v1/surveys/{id}/close', { id: survey.id });
  expect(await feedback(ana)).toBeNull();
});

test('[EVENT-01] rescheduling or splitting a series keeps check-ins and gives no points twice', async () => {
  const { admin, ana } = world;
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Rowing',
    membership: 'open',
  });
  await ana.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
  await admin.call('PATCH /api/v1/clubs/{id}/points/settings', {
    id: club.id,
    version: 0,
    points: { attended: 5 },
  });
  const points = async () => {
    await world.app.jobs.settle();
    return ana.call('GET /api/v1/clubs/{id}/points', { id: club.id });
  };
  /** Moves the dates by an hour, from the second one on or all. Returns the event that they belong to. */
  const move = async (id: string, scope: 'following' | 'all', occurrence?: string) => {
    const settings = await admin.call('GET /api/v1/events/{id}/settings', {
      id,
      ...(occurrence !== undefined && { occurrence }),
    });
    const later = (time: string) => new Date(Date.parse(time) + 20 * 60_000).toISOString();
    return admin.call('PATCH /api/v1/events/{id}', {
      id,
      version: settings.version,
      scope,
      occurrence: settings.occurrence,
      dateStart: later(settings.dateStart),
      dateEnd: later(settings.dateEnd),
    });
  };
  const series = { club: club.id, rrule: 'FREQ=DAILY;COUNT=4', dateStart: at(-1_410) };
  const dates = { ...series, dateEnd: at(-1_350) };
  // Registered per date.
  const { id } = await make({ title: 'Training', ...dates });
  const { occurrence: second } = await admin.call('GET /api/v1/events/{id}', { id });
  await ana.call('PUT /api/v1/events/{id}/registration', { id, occurrence: second });
  const mark = (event: string, occurrence: string, act: 'attended' | 'absent') =>
    admin.call('POST /api/v1/events/{id}/attendees', {
      id: event,
      occurrence,
      uids: [ana.uid],
      act,
    });
  await mark(id, second, 'attended');
  expect(await points()).toMatchObject({ balance: 5 });
  const divided = await move(id, 'following', second);
  expect(divided.id).not.toBe(id);
  await mark(divided.id, divided.occurrence, 'absent');
  expect(await points()).toMatchObject({ balance: 0 });
  await mark(divided.id, divided.occurrence, 'attended');
  const { balance, items } = await points();
  expect(balance).toBe(5);
  // Points that an officer reversed stay reversed, even if the date's ID changes.
  await admin.call('POST /api/v1/clubs/{id}/points/{line}/reversal', {
    id: club.id,
    line: items.find((one) => one.source === 'attended' && !one.isReversed)?.id ?? '',
    reason: 'Left at once',
  });
  const all = await move(divided.id, 'all', divided.occurrence);
  await mark(all.id, all.occurrence, 'absent');
  await mark(all.id, all.occurrence, 'attended');
  expect(await points()).toMatchObject({ balance: 0 });
  // Registered for all dates: the scan of a date moves with it.
  const whole = await make({ title: 'Regatta', registration: 'event', ...dates });
  await ana.call('PUT /api/v1/events/{id}/registration', { id: whole.id });
  const [ticket = ''] = await ticketsOf(ana, whole.id);
  expect(await scan(whole.id, [{ ticket }])).toMatchObject([{ result: 'valid' }]);
  expect(await points()).toMatchObject({ balance: 5 });
  const { occurrence } = await admin.call('GET /api/v1/events/{id}', { id: whole.id });
  const part = await move(whole.id, 'following', occurrence);
  const [next = ''] = await ticketsOf(ana, part.id);
  expect(await scan(part.id, [{ ticket: next }])).toMatchObject([{ result: 'already_in' }]);
  const moved = await move(part.id, 'all', part.occurrence);
  expect(await scan(moved.id, [{ ticket: next }])).toMatchObject([{ result: 'already_in' }]);
  expect(await points()).toMatchObject({ balance: 5 });
});
