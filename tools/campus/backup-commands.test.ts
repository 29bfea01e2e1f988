import { cp, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dropDatabase } from '../../server/test/drop-database.ts';
import { backUp, restore } from '#server/features/backups/backup-restore.ts';
import type { Manifest } from '#server/features/backups/backups.rules.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { schoolId } from '#server/kernel/ids.ts';
import { knownMigrations, migrate } from '#server/kernel/database/migrate.ts';
import { createRelease } from '../../server/test/release-0-1.ts';
import { inCampus } from './in-campus.ts';

const source = inCampus();
const target = inCampus();
const newer = inCampus();
let folder = '';
let reported = '';

const at = (name: string) => join(folder, name);
const manifestOf = async (name: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(at(name), 'manifest.json'), 'utf8')) as Manifest;
/** Returns the rows of a backup with their digests, without those that any command may write. */
const rowsOf = ({ tables }: Manifest) => tables.filter(({ table }) => table !== 'installation');

const people = 'username,email,firstName,lastName,bio,interests\n';
const person = (n: number) =>
  `p${n},p${n}@backup.test,"Ann${n}","O""Brien, ${n % 2 === 0 ? 'née\nMüller' : '王伟'}",<p>Line ${n}</p>,"Tea|Chess"\n`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-backup-'));
  for (const code of ['north', 'south']) {
    await source.campus(['school', 'add', code, '--name', `${code} College`]);
    if (code === 'south') continue;
    await writeFile(
      at('people.csv'),
      people + Array.from({ length: 40 }, (_, n) => person(n)).join(''),
    );
    await writeFile(
      at('connections.csv'),
      'a,b,status,requestedAt,acceptedAt\np1,p2,connected,2026-01-02T00:00:00Z,2026-01-03T00:00:00Z\np3,p1,pending,,\n',
    );
    const read = await source.campus(['import', folder, '--school', code]);
    if (read.code !== 0) throw new Error(read.err + read.out);
  }
  await source.campus([
    'person',
    'add',
    '--school',
    'north',
    '--email',
    'ada@backup.test',
    '--first',
    'Ada',
    '--admin',
  ]);
  reported = (await source.campus(['backup', at('first')])).out;
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('backups', () => {
  test("a backup counts each school's rows separately and lists the migrations", async () => {
    expect(reported).toMatch(/^[\d,]+ rows and 0 files in /);
    const { tables, migrations } = await manifestOf('first');
    expect(migrations).toEqual(await knownMigrations());
    const users = tables.filter(({ table }) => table === 'users');
    expect(users.map(({ rows }) => rows)).toEqual([41, 0]);
    expect(tables.filter(({ table }) => table === 'connections').map(({ rows }) => rows)).toEqual([
      2, 0,
    ]);
  });

  test('a restored backup has the same rows, and row-level security, triggers and sequences work', async () => {
    const restored = await target.campus(['restore', at('first')]);
    expect([restored.code, restored.err]).toEqual([0, expect.stringContaining('rows …')]);
    expect(restored.out).toMatch(/^[\d,]+ rows and 0 files of \d{4}-\d\d-\d\d are restored, in /);
    await target.campus(['backup', at('second')]);
    const [first, second] = [await manifestOf('first'), await manifestOf('second')];
    expect(rowsOf(second)).toEqual(rowsOf(first));
    // Row-level security, triggers and sequences work: a new person is indexed, and the import can be undone.
    await target.campus([
      'person',
      'add',
      '--school',
      'south',
      '--email',
      'new@backup.test',
      '--first',
      'Nova',
      '--last',
      'Newcomer',
    ]);
    expect(
      await target.stored(
        'south',
        `select count(*)::int as n from user_words where word = 'newcomer'`,
      ),
    ).toEqual([{ n: 1 }]);
    expect(
      await target.stored(
        'south',
        `select bool_and(relforcerowsecurity) as forced from pg_class where relrowsecurity`,
      ),
    ).toEqual([{ forced: true }]);
    expect(await target.stored('north', 'select id::int from imports')).toEqual([{ id: 1 }]);
  });

  test(
    'an operator can restore a backup of a converted installation with another column order',
    { tags: 'soak' },
    async () => {
      const secret = `election-${'0a'.repeat(16)}`;
      const converted = `${inject('templateName')}_converted`;
      const onAdmin = (text: string) =>
        newer.onClient(inject('adminUrl'), (client) => client.query(text));
      await onAdmin(`create database ${converted} template template0 encoding 'UTF8'`);
      const convertedUrl = new URL(newer.database);
      convertedUrl.pathname = `/${converted}`;
      await createRelease(convertedUrl.href);
      await migrate({ url: convertedUrl.href });
      const options = {
        files: folderFiles(at('files'), Buffer.alloc(32)),
        folder: at('converted'),
        now: new Date(),
      };
      const from = openPool({ url: convertedUrl.href, max: 4 });
      await newer.onClient(convertedUrl.href, (client) =>
        client.query(
          `set commons.school_id = '1'; insert into schools (code, name) values ('old', 'Old'); insert into school_hosts (host, school_id) values ('old', 1);
        insert into elections (school_id, title, time_zone, opens_at, closes_at, client_id, created_at, state, voters, secret_name)
          values (1, 'Board', 'UTC', now(), now() + interval '1 day', gen_random_uuid(), now(), 'voting', 5, '${secret}');
        insert into encrypted_ballots (school_id, election_id, number, ballot) select 1, id, sha256('voter'), 'encrypted' from elections`,
        ),
      );
      await options.files.putSecret(schoolId(1), secret, Buffer.from('the key of the ballots'));
      const { migrations } = await backUp({ ...options, pool: from });
      expect(migrations).toEqual(await knownMigrations());
      await from.close();
      await dropDatabase(onAdmin, converted);
      const url = newer.database.href;
      const pool = openPool({ url, max: 4 });
      await restore({ ...options, pool, url });
      await pool.close();
      expect(await newer.stored('old', 'select name, code from schools')).toEqual([
        { name: 'Old', code: 'old' },
      ]);
      // The key of an open election is in no backup, and later ballots would be missing, so the election is canceled with a reason.
      expect(await readdir(at('converted'), { recursive: true })).not.toContainEqual(
        expect.stringContaining(secret),
      );
      expect(
        await newer.stored('old', 'select state, secret_name, cancellation_reason from elections'),
      ).toEqual([
        {
          state: 'canceled',
          secret_name: null,
          cancellation_reason: expect.stringContaining('backup') as string,
        },
      ]);
      expect(await newer.stored('old', 'select from encrypted_ballots')).toEqual([]);
    },
  );
});

