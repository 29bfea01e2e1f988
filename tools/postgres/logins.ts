import { Client } from 'pg';
import { failureOf } from './cluster.ts';
import type { Home } from './home.ts';

/** The owner of the application's database and everything in it. Row-level security applies. */
export const ownerLogin = 'commons_owner';
/** The login of calls: the unprivileged role, which can't switch to another one. */
export const callsLogin = 'commons_app';

/** Requires the superuser. Roles of an earlier release keep their privileges. */
const createLogins = `
do $$ declare one text; begin
  foreach one in array array['${ownerLogin}', '${callsLogin}', 'commons_relay', 'commons_bulk'] loop
    if not exists (select from pg_roles where rolname = one) then execute format('create role %I', one); end if;
  end loop;
end $$;
alter role ${ownerLogin} login nosuperuser nobypassrls nocreaterole nocreatedb noreplication;
alter role ${callsLogin} login nosuperuser nobypassrls nocreaterole nocreatedb noreplication;
-- A role may give itself settings for its next sessions; whatever it gave itself ends here.
alter role ${callsLogin} reset all;
grant ${callsLogin}, commons_relay, commons_bulk to ${ownerLogin} with admin option;
-- A restore leaves out checks of what it has checked itself.
grant set on parameter session_replication_role to ${ownerLogin};
do $$ begin execute format('alter database %I owner to ${ownerLogin}', current_database()); end $$;`;

/** Gives the owner what an earlier release created as the superuser. A column's sequences and a row's types follow their table. */
const moveOwnership = `
do $$ declare one record; begin
  for one in
    with ours as (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), owner as (select oid from pg_roles where rolname = '${ownerLogin}')
    select format('schema %I', nspname) as thing from pg_namespace, owner
      where pg_namespace.oid in (select oid from ours) and nspowner <> owner.oid
        -- Whom a new database gives this schema to is its owner by another name; a restore of an earlier release made it anew.
        and nspowner <> 'pg_database_owner'::regrole
    union all
    select format(case relkind when 'v' then 'view %s' when 'm' then 'materialized view %s' when 'S' then 'sequence %s' else 'table %s' end,
        c.oid::regclass)
      from pg_class c, owner where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner <> owner.oid
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p, owner where p.pronamespace in (select oid from ours) and p.proowner <> owner.oid
    union all
    select format('type %s', t.oid::regtype) from pg_type t, owner
      where t.typnamespace in (select oid from ours) and t.typtype in ('e', 'd', 'r') and t.typowner <> owner.oid
    union all
    select format('collation %s', c.oid::regcollation) from pg_collation c, owner
      where c.collnamespace in (select oid from ours) and c.collowner <> owner.oid
  loop
    execute format('alter %s owner to ${ownerLogin}', one.thing);
  end loop;
end $$;`;

/** Creates the logins of the application's database, and gives its content to its owner. No one else is connected yet. */
export async function ensureLogins(home: Home, superUrl: string): Promise<void> {
  const client = new Client({ connectionString: superUrl });
  try {
    await client.connect();
    await client.query(
      `begin; set local client_min_messages = warning; ${createLogins} ${moveOwnership} commit`,
    );
  } catch (error) {
    throw failureOf(home, error);
  } finally {
    await client.end().catch(() => {});
  }
}
