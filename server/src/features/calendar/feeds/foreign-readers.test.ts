import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { installPrograms } from '../../../../test/debian-programs.ts';
import { inWorld } from '../../../../test/world.ts';

/*
 * Debian's calendar programs read our feed and our CalDAV. Part of `npm run soak`, which installs them if it can. Otherwise the tests are
 * skipped with a message.
 */

const run = promisify(execFile);
const isReady = await installPrograms(['khal', 'vdirsyncer', 'calcurse']);

/** Prints in the soak's output what a program has read. */
const report = (program: string, read: string): void => {
  process.stderr.write(`${program} read:\n${read.trimEnd()}\n`);
};

const world = inWorld();
const day = 86_400_000;
/** Noon of a day relative to the world's clock, because programs don't read the past. */
const date = (days: number): string =>
  new Date(world.clock.now().getTime() + days * day).toISOString().slice(0, 10);

describe.skipIf(!isReady)('[CAL-01] other calendar programs', () => {
  let app: App;
  let origin = '';
  let folder = '';
  beforeAll(async () => {
    app = await world.startAnother({});
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.http.server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    folder = await mkdtemp(join(tmpdir(), 'commons-readers-'));
    const add = (title: string, entry: Record<string, unknown>) =>
      world.ana.call('POST /api/v1/calendar/entries', {
        clientId: randomUUID(),
        title,
        timeZone: 'Europe/Berlin',
        ...entry,
      } as never);
    const series = (await add('Choir; weekly', {
      dateStart: `${date(7)}T18:00`,
      dateEnd: `${date(7)}T19:30`,
      // Unlike RFC 5545, calcurse 4.8 doesn't count canceled occurrences toward COUNT.
      rrule: `FREQ=WEEKLY;UNTIL=${date(29).replaceAll('-', '')}T000000Z`,
      alarm: 10,
    })) as { id: string };
    await world.ana.call('DELETE /api/v1/calendar/entries/{id}', {
      id: series.id,
      scope: 'this',
      occurrence: `${date(14)}T18:00:00`,
    });
    await add('Trip', { dateStart: date(3), dateEnd: date(4) });
    await add('Zoë’s café', { dateStart: `${date(5)}T09:15`, dateEnd: `${date(5)}T10:00` });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const environment = () => ({
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'Europe/Berlin',
  });
  const ask = async (program: string, ...args: string[]) =>
    (await run(program, args, { env: environment(), timeout: 60_000 })).stdout;

  test('calcurse reads all-day events, times in their zone and the weekly occurrences of a feed', async () => {
    const { url } = await world.ana.call('POST /api/v1/calendar/feeds', {
      name: 'calcurse',
      kinds: ['own'],
    });
    const file = join(folder, 'feed.ics');
    const answer = await fetch(`${origin}${new URL(url).pathname}`);
    expect(answer.status).toBe(200);
    await writeFile(file, await answer.text());
    const data = join(folder, 'calcurse');
    await mkdir(data);
    const said = await ask('calcurse', '-D', data, '-i', file);
    expect(said).toContain('2 apps / 1 event / 0 todos / 0 skipped');
    const shown = await ask(
      'calcurse',
      '-D',
      data,
      '-Q',
      '--input-datefmt',
      '4',
      '--from',
      date(0),
      '--days',
      '40',
    );
    report('calcurse', shown);
    expect(shown.match(/Choir; weekly/g)).toHaveLength(3);
    expect(shown).toContain('18:00 -> 19:30');
    expect(shown).toContain('Zoë’s café');
    expect(shown.match(/Trip/g)?.length).toBeGreaterThanOrEqual(1);
  });

  test('vdirsyncer syncs everything and later changes from CalDAV, and khal lists events at the right times', async () => {
    const { secret } = await world.ana.call('POST /api/v1/calendar/app-passwords', {
      name: 'vdirsyncer',
    });
    const local = join(folder, 'calendars');
    const config = join(folder, 'vdirsyncer.conf');
    await writeFile(
      config,
      `[general]
status_path = "${join(folder, 'status')}"
[pair campus]
a = "local"
b = "remote"
collections = ["campus"]
conflict_resolution = "b wins"
partial_sync = "ignore"
[storage local]
type = "filesystem"
path = "${local}"
fileext = ".ics"
[storage remote]
type = "caldav"
url = "${origin}/dav/"
username = "${world.ana.email}"
password = "${secret}"
read_only = true
`,
    );
    const sync = (...args: string[]) => ask('vdirsyncer', '-c', config, ...args);
    await mkdir(join(local, 'campus'), { recursive: true });
    await sync('discover');
    await sync('sync');
    const files = async () =>
      (await readdir(join(local, 'campus'))).filter((n) => n.endsWith('.ics'));
    expect(await files()).toHaveLength(3);
    const khal = join(folder, 'khal.conf');
    await writeFile(
      khal,
      `[calendars]
[[campus]]
path = ${join(local, 'campus')}
readonly = True
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
[sqlite]
path = ${join(folder, 'khal.db')}
`,
    );
    const list = () =>
      ask(
        'khal',
        '-c',
        khal,
        'list',
        '--format',
        '{start-time} {title}',
        '--day-format',
        '{date}',
        date(0),
        '40d',
      );
    const listed = await list();
    report('vdirsyncer and khal', listed);
    expect(listed.match(/18:00 Choir; weekly/g)).toHaveLength(3);
    expect(listed).toContain('09:15 Zoë’s café');
    expect(listed).toContain('Trip');
    const [first = ''] = await files();
    expect(await readFile(join(local, 'campus', first), 'utf8')).toContain('BEGIN:VCALENDAR');
    // One is added, and one is removed.
    await world.ana.call('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: 'Late',
      timeZone: 'Europe/Berlin',
      dateStart: `${date(6)}T20:00`,
      dateEnd: `${date(6)}T21:00`,
    });
    const { items } = await world.ana.call('GET /api/v1/calendar', {
      from: `${date(0)}T00:00:00Z`,
      to: `${date(30)}T00:00:00Z`,
      timeZone: 'Europe/Berlin',
    });
    const trip = items.find(({ title }) => title === 'Trip');
    await world.ana.call('DELETE /api/v1/calendar/entries/{id}', { id: trip?.id ?? '' });
    await sync('sync');
    const again = await list();
    expect(again).toContain('20:00 Late');
    expect(again).not.toContain('Trip');
  });
});
