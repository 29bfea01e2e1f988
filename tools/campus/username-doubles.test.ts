import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#server/kernel/database/migrate.ts';
import { inCampus } from './in-campus.ts';

/*
 * Usernames that differ only in case, as databases could have before one migration. An owner who isn't a superuser migrates them;
 * the operator lists and settles them.
 */

const { campus, refused, onClient, database } = inCampus();

const migration = '0320_one_person_per_username.sql';

/** Runs SQL in school 1 or 2. */
const at = (school: number, text: string, values: unknown[] = []) =>
  onClient(database.href, async (client: pg.Client) => {
    await client.query(`select set_config('commons.school_id', $1, false)`, [String(school)]);
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  });
const addPerson = async (school: number, username: string, more: Record<string, unknown> = {}) => {
  const row = { first_name: username, created_at: '2025-01-01', ...more };
  const names = Object.keys(row);
  const [made] = await at(
    school,
    `insert into users (school_id, username, ${names.join(', ')}) values ($1, $2, ${names.map((_, n) => `$${n + 3}`).join(', ')}) returning id`,
    [school, username, ...Object.values(row)],
  );
  return Number(made?.['id']);
};

const ids: Record<string, number> = {};

beforeAll(async () => {
  // Start from the schema before that migration, because running all migrations takes ten seconds.
  await onClient(database.href, (client) =>
    client.query(`drop table username_doubles; drop index users_username_folded;
      create index users_username_key on users (school_id, username_key);
      delete from migrations where name = '${migration}'`),
  );
  for (const [school, code] of [
    [1, 'north'],
    [2, 'south'],
  ] as const) {
    await at(
      school,
      `insert into schools (school_id, code, name) overriding system value values ($1, $2, $2)`,
      [school, code],
    );
    await at(school, 'insert into school_hosts (host, school_id) values ($1, $2)', [code, school]);
  }
  // The older account can't sign in; the newer one has a password.
  ids['Ada.Lee'] = await addPerson(1, 'Ada.Lee', { email: 'ada@north.test' });
  ids['ada.lee'] = await addPerson(1, 'ada.lee', { created_at: '2026-01-01' });
  await at(1, 'insert into credentials (school_id, user_id, password_hash) values (1, $1, $2)', [
    ids['ada.lee'],
    'x',
  ]);
  // The disabled account has a password, but the active one keeps the name. A third account is the newest.
  ids['BO'] = await addPerson(1, 'BO', { is_disabled: true });
  await at(1, 'insert into credentials (school_id, user_id, password_hash) values (1, $1, $2)', [
    ids['BO'],
    'x',
  ]);
  ids['bo'] = await addPerson(1, 'bo', { created_at: '2025-06-01' });
  ids['Bo'] = await addPerson(1, 'Bo', { created_at: '2026-06-01' });
  // This username has the maximum length and non-ASCII letters.
  ids['long'] = await addPerson(1, 'É'.repeat(100));
  ids['LONG'] = await addPerson(1, 'é'.repeat(100), { created_at: '2026-01-01' });
  ids['single'] = await addPerson(1, 'Cy');
  // Another school has each of the names once.
  ids['south'] = await addPerson(2, 'ADA.LEE');
  await migrate({ url: database.href });
});

const usernameOf = async (id: number | undefined, school = 1) =>
  (await at(school, 'select username from users where id = $1', [id]))[0]?.['username'];

describe('the migration', () => {
  test('leaves the name with the active account, then with one that can sign in, then with the oldest', async () => {
    const names = Object.fromEntries(
      await Promise.all(
        Object.entries(ids).map(async ([name, id]) => [
          name,
          await usernameOf(id, name === 'south' ? 2 : 1),
        ]),
      ),
    ) as Record<string, string>;
    expect(names).toEqual({
      'ada.lee': 'ada.lee',
      'Ada.Lee': `Ada.Lee~${ids['Ada.Lee']}`,
      bo: 'bo',
      BO: `BO~${ids['BO']}`,
      Bo: `Bo~${ids['Bo']}`,
      long: 'É'.repeat(100),
      LONG: `${'é'.repeat(95)}~${ids['LONG']}`,
      single: 'Cy',
      south: 'ADA.LEE',
    });
  });

  test('keeps everything else of each person, and refuses further doubles', async () => {
    expect(
      await at(1, 'select email, first_name, is_disabled from users where id = $1', [
        ids['Ada.Lee'],
      ]),
    ).toEqual([{ email: 'ada@north.test', first_name: 'Ada.Lee', is_disabled: false }]);
    expect(await at(1, 'select user_id from credentials order by user_id')).toHaveLength(2);
    await expect(addPerson(1, 'CY')).rejects.toThrow(/users_username_folded/);
    await expect(addPerson(1, `BO~${ids['Bo']}`)).rejects.toThrow(/users_username_folded/);
    expect(await addPerson(2, 'cy')).toBeGreaterThan(0);
  });
});

test('the operator lists them by school, and settles one username', async () => {
  const list = (school: string) => campus(['person', 'doubles', '--school', school]);
  const { code, out, err } = await list('north');
  expect([code, err]).toEqual([0, '']);
  expect(out.trimEnd().split('\n')).toEqual([
    `ada.lee: ada.lee (no address, id ${ids['ada.lee']}) has kept the name; Ada.Lee: Ada.Lee (ada@north.test, id ${ids['Ada.Lee']}) is now Ada.Lee~${ids['Ada.Lee']}.`,
    ...[ids['BO'], ids['Bo']]
      .toSorted((a, b) => (a ?? 0) - (b ?? 0))
      .map((id) => {
        const [name, state] = id === ids['BO'] ? ['BO', ', disabled'] : ['Bo', ''];
        return `bo: bo (no address, id ${ids['bo']}) has kept the name; ${name}: ${name} (no address, id ${id}${state}) is now ${name}~${id}.`;
      }),
    expect.stringContaining(`is now ${'é'.repeat(95)}~${ids['LONG']}.`),
  ]);
  expect((await list('south')).out).toBe('No usernames differ only in case.\n');

  const settle = (username: string, school = 'north') => [
    'person',
    'doubles',
    '--school',
    school,
    '--settle',
    username,
  ];
  // Usernames at other schools and unique usernames don't change.
  await refused(settle('ada.lee', 'south'), /^No username of south like ada\.lee is unsettled\.$/m);
  await refused(settle('Cy'), /^No username of north like Cy is unsettled\.$/m);
  expect(await campus(settle('BO'))).toMatchObject({ code: 0, out: 'BO is settled.\n' });
  const rest = (await list('north')).out;
  expect([rest.includes('ada.lee'), rest.includes('bo:')]).toEqual([true, false]);
  // Settling confirms the owner of a username. It doesn't rename anyone.
  expect([await usernameOf(ids['BO']), await usernameOf(ids['bo'])]).toEqual([
    `BO~${ids['BO']}`,
    'bo',
  ]);
  await refused(settle('bo'), /is unsettled\.$/m);
});
