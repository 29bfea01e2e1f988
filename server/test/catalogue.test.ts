import { describe, expect, inject, test } from 'vitest';
import type {} from './global-setup.ts';
import { inWorld } from './world.ts';

const world = inWorld({ ownDatabase: true });

/** Tables without a school. Their migration defines who can read them. */
const unfenced = [
  'function_files',
  'installation',
  'leases',
  'migrations',
  'school_hosts',
  'school_states',
];

interface Table {
  relname: string;
  relrowsecurity: boolean;
  relforcerowsecurity: boolean;
  first_key: string | null;
}

const tables = () =>
  world.sql<Table>(`
  select c.relname, c.relrowsecurity, c.relforcerowsecurity,
    (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary) as first_key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);

describe('[SCH-03] row-level security', () => {
  test("every school table forces row-level security, and its key starts with school_id; calls can't use other tables", async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(10);
    for (const table of all.filter(({ relname }) => !unfenced.includes(relname))) {
      expect(table).toMatchObject({
        relname: table.relname,
        relrowsecurity: true,
        relforcerowsecurity: true,
        first_key: 'school_id',
      });
    }
    const reach = await world.sql<{ relname: string }>(
      `select c.relname from pg_class c where relname = any($1)
      and (has_table_privilege('commons_app', c.oid, 'select') or has_table_privilege('commons_app', c.oid, 'insert, update, delete'))`,
      [unfenced],
    );
    expect(reach).toEqual([]);
  });

  test("only the current_grants view reads role_grants, so ended grants don't count", async () => {
    expect(
      await world.sql(`
        select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* '\\mrole_grants\\M'
        union select policyname from pg_policies where concat(qual, with_check) ~* '\\mrole_grants\\M'
        union select viewname from pg_views where schemaname = 'public' and definition ~* '\\mrole_grants\\M' order by 1`),
    ).toEqual([{ name: 'current_grants' }]);
  });

  test('every foreign key has a suitable index', async () => {
    const missing = await world.sql(`
      select conrelid::regclass as tab, conname from pg_constraint con
      where contype = 'f' and connamespace = 'public'::regnamespace
        and conkey <> (select array_agg(a.attnum) from pg_attribute a where a.attrelid = con.conrelid and a.attname = 'school_id')
        and not exists (select from pg_index i where i.indrelid = con.conrelid
          and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey)`);
    expect(missing).toEqual([]);
  });

  test("the unprivileged role reads no rows without a school, and only that school's rows with one", async () => {
    const nobody = await world.pool.raw.connect();
    try {
      await nobody.query('begin; set local role commons_app');
      for (const { relname } of (await tables()).filter(
        (table) => !unfenced.includes(table.relname),
      )) {
        expect([
          relname,
          (await nobody.query(`select count(*)::int as n from ${relname}`)).rows[0],
        ]).toEqual([relname, { n: 0 }]);
      }
    } finally {
      await nobody.query('rollback');
      nobody.release();
    }
    const north = world.as(world.otherSchool);
    for (const { relname } of (await tables()).filter(
      (table) => !unfenced.includes(table.relname),
    )) {
      expect([
        relname,
        await north(`select count(*)::int as n from ${relname} where school_id <> $1`, [
          world.otherSchool,
        ]),
      ]).toEqual([relname, [{ n: 0 }]]);
    }
    expect(await north('select first_name from users')).toEqual([{ first_name: 'Eve' }]);
    expect(await north('select * from users where id = $1', [world.ana.id])).toEqual([]);
    expect(await north('select * from connected where user_id = $1', [world.ana.id])).toEqual([]);
  });

  test('the database prevents one school from writing into another', async () => {
    const north = world.as(world.otherSchool);
    expect(
      await north(`update users set first_name = 'Taken' where id = $1 returning id`, [
        world.ana.id,
      ]),
    ).toEqual([]);
    expect(
      await north('delete from users where school_id = $1 returning id', [world.school]),
    ).toEqual([]);
    await expect(
      north(`insert into users (school_id, username, first_name) values ($1, 'spy', 'Spy')`, [
        world.school,
      ]),
    ).rejects.toThrow(/row-level security/);
    await expect(
      north('update users set school_id = $1 where id = $2', [world.school, world.eve.id]),
    ).rejects.toThrow(/row-level security/);
    await expect(north(`update schools set code = 'stolen'`)).rejects.toThrow(/permission denied/);
    await expect(north('select * from installation')).rejects.toThrow(/permission denied/);
    await expect(north('alter table users disable row level security')).rejects.toThrow(
      /must be owner/,
    );
    await expect(
      north(`select authenticate_request('localhost', null, true, null, null, now())`),
    ).rejects.toThrow(/permission denied/);
  });

  test.skipIf(inject('callsLogin') === null)(
    "calls sign in to the database with the unprivileged role, which can't switch to any other role",
    async () => {
      const calls = await world.pool.calls.connect();
      const fails = async (text: string, reason: RegExp) => {
        await calls.query('begin');
        const answer = await calls.query(text).then(
          () => 'done',
          (error: Error) => error.message,
        );
        await calls.query('rollback');
        expect([text, answer]).toEqual([text, expect.stringMatching(reason)]);
      };
      try {
        const who = async () =>
          (await calls.query(`select session_user::text as s, current_user::text as c`))
            .rows[0] as unknown;
        expect(await who()).toEqual({ s: 'commons_app', c: 'commons_app' });
        for (const text of [
          'set role none',
          'reset role',
          'set session authorization default',
          'reset all',
          'discard all',
        ]) {
          await calls.query(text);
          expect([text, await who()]).toEqual([text, { s: 'commons_app', c: 'commons_app' }]);
          expect([text, (await calls.query('select count(*)::int as n from users')).rows]).toEqual([
            text,
            [{ n: 0 }],
          ]);
        }
        for (const { rolname } of await world.sql<{ rolname: string }>(
          `select rolname from pg_roles where rolname <> 'commons_app'`,
        )) {
          await fails(`set role ${rolname}`, /permission denied to set role/);
          await fails(`set session authorization ${rolname}`, /permission denied/);
        }
        await fails(`copy (select 1) to program 'true'`, /permission denied to COPY/);
        await fails(`copy (select 1) to '/tmp/commons-copied'`, /permission denied to COPY/);
        await fails(
          `create temp table users (id int)`,
          /permission denied to create temporary tables/,
        );
        await fails(
          `create function pg_temp.fold(text) returns text language sql as 'select 1::text'`,
          /permission denied/,
        );
        await fails('create table spare (id int)', /permission denied for schema/);
        await fails('create schema spare', /permission denied for database/);
        await fails('alter table users no force row level security', /must be owner/);
        await fails('set session_replication_role = replica', /permission denied/);
        await fails(`select pg_read_file('/etc/passwd')`, /permission denied/);
        await fails('select * from installation', /permission denied/);
      } finally {
        calls.release(true);
      }
    },
  );

  test('no server login bypasses row-level security, and security definer functions have a fixed search path', async () => {
    const above = await world.sql(
      `select rolname from pg_roles where rolname in ('commons_owner', 'commons_app', 'commons_relay', 'commons_bulk', session_user)
        and (rolsuper or rolbypassrls or rolreplication)`,
    );
    expect(above).toEqual([]);
    const definers = await world.sql<{ path: string }>(
      `select p.oid::regprocedure::text as name, coalesce(array_to_string(p.proconfig, ';'), '') as path from pg_proc p
        where p.prosecdef and p.pronamespace = 'public'::regnamespace`,
    );
    expect(definers.length).toBeGreaterThan(2);
    for (const one of definers)
      expect(one).toMatchObject({ path: 'search_path=pg_catalog, public, pg_temp' });
    const owned = await world.sql(
      `select relname from pg_class where relowner = 'commons_app'::regrole`,
    );
    expect(owned).toEqual([]);
    const [privileges] =
      await world.sql(`select has_database_privilege('commons_app', current_database(), 'temporary') as temp,
      has_database_privilege('commons_app', current_database(), 'create') as make, has_schema_privilege('commons_app', 'public', 'create') as place`);
    expect(privileges).toEqual({ temp: false, make: false, place: false });
  });

  test('the database rejects a connection between two schools', async () => {
    await expect(
      world.sql(
        `insert into connections (school_id, low_id, high_id, requested_by) values ($1, least($2::bigint, $3), greatest($2::bigint, $3), $2)`,
        [world.school, world.ana.id, world.eve.id],
      ),
    ).rejects.toThrow(/foreign key/);
  });
});

test('[CONN-08] the database rejects a duplicate pair, a connection with oneself, and a requester outside the pair', async () => {
  const insert = (low: number, high: number, by: number) =>
    world.sql(
      'insert into connections (school_id, low_id, high_id, requested_by) values ($1, $2, $3, $4)',
      [world.school, low, high, by],
    );
  const [low = 0, high = 0] = [world.ana.id, world.ben.id].toSorted((a, b) => a - b);
  await insert(low, high, low);
  await expect(insert(low, high, high)).rejects.toThrow(/duplicate key/);
  await expect(insert(high, low, high)).rejects.toThrow(/check/);
  await expect(insert(low, low, low)).rejects.toThrow(/check/);
  await world.sql('delete from connections');
  await expect(insert(low, high, world.cy.id)).rejects.toThrow(/check/);
});
