import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { davPhone, icsEvent, icsFile, personalPath } from '../../../../test/dav-phone.ts';
import { inWorld } from '../../../../test/world.ts';

const world = inWorld();
const { app, soon, compact, passwordOf, asksAs, itemsOf, simple } = davPhone(world);

describe('[CAL-02] writing by CalDAV', () => {
  test('refuses what can’t be stored, with the error that programs understand', async () => {
    const who = await world.join({ username: 'dav-errors' });
    const ask = await asksAs(who);
    const put = (name: string, body: string, headers: Record<string, string> = {}) =>
      ask('PUT', `${personalPath}${name}`, body, headers);
    const made = await put('a.ics', simple('a@phone'), { 'if-none-match': '*' });
    expect([
      made.status,
      (await put('a.ics', simple('a@phone'), { 'if-none-match': '*' })).status,
    ]).toEqual([201, 412]);
    expect((await put('a.ics', simple('a@phone'), { 'if-match': '"own-1-1"' })).status).toBe(412);
    expect((await put('none.ics', simple('n@phone'), { 'if-match': '*' })).status).toBe(412);
    const same = await put('b.ics', simple('a@phone'));
    expect([same.status, same.text]).toEqual([
      403,
      expect.stringContaining(`<c:no-uid-conflict><d:href>${personalPath}a.ics</d:href>`),
    ]);
    expect((await put('a.ics', simple('other@phone'))).text).toContain('<c:no-uid-conflict>');
    const web = await who.call('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: 'Web',
      timeZone: 'UTC',
      dateStart: `${soon(2)}T12:00`,
      dateEnd: `${soon(2)}T13:00`,
    });
    const written = await ask('GET', `${personalPath}own-${web.id}.ics`);
    expect((await put('c.ics', written.text)).text).toContain(`own-${web.id}.ics`);
    const lines = [`DTSTART:${compact(3, '100000')}Z`, 'SUMMARY:X'];
    const errors = [
      ['valid-calendar-data', 'nothing'],
      ['valid-calendar-data', simple('x').replace('END:VEVENT\r\n', '')],
      ['valid-calendar-data', simple('x').replace('SUMMARY:Dentist', 'no property')],
      ['valid-calendar-data', simple('x').replace(/DTSTART;TZID.*/, 'DTSTART:soon')],
      ['valid-calendar-data', icsFile(icsEvent('x', [...lines, 'RRULE:FREQ=SECONDLY']))],
      ['valid-calendar-data', icsFile(icsEvent('x', [...lines, 'RRULE:FREQ=DAILY;BYHOUR=1,2']))],
      [
        'valid-calendar-object-resource',
        icsFile([...icsEvent('x', lines), ...icsEvent('y', lines)]),
      ],
      ['valid-calendar-object-resource', icsFile(['BEGIN:VEVENT', ...lines, 'END:VEVENT'])],
      ['valid-calendar-object-resource', icsFile(icsEvent('x', lines), ['METHOD:REQUEST'])],
      ['supported-calendar-component', icsFile(['BEGIN:VTODO', 'UID:x', 'END:VTODO'])],
      ['max-resource-size', icsFile(icsEvent('x', [...lines, `X-LONG:${'x'.repeat(131_072)}`]))],
    ] as const;
    for (const [condition, body] of errors) {
      const answer = await put('x.ics', body);
      expect([answer.status, answer.text]).toEqual([
        403,
        expect.stringContaining(`<c:${condition}/>`),
      ]);
    }
    expect((await put('x.ics', '{}', { 'content-type': 'application/json' })).text).toContain(
      '<c:supported-calendar-data/>',
    );
    expect((await put('x%2Fy.ics', simple('x@phone'))).status).toBe(403);
    expect((await ask('DELETE', `${personalPath}x.ics`)).status).toBe(404);
    expect(
      (await ask('DELETE', `${personalPath}a.ics`, undefined, { 'if-match': '"x"' })).status,
    ).toBe(412);
    expect((await itemsOf(who, 1, 20)).map(({ title }) => title)).toEqual(['Web', 'Dentist']);
    // Limits: events, and the size of all of them.
    await world.sql(
      `insert into personal_events (school_id, user_id, title, series, first_at, last_at, created_at, updated_at, ics)
       select school_id, user_id, title, series, first_at, last_at, created_at, updated_at, repeat('x', 131000)
       from personal_events, generate_series(1, 128) where id = $1`,
      [web.id],
    );
    const full = await put('x.ics', simple('x@phone', 'y'.repeat(9_000)));
    expect([full.status, full.text]).toEqual([
      507,
      expect.stringContaining('<d:quota-not-exceeded/>'),
    ]);
    expect((await put('a.ics', simple('a@phone', 'Smaller'))).status).toBe(204);
    await world.sql(
      `insert into personal_events (school_id, user_id, title, series, first_at, last_at, created_at, updated_at)
       select school_id, user_id, title, series, first_at, last_at, created_at, updated_at
       from personal_events, generate_series(1, 4900) where id = $1`,
      [web.id],
    );
    expect((await put('y.ics', simple('y@phone'))).status).toBe(507);
  });

  test('refuses files that would take long to read, and components within an event', async () => {
    const who = await world.join({ username: 'dav-bounds' });
    const ask = await asksAs(who);
    const start = ['DTSTART;TZID=Europe/Berlin:20200106T100000', 'DURATION:PT1H', 'SUMMARY:X'];
    const ruled = (rule: string) => icsFile(icsEvent(rule, [...start, `RRULE:FREQ=${rule}`]));
    const zoned = (zone: string) =>
      icsFile(icsEvent('zone', [`DTSTART;TZID=${zone}:${compact(3, '100000')}`, 'SUMMARY:X']), [
        'BEGIN:VTIMEZONE',
        `TZID:${zone}`,
        'BEGIN:STANDARD',
        'TZOFFSETFROM:+0000',
        'TZOFFSETTO:+0000',
        'DTSTART:19700101T000000',
        'END:STANDARD',
        'END:VTIMEZONE',
      ]);
    const within = (...lines: string[]) => icsFile(icsEvent('within', [...start, ...lines]));
    const months = 'BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12';
    const refused = [
      ['valid-calendar-data', ruled('DAILY;COUNT=1001')],
      // Fifteen of these days would take sixty years.
      ['valid-calendar-data', ruled('DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=15')],
      ['valid-calendar-data', ruled('WEEKLY;BYMONTH=1;BYDAY=MO;COUNT=900')],
      ['valid-calendar-data', zoned('x'.repeat(256))],
      ['valid-calendar-data', simple('nul', 'A\0B')],
      [
        'valid-calendar-object-resource',
        within('BEGIN:VEVENT', 'UID:within', ...start, 'END:VEVENT'),
      ],
      [
        'valid-calendar-object-resource',
        within('BEGIN:X-BOX', 'BEGIN:VTODO', 'UID:y', 'END:VTODO', 'END:X-BOX'),
      ],
      ['valid-calendar-data', ruled(`DAILY;${months};COUNT=15000`)],
    ] as const;
    for (const [condition, body] of refused) {
      const { status, text } = await ask('PUT', `${personalPath}x.ics`, body);
      expect([status, text]).toEqual([403, expect.stringContaining(`<c:${condition}/>`)]);
    }
    // Another person has a budget of their own.
    const asks = await asksAs(await world.join({ username: 'dav-accepted' }));
    const accepted = [
      ruled('YEARLY;COUNT=90'),
      ruled('WEEKLY;COUNT=1000'),
      ruled('WEEKLY;BYMONTH=1;BYDAY=MO;COUNT=100'),
      ruled(`DAILY;${months}`),
      zoned('x'.repeat(255)),
      within(
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT5M',
        'BEGIN:VLOCATION',
        'UID:place',
        'END:VLOCATION',
        'END:VALARM',
        'BEGIN:X-BOX',
        'X-NOTE:1',
        'END:X-BOX',
      ),
    ];
    for (const [place, body] of accepted.entries())
      expect([body, (await asks('PUT', `${personalPath}a${place}.ics`, body)).status]).toEqual([
        body,
        201,
      ]);
  });

  test('limits the size of all files for edits in the web app, too', async () => {
    const who = await world.join({ username: 'dav-full' });
    const ask = await asksAs(who);
    const lines = [
      `DTSTART;TZID=Europe/Berlin:${compact(2, '100000')}`,
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'SUMMARY:Choir',
      `X-SCORE:${'x'.repeat(6_000)}`,
    ];
    const path = `${personalPath}choir.ics`;
    const put = await ask('PUT', path, icsFile(icsEvent('choir', lines)));
    expect(put.status).toBe(201);
    const [item] = await itemsOf(who, 1, 4);
    const id = item?.id ?? '';
    await world.sql(
      `insert into personal_events (school_id, user_id, title, series, first_at, last_at, created_at, updated_at, ics)
       select school_id, user_id, title, series, first_at, last_at, created_at, updated_at, repeat('x', 131000)
       from personal_events, generate_series(1, 128) where id = $1`,
      [id],
    );
    const edit = (scope: 'this' | 'following' | 'all', version: number) =>
      who.try('PATCH /api/v1/calendar/entries/{id}', {
        id,
        version,
        scope,
        occurrence: `${soon(16)}T10:00:00`,
        title: 'Concert',
      });
    for (const scope of ['this', 'following'] as const)
      expect(await edit(scope, 0)).toMatchObject({
        status: 409,
        body: { code: 'calendar_entries_too_large' },
      });
    expect(await ask('GET', path)).toMatchObject({ status: 200, etag: put.etag });
    // There is enough space for the same event with another title.
    expect((await edit('all', 0)).status).toBe(200);
    expect((await ask('GET', path)).text).toContain('SUMMARY:Concert');
    // Deleting is always possible.
    await who.call('DELETE /api/v1/calendar/entries/{id}', {
      id,
      version: 1,
      scope: 'this',
      occurrence: `${soon(16)}T10:00:00`,
    });
    expect((await ask('GET', path)).text).toContain('EXDATE;TZID=Europe/Berlin:');
  });

  test('lets nobody write elsewhere, with another password, or to another person’s calendar', async () => {
    const ask = await asksAs(world.cy);
    const reader = await asksAs(world.cy, 'read');
    const { items } = await world.cy.call('GET /api/v1/calendar/app-passwords', {});
    expect(items.map(({ access }) => access).toSorted()).toEqual(['read', 'write']);
    const made = await ask('PUT', `${personalPath}cy.ics`, simple('cy@phone', 'Cy’s'));
    expect(made.status).toBe(201);
    const refused = [
      await ask('PUT', '/dav/calendars/campus/x.ics', simple('x')),
      await ask('DELETE', '/dav/calendars/campus/event-1.ics'),
      await ask('DELETE', personalPath),
      await ask('PROPPATCH', personalPath, '<d:propertyupdate xmlns:d="DAV:"/>'),
      await ask('MKCALENDAR', '/dav/calendars/mine/'),
      await reader('PUT', `${personalPath}x.ics`, simple('x')),
      await reader('PUT', `${personalPath}cy.ics`, simple('cy@phone')),
      await reader('DELETE', `${personalPath}cy.ics`),
    ];
    for (const { status, text } of refused)
      expect([status, text]).toEqual([403, expect.stringContaining('<d:need-privileges>')]);
    // A password that can only read has one calendar with everything, as before.
    const propfind =
      '<d:propfind xmlns:d="DAV:"><d:prop><d:current-user-privilege-set/></d:prop></d:propfind>';
    const privileges = async (as: typeof ask) => {
      const { text } = await as('PROPFIND', '/dav/calendars/', propfind, { depth: '1' });
      return [...text.matchAll(/<d:href>([^<]*)<\/d:href>.*?(?=<\/d:response>)/g)].map(
        ([all, path]) => [path, /<d:write-content\/>.*<d:bind\/>.*<d:unbind\/>/.test(all)],
      );
    };
    expect(await privileges(ask)).toEqual([
      ['/dav/calendars/', false],
      ['/dav/calendars/campus/', false],
      [personalPath, true],
    ]);
    expect(await privileges(reader)).toEqual([
      ['/dav/calendars/', false],
      ['/dav/calendars/campus/', false],
    ]);
    const names = (text: string) => [...text.matchAll(/\/campus\/(\w+)-/g)].map(([, kind]) => kind);
    const listed = await reader('PROPFIND', '/dav/calendars/campus/', undefined, { depth: '1' });
    expect(names(listed.text)).toContain('own');
    const foreign = await ask('PROPFIND', '/dav/calendars/campus/', undefined, { depth: '1' });
    expect(names(foreign.text)).not.toContain('own');
    expect((await reader('GET', `${personalPath}cy.ics`)).status).toBe(404);
    // Others write to their own calendar under the same address, and can use the same UID.
    for (const other of [world.ben, world.eve]) {
      const asks = await asksAs(other);
      const host = other === world.eve ? { host: 'north.localhost' } : {};
      const got = await app().http.inject({
        method: 'GET',
        url: `${personalPath}cy.ics`,
        headers: { ...host, authorization: 'Basic x' },
      });
      expect(got.statusCode).toBe(401);
      if (other === world.eve) continue;
      expect((await asks('GET', `${personalPath}cy.ics`)).status).toBe(404);
      expect((await asks('DELETE', `${personalPath}cy.ics`)).status).toBe(404);
      expect((await asks('PUT', `${personalPath}cy.ics`, simple('cy@phone', 'Ben’s'))).status).toBe(
        201,
      );
    }
    expect((await ask('GET', `${personalPath}cy.ics`)).text).toContain('Cy’s');
    const eve = await passwordOf(world.eve);
    const strange = async (method: 'GET' | 'PUT' | 'DELETE', hostname: string) =>
      (
        await app().http.inject({
          method,
          url: `${personalPath}cy.ics`,
          headers: {
            host: hostname,
            authorization: `Basic ${Buffer.from(`${world.eve.email}:${eve}`).toString('base64')}`,
            ...(method === 'PUT' && { 'content-type': 'text/calendar' }),
          },
          ...(method === 'PUT' && { payload: simple('cy@phone', 'Eve’s') }),
        })
      ).statusCode;
    expect(await strange('PUT', 'localhost')).toBe(401);
    expect(await strange('DELETE', 'north.localhost')).toBe(404);
    expect(await strange('PUT', 'north.localhost')).toBe(201);
    expect((await ask('GET', `${personalPath}cy.ics`)).text).toContain('Cy’s');
  });
});