describe('commands that fail in one sentence', () => {
  const fresh = inCampus();
  const attempt = async (name: string) => {
    const pool = openPool({ url: fresh.database.href, max: 4 });
    try {
      const files = folderFiles(at('files'), Buffer.alloc(32));
      await restore({ pool, files, url: fresh.database.href, folder: at(name), now: new Date() });
      return 'restored';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await pool.close();
    }
  };
  const nothing = async () =>
    expect(
      await fresh.onClient(fresh.database.href, (client) =>
        client.query('select from school_hosts'),
      ),
    ).toMatchObject({ rowCount: 0 });
  const copied = (name: string) => cp(at('first'), at(name), { recursive: true });

  test('"restore" rejects a folder without a backup and a database with a school; "backup" rejects a folder with files', async () => {
    await fresh.refused(['restore', at('nowhere')], /holds no whole backup/);
    await source.refused(['backup', folder], /is not empty/);
    await source.refused(['restore', at('first')], /There is a school in this database/);
  });

  test('a restore rejects a backup of a newer version', async () => {
    await copied('future');
    const manifest = await manifestOf('future');
    const later = { ...manifest, migrations: [...manifest.migrations, '9999_future.sql'] };
    await writeFile(join(at('future'), 'manifest.json'), JSON.stringify(later));
    expect(await attempt('future')).toMatch(/newer version of Commons/);
    await nothing();
  });

  test('a restore rejects a backup of release 0.1 and says which release can read it', async () => {
    await copied('release');
    const manifest = await manifestOf('release');
    const older = { ...manifest, migrations: ['0001_schools.sql', '0002_users.sql'] };
    await writeFile(join(at('release'), 'manifest.json'), JSON.stringify(older));
    expect(await attempt('release')).toMatch(/restore it with Commons 0\.1/);
    await nothing();
  });

  test(
    'a restore rejects a backup with a truncated, changed or missing table',
    { tags: ['soak'] },
    async () => {
      await copied('damaged');
      const [school = ''] = (await readdir(join(at('damaged'), 'tables'))).filter(
        (name) => name !== 'installation',
      );
      const path = join(at('damaged'), 'tables', school, 'users.csv.gz');
      const whole = await readFile(path);
      const fails = async () => {
        expect(await attempt('damaged')).toMatch(
          /users\.csv\.gz is missing or damaged; no school was restored\./,
        );
        await nothing();
      };
      await writeFile(path, whole.subarray(0, whole.length / 2));
      await fails();
      await writeFile(path, gzipSync(gunzipSync(whole).toString().replace('Ann7', 'Bob7')));
      await fails();
      await unlink(path);
      await fails();
      await writeFile(path, whole);
      expect(await attempt('damaged')).toBe('restored');
    },
  );
});
