import { randomUUID } from 'node:crypto';
import { createDAVClient, type DAVCalendar } from 'tsdav';
import { describe, expect, test } from 'vitest';
import { berlin, davPhone, icsEvent, icsFile, personalPath } from '../../../../test/dav-phone.ts';
import { inWorld } from '../../../../test/world.ts';
import { icsOccurrences } from '../../../kernel/time/ics-occurrences.ts';

const world = inWorld();
const { origin, soon, compact, passwordOf, asksAs, itemsOf, simple } = davPhone(world);

const clientOf = (username: string, password: string) =>
  createDAVClient({
    serverUrl: origin(),
    credentials: { username, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  });

/** A weekly series with everything that phones write. */
const choir = (uid: string) =>
  icsFile([
    ...icsEvent(uid, [
      `DTSTART;TZID=Europe/Berlin:${compact(7, '180000')}`,
      `DTEND;TZID=Europe/Berlin:${compact(7, '193000')}`,
      'RRULE:FREQ=WEEKLY;COUNT=5',
      `EXDATE;TZID=Europe/Berlin:${compact(14, '180000')}`,
      `RDATE;TZID=Europe/Berlin:${compact(10, '180000')}`,
      'SUMMARY:Choir',
      'LOCATION:Hall\\, first floor',
      'DESCRIPTION:Bring the notes.',
      'CATEGORIES:Music,Fun',
      'ATTACH;FMTTYPE=application/pdf:https://example.com/notes.pdf',
      'X-PHONE-MOOD;X-LEVEL="a;b":happy\\, mostly',
      'SEQUENCE:3',
      'BEGIN:VALARM',
      'ACTION:EMAIL',
      'TRIGGER:-P1D',
      'SUMMARY:Tomorrow',
      'DESCRIPTION:Choir',
      'ATTENDEE:mailto:me@example.com',
      'END:VALARM',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER;RELATED=START:-PT15M',
      'DESCRIPTION:Choir',
      'X-WR-ALARMUID:one',
      'END:VALARM',
    ]),
    ...icsEvent(uid, [
      `RECURRENCE-ID;TZID=Europe/Berlin:${compact(21, '180000')}`,
      `DTSTART;TZID=Europe/Berlin:${compact(22, '200000')}`,
      `DTEND;TZID=Europe/Berlin:${compact(22, '210000')}`,
      'SUMMARY:Concert',
      'X-PHONE-MOOD:nervous',
    ]),
    ...icsEvent(uid, [
      `RECURRENCE-ID;TZID=Europe/Berlin:${compact(28, '180000')}`,
      `DTSTART;TZID=Europe/Berlin:${compact(28, '180000')}`,
      `DTEND;TZID=Europe/Berlin:${compact(28, '193000')}`,
      'SUMMARY:Choir',
      'STATUS:CANCELLED',
    ]),
  ]);
const unfolded = (text: string) => text.replace(/\r\n /g, '').split('\r\n');

describe('[CAL-02] writing by CalDAV', () => {
  test('a calendar app edits personal events in both directions, and agrees with the web app', async () => {
    const who = await world.join({ username: 'dav-writer' });
    const client = await clientOf(who.email, await passwordOf(who));
    const calendars = await client.fetchCalendars();
    expect(calendars.map(({ url, displayName }) => [new URL(url).pathname, displayName])).toEqual([
      ['/dav/calendars/campus/', 'Demo University'],
      [personalPath, 'Personal'],
    ]);
    const [, own] = calendars as [DAVCalendar, DAVCalendar];
    const made = await client.createCalendarObject({
      calendar: own,
      iCalString: simple('one@phone'),
      filename: 'one.ics',
    });
    expect(made.status).toBe(201);
    const [item] = await itemsOf(who, 8, 11);
    expect(item).toMatchObject({
      title: 'Dentist',
      timeZone: 'Europe/Berlin',
      occurrence: null,
      isAllDay: false,
    });
    // The web app changes it, and the app syncs.
    const entry = await who.call('GET /api/v1/calendar/entries/{id}', { id: item?.id ?? '' });
    await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: entry.version,
      title: 'Dentist, again',
    });
    const web = await who.call('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: 'From the web',
      timeZone: 'Europe/Berlin',
      dateStart: `${soon(9)}T12:00`,
      dateEnd: `${soon(9)}T13:00`,
      alarm: 10,
    });
    const objects = await client.fetchCalendarObjects({ calendar: own });
    const found = (text: string) => objects.find(({ data }) => String(data).includes(text));
    expect(objects).toHaveLength(2);
    expect(String(found('SUMMARY:Dentist\\, again')?.url)).toContain(`${personalPath}one.ics`);
    const other = found('From the web');
    expect(String(other?.url)).toContain(`${personalPath}own-${web.id}.ics`);
    // The app changes both; each keeps its UID and name.
    const states: number[] = [];
    for (const object of objects) {
      const data = String(object.data)
        .replace(/SUMMARY:.*/, 'SUMMARY:Changed')
        .replace('END:VEVENT', 'X-PHONE:kept\r\nEND:VEVENT');
      const { status } = await client.updateCalendarObject({
        calendarObject: { ...object, data },
      });
      states.push(status);
    }
    expect(states).toEqual([204, 204]);
    expect((await itemsOf(who, 8, 11)).map(({ title }) => title)).toEqual(['Changed', 'Changed']);
    // A stale ETag doesn't overwrite the change.
    const stale = await client.updateCalendarObject({
      calendarObject: { url: other?.url ?? '', etag: other?.etag ?? '', data: other?.data },
    });
    expect(stale.status).toBe(412);
    // Sync: a new event, a change in the web app and a removal.
    const sync = (syncToken: string) =>
      client.syncCollection({
        url: own.url,
        props: { 'd:getetag': {} },
        syncLevel: 1,
        syncToken,
      });
    const first = await sync('');
    const token = String(first[0]?.raw.multistatus.syncToken);
    await who.call('DELETE /api/v1/calendar/entries/{id}', { id: web.id });
    await client.createCalendarObject({
      calendar: own,
      iCalString: simple('two@phone'),
      filename: 'two.ics',
    });
    const changes = await sync(token);
    expect(changes.map(({ href, status }) => [href?.split('/').at(-1), status]).toSorted()).toEqual(
      [
        [`own-${web.id}.ics`, 404],
        ['two.ics', 207],
      ],
    );
    const current = (await client.fetchCalendarObjects({ calendar: own })).find(({ url }) =>
      url.endsWith('one.ics'),
    );
    expect(String(current?.data)).toContain('X-PHONE:kept');
    const gone = await client.deleteCalendarObject({
      calendarObject: { url: current?.url ?? '', etag: current?.etag ?? '' },
    });
    expect(gone.status).toBe(204);
    expect((await itemsOf(who, 8, 11)).map(({ title }) => title)).toEqual(['Dentist']);
    expect((await client.fetchCalendarObjects({ calendar: own })).length).toBe(1);
  });

  test('returns a series as it was sent, and keeps unknown parts when the web app changes it', async () => {
    const who = await world.join({ username: 'dav-choir' });
    const ask = await asksAs(who);
    const path = `${personalPath}${encodeURIComponent('Chor ü@1.ics')}`;
    const put = await ask('PUT', path, choir('choir@phone'), { 'if-none-match': '*' });
    expect(put.status).toBe(201);
    const got = await ask('GET', path);
    expect([got.text, got.etag]).toEqual([choir('choir@phone'), put.etag]);
    const multi = await ask(
      'REPORT',
      personalPath,
      `<c:calendar-multiget xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${path}</d:href><d:href>${personalPath}none.ics</d:href></c:calendar-multiget>`,
    );
    expect(multi.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
    expect(multi.text).toContain('X-PHONE-MOOD;X-LEVEL=&#34;a;b&#34;:happy');

    const items = await itemsOf(who, 1, 50);
    expect(
      items.map(({ title, dateStart, isCanceled }) => [title, dateStart.slice(0, 10), isCanceled]),
    ).toEqual([
      ['Choir', soon(7), false],
      ['Choir', soon(10), false],
      ['Concert', soon(22), false],
      ['Choir', soon(28), true],
      ['Choir', soon(35), false],
    ]);
    const id = items[0]?.id ?? '';
    const entry = await who.call('GET /api/v1/calendar/entries/{id}', { id });
    expect(entry).toMatchObject({
      title: 'Choir',
      location: 'Hall, first floor',
      note: 'Bring the notes.',
      alarm: 15,
      rrule: 'FREQ=WEEKLY;COUNT=5',
      isSeries: true,
    });
    // Texts and the alert of the series.
    const changed = await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id,
      version: entry.version,
      title: 'Band',
      alarm: 30,
    });
    const after = await ask('GET', path);
    expect(after.etag).not.toBe(put.etag);
    const kept = (text: string) =>
      unfolded(text).filter((line) => !/^(?:SUMMARY|SEQUENCE|DTSTAMP|LAST-MOD|TRIGGER)/.test(line));
    expect(kept(after.text)).toEqual(kept(choir('choir@phone')));
    expect(unfolded(after.text).filter((line) => line.startsWith('SUMMARY'))).toEqual([
      'SUMMARY:Band',
      'SUMMARY:Tomorrow',
      'SUMMARY:Concert',
      'SUMMARY:Band',
    ]);
    expect(unfolded(after.text).filter((line) => line.startsWith('TRIGGER'))).toEqual([
      'TRIGGER:-P1D',
      'TRIGGER:-PT30M',
    ]);
    // One date is moved, another deleted, the additional date too.
    const edit = async (change: Record<string, unknown>, version: number) =>
      who.call('PATCH /api/v1/calendar/entries/{id}', { id, version, ...change });
    const moved = await edit(
      {
        scope: 'this',
        occurrence: `${soon(35)}T18:00:00`,
        dateStart: `${soon(36)}T18:00`,
        dateEnd: `${soon(36)}T19:00`,
      },
      changed.version,
    );
    await who.call('DELETE /api/v1/calendar/entries/{id}', {
      id,
      version: moved.version,
      scope: 'this',
      occurrence: `${soon(10)}T18:00:00`,
    });
    const dates = async () => (await itemsOf(who, 1, 60)).map((one) => one.dateStart.slice(0, 10));
    expect(await dates()).toEqual([soon(7), soon(22), soon(28), soon(36)]);
    const edited = await ask('GET', path);
    const occurrences = (text: string) =>
      icsOccurrences(text, soon(0), soon(60)).map(([, start]) => start.slice(0, 10));
    expect(occurrences(edited.text)).toEqual([soon(7), soon(22), soon(28), soon(36)]);
    expect(edited.text).toContain('X-PHONE-MOOD:nervous');
    expect(edited.text.match(/X-PHONE-MOOD;X-LEVEL/g)).toHaveLength(2);
    // The whole series an hour later: the phone sees the same dates as the web app.
    const now = await who.call('GET /api/v1/calendar/entries/{id}', { id });
    await edit(
      {
        occurrence: `${soon(7)}T18:00:00`,
        dateStart: `${soon(7)}T19:00`,
        dateEnd: `${soon(7)}T20:30`,
      },
      now.version,
    );
    const later = await ask('GET', path);
    const starts = icsOccurrences(later.text, soon(0), soon(60)).map(([, start]) => start);
    expect((await itemsOf(who, 1, 60)).map((one) => new Date(one.dateStart).toISOString())).toEqual(
      starts.map((start) => new Date(start).toISOString()),
    );
    expect(later.text).toContain(`DTSTART;TZID=Europe/Berlin:${compact(7, '190000')}`);
    expect(later.text).toContain(`RECURRENCE-ID;TZID=Europe/Berlin:${compact(21, '190000')}`);
    // A date with another title becomes an event of its own, with what the phone had stored.
    const last = await who.call('GET /api/v1/calendar/entries/{id}', { id });
    const split = await edit(
      { scope: 'this', occurrence: `${soon(21)}T19:00:00`, title: 'Big concert' },
      last.version,
    );
    const single = await ask('GET', `${personalPath}own-${split.id}.ics`);
    expect(single.text).toContain('SUMMARY:Big concert');
    expect(single.text).toContain('X-PHONE-MOOD:nervous');
    expect(single.text.split('BEGIN:VEVENT')[1]).not.toMatch(/RRULE|RECURRENCE-ID|choir@phone/);
    expect((await itemsOf(who, 20, 24)).map(({ title }) => title)).toEqual(['Big concert']);
    // What the phone then sends replaces all of it.
    const back = await ask('PUT', path, choir('choir@phone'), {
      'if-match': (await ask('GET', path)).etag ?? '',
    });
    expect(back.status).toBe(204);
    expect((await ask('GET', path)).text).toBe(choir('choir@phone'));
  });

  test('shows events that the web app can’t create, and splits a series', async () => {
    const who = await world.join({ username: 'dav-strange' });
    const ask = await asksAs(who);
    const store = async (name: string, lines: readonly string[], zones: readonly string[] = []) =>
      (
        await ask(
          'PUT',
          `${personalPath}${name}.ics`,
          icsFile(icsEvent(`${name}@phone`, lines), zones),
        )
      ).status;
    const birthday = `${soon(9).replaceAll('-', '').slice(4)}`;
    expect(
      await store('birthday', [
        `DTSTART;VALUE=DATE:1990${birthday}`,
        'RRULE:FREQ=YEARLY',
        'SUMMARY:Birthday',
        'TRANSP:TRANSPARENT',
      ]),
    ).toBe(201);
    expect(
      await store('floating', [
        `DTSTART:${compact(9, '090000')}`,
        'DURATION:PT1H',
        'STATUS:TENTATIVE',
        'SUMMARY:Run',
      ]),
    ).toBe(201);
    expect(
      await store(
        'odd',
        [`DTSTART;TZID=Custom:${compact(9, '120000')}`, 'DURATION:PT30M', 'SUMMARY:Odd'],
        berlin.map((line) =>
          line.replace('Europe/Berlin', 'Custom').replace(/^(TZOFFSET.*)00$/, '$110'),
        ),
      ),
    ).toBe(201);
    expect(await store('untitled', [`DTSTART:${compact(9, '150000')}Z`])).toBe(201);
    const items = await itemsOf(who, 8, 11);
    expect(items.map(({ title, isAllDay, isTentative }) => [title, isAllDay, isTentative])).toEqual(
      [
        ['Birthday', true, false],
        ['Run', false, true],
        ['Odd', false, false],
        ['–', false, false],
      ],
    );
    const { items: busy } = await who.call('GET /api/v1/calendar/busy', {
      from: `${soon(8)}T00:00:00Z`,
      to: `${soon(11)}T00:00:00Z`,
    });
    expect(busy).toHaveLength(2);
    const born = await who.call('GET /api/v1/calendar/entries/{id}', { id: items[0]?.id ?? '' });
    await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: born.id,
      version: born.version,
      note: 'Cake',
    });
    expect((await ask('GET', `${personalPath}birthday.ics`)).text).toContain('DESCRIPTION:Cake');
    // Everything from the third date on becomes another series.
    await ask(
      'PUT',
      `${personalPath}weekly.ics`,
      icsFile(
        icsEvent('weekly@phone', [
          `DTSTART;TZID=Europe/Berlin:${compact(20, '080000')}`,
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'SUMMARY:Weekly',
          'X-PHONE:yes',
        ]),
      ),
    );
    const [weekly] = (await itemsOf(who, 19, 22)).filter(({ title }) => title === 'Weekly');
    const added = await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: weekly?.id ?? '',
      version: 0,
      scope: 'following',
      occurrence: `${soon(34)}T08:00:00`,
      title: 'Later',
    });
    const [before, after] = await Promise.all(
      ['weekly', `own-${added.id}`].map((name) => ask('GET', `${personalPath}${name}.ics`)),
    );
    const starts = (text = '') =>
      icsOccurrences(text, soon(0), soon(60)).map(([, start]) => start.slice(0, 10));
    expect(starts(before?.text)).toEqual([soon(20), soon(27)]);
    expect(starts(after?.text)).toEqual([soon(34), soon(41)]);
    expect([before, after].map((one) => one?.text.includes('X-PHONE:yes'))).toEqual([true, true]);
    expect(after?.text).not.toContain('weekly@phone');
  });

  test('keeps long notes, removes all alerts, and takes TRANSP from phones', async () => {
    const who = await world.join({ username: 'dav-long' });
    const ask = await asksAs(who);
    const path = `${personalPath}long.ics`;
    const note = Array.from({ length: 1_000 }, (_, index) => `line${index}`).join(' ');
    const alarm = (trigger: string) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:${trigger}`,
      'DESCRIPTION:Soon',
      'END:VALARM',
    ];
    const put = await ask(
      'PUT',
      path,
      icsFile(
        icsEvent('long@phone', [
          `DTSTART;TZID=Europe/Berlin:${compact(9, '100000')}`,
          'DURATION:PT1H',
          'SUMMARY:Long',
          `DESCRIPTION:${note}`,
          'TRANSP:OPAQUE',
          'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
          ...alarm('-PT15M'),
          ...alarm('-PT30M'),
        ]),
      ),
    );
    expect(put.status).toBe(201);
    const [item] = await itemsOf(who, 8, 11);
    const entry = await who.call('GET /api/v1/calendar/entries/{id}', { id: item?.id ?? '' });
    expect(entry).toMatchObject({ isFree: false, alarm: 15 });
    const shown = entry.note ?? '';
    expect(shown.length).toBeLessThanOrEqual(2_000);
    // People change the beginning of the note, so the part that the web app doesn't show stays.
    const changed = await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: entry.version,
      note: shown.replace('line0 ', ''),
      alarm: null,
    });
    expect(changed).toMatchObject({ alarm: null });
    const after = await ask('GET', path);
    expect(unfolded(after.text)).toContain(`DESCRIPTION:${note.replace('line0 ', '')}`);
    expect(after.text).not.toContain('VALARM');
    // A new note replaces the whole note.
    await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: changed.version,
      note: 'Short',
    });
    const short = await ask('GET', path);
    expect(unfolded(short.text)).toContain('DESCRIPTION:Short');
    // Only REPORT returns files.
    const found = await ask(
      'PROPFIND',
      personalPath,
      '<d:propfind xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/><c:calendar-data/></d:prop></d:propfind>',
    );
    expect(found.text).toContain('long.ics');
    expect(found.text).not.toContain('BEGIN:VCALENDAR');
  });
});
