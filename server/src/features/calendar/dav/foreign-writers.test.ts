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
 * Debian's khal and vdirsyncer change personal events by CalDAV. Part of `npm run soak`, which installs them if it can. Otherwise the
 * test is skipped with a message.
 */

const run = promisify(execFile);
const isReady = await installPrograms(['khal', 'vdirsyncer']);

const world = inWorld();
const date = (days: number): string =>
  new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe.skipIf(!isReady)('[CAL-02] programs that write', () => {
  let app: App;
  let origin = '';
  let folder = '';
  beforeAll(async () => {
    app = await world.startAnother({});
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.http.server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    folder = await mkdtemp(join(tmpdir(), 'commons-writers-'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (program: string, ...args: string[]) =>
    (
      await run(program, args, {
        env: {
          ...process.env,
          HOME: folder,
          XDG_CONFIG_HOME: join(folder, 'config'),
          XDG_DATA_HOME: join(folder, 'data'),
          LANG: 'C.UTF-8',
          LC_ALL: 'C.UTF-8',
          TZ: 'Europe/Berlin',
        },
        timeout: 60_000,
      })
    ).stdout;

  test('khal and the web app create, change and delete events, and vdirsyncer brings them to the same state', async () => {
    const { ana } = world;
    const { secret } = await ana.call('POST /api/v1/calendar/app-passwords', {
      name: 'vdirsyncer',
      access: 'write',
    });
    const local = join(folder, 'calendars', 'personal');
    await mkdir(local, { recursive: true });
    const config = join(folder, 'vdirsyncer.conf');
    await writeFile(
      config,
      `[general]
status_path = "${join(folder, 'status')}"
[pair campus]
a = "local"
b = "remote"
collections = ["personal"]
conflict_resolution = "a wins"
[storage local]
type = "filesystem"
path = "${join(folder, 'calendars')}"
fileext = ".ics"
[storage remote]
type = "caldav"
url = "${origin}/dav/"
username = "${ana.email}"
password = "${secret}"
`,
    );
    const khalConfig = join(folder, 'khal.conf');
    await writeFile(
      khalConfig,
      `[calendars]
[[personal]]
path = ${local}
[default]
default_calendar = personal
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
    const vdirsyncer = (...args: string[]) => ask('vdirsyncer', '-c', config, ...args);
    const khal = (...args: string[]) => ask('khal', '-c', khalConfig, ...args);
    const listed = async () =>
      [
        ...(
          await khal(
            'list',
            '--format',
            '{start-date-long}T{start-time} {title}',
            '--day-format',
            '',
            date(0),
            '60d',
          )
        ).matchAll(/^\d{4}-\d\d-\d\dT\d\d:\d\d .*$/gm),
      ]
        .map(([line]) => line.trim())
        .toSorted();
    /** The same list from the web app. */
    const inBerlin = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const shown = async () => {
      const { items } = await ana.call('GET /api/v1/calendar', {
        from: `${date(0)}T00:00:00+01:00`,
        to: `${date(60)}T00:00:00+01:00`,
        timeZone: 'Europe/Berlin',
      });
      return items
        .filter(({ kind }) => kind === 'own')
        .map(
          ({ dateStart, title }) =>
            `${inBerlin.format(new Date(dateStart)).replace(' ', 'T')} ${title}`,
        )
        .toSorted();
    };
    const agree = async (count: number) => {
      await vdirsyncer('sync');
      const [here, there] = [await listed(), await shown()];
      expect(here).toEqual(there);
      expect(here).toHaveLength(count);
    };
    await vdirsyncer('discover');
    await khal(
      'new',
      date(5),
      '18:00',
      '19:30',
      'Choir',
      '::',
      'Bring the notes',
      '--repeat',
      'weekly',
      '--until',
      date(27),
      '--alarms',
      '15m',
      '--categories',
      'Music',
    );
    await khal('new', date(6), '09:15', '10:00', 'Zoë’s café', '--location', 'Café; corner');
    const web = await ana.call('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: 'From the web',
      timeZone: 'Europe/Berlin',
      dateStart: `${date(8)}T12:00`,
      dateEnd: `${date(8)}T13:00`,
    });
    await agree(6);
    // The web app changes one event and one date of another, and khal's own data stays.
    const { items } = await ana.call('GET /api/v1/calendar', {
      from: `${date(0)}T00:00:00Z`,
      to: `${date(30)}T00:00:00Z`,
    });
    const choir = items.filter(({ title }) => title === 'Choir');
    const entry = await ana.call('GET /api/v1/calendar/entries/{id}', { id: choir[0]?.id ?? '' });
    expect(entry).toMatchObject({ alarm: 15, note: 'Bring the notes' });
    const moved = await ana.call('PATCH /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: entry.version,
      scope: 'this',
      occurrence: choir[1]?.occurrence ?? '',
      dateStart: `${date(13)}T20:00`,
      dateEnd: `${date(13)}T21:00`,
    });
    await ana.call('DELETE /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: moved.version,
      scope: 'this',
      occurrence: choir[2]?.occurrence ?? '',
    });
    await agree(5);
    const files = async () =>
      Promise.all((await readdir(local)).map((name) => readFile(join(local, name), 'utf8')));
    expect((await files()).find((text) => text.includes('Choir'))).toContain('CATEGORIES:Music');
    // A program changes the web app's event and its own, and deletes a third one.
    for (const name of await readdir(local)) {
      const path = join(local, name);
      const text = await readFile(path, 'utf8');
      if (text.includes('From the web'))
        await writeFile(path, text.replace('SUMMARY:From the web', 'SUMMARY:From khal'));
      if (text.includes('café')) await rm(path);
    }
    await agree(4);
    expect(await ana.call('GET /api/v1/calendar/entries/{id}', { id: web.id })).toMatchObject({
      title: 'From khal',
    });
    await ana.call('DELETE /api/v1/calendar/entries/{id}', { id: entry.id });
    await agree(1);
    expect(await files()).toHaveLength(1);
  });
});
