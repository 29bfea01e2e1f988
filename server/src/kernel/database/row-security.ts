/* Roles, row-level security and permissions, which the runner applies to all tables. */

/** The unprivileged role every request runs as. */
export const appRole = 'commons_app';
/** The role that reads the outbox. It sees only the events of all schools and the handlers' remaining tasks. */
export const relayRole = 'commons_relay';
/** The app's role for imports and exports, the only one that can create temporary tables. It is missing if no role can be created. */
export const bulkRole = 'commons_bulk';

/** Creates the roles. */
export const roles = `
do $$ begin
  if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = '${relayRole}') then create role ${relayRole} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = '${bulkRole}') then create role ${bulkRole} nologin; end if;
  grant ${appRole} to ${bulkRole};
  grant ${bulkRole} to current_user;
-- An older installation whose operator made the roles by hand goes on without it.
exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$;
grant ${appRole}, ${relayRole} to current_user;
grant usage on schema public to ${appRole}, ${relayRole};`;

/**
 * Prevents the app's role from creating anything in the database, because a temporary table or function could replace ours. This setting
 * belongs to the database and not to its tables, so a copy doesn't have it, and each start applies it. A user who doesn't own the database
 * can't revoke the permission. If there is no role for imports, they use the app's.
 */
export const restrictDatabase = `
do $$ begin
  if exists (select from pg_roles where rolname = '${bulkRole}' and pg_has_role(oid, '${appRole}', 'member') and pg_has_role(current_user, oid, 'member'))
    and (has_database_privilege('${appRole}', current_database(), 'temporary') or has_schema_privilege('${appRole}', 'public', 'create'))
  then
    execute format('grant temporary on database %I to ${bulkRole}, %I', current_database(), current_user);
    execute format('revoke temporary on database %I from public, ${appRole}, ${relayRole}', current_database());
    revoke create on schema public from public, ${appRole}, ${relayRole};
  end if;
exception when insufficient_privilege then null; end $$;`;

/**
 * Enables row-level security on every table of a school: no role, including the owner, sees another school's rows.
 * `(select current_school())` is evaluated once per statement. Every migration runs this because the app serves requests between
 * migrations, so it skips tables that are already set up.
 */
export const secureTables = `
do $$ declare t record; begin
  for t in
    select c.oid::regclass as name, c.relrowsecurity and c.relforcerowsecurity as is_forced, p.policyname is not null as has_policy
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_policies p on p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'school'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id'
      and c.relname not in ('school_hosts')
      and not (c.relrowsecurity and c.relforcerowsecurity and p.policyname is not null
        and has_table_privilege('${appRole}', c.oid, 'select') and has_table_privilege('${appRole}', c.oid, 'insert')
        and has_table_privilege('${appRole}', c.oid, 'update') and has_table_privilege('${appRole}', c.oid, 'delete'))
  loop
    if not t.is_forced then
      execute format('alter table %s enable row level security', t.name);
      execute format('alter table %s force row level security', t.name);
    end if;
    if not t.has_policy then
      execute format('create policy school on %s using (school_id = (select current_school())) with check (school_id = (select current_school()))', t.name);
    end if;
    execute format('grant select, insert, update, delete on %s to ${appRole}', t.name);
  end loop;
end $$;`;

/** Row-level security, and the additional or missing permissions of single tables. It runs after the newest migration. */
export const secureDatabase = `${secureTables}
revoke insert, update, delete on schools from ${appRole};
do $$ begin
  -- A school can change everything about itself except its identity.
  execute (select format('grant update (%s) on schools to ${appRole}', string_agg(quote_ident(attname), ', ')) from pg_attribute
    where attrelid = 'schools'::regclass and attnum > 0 and not attisdropped and attname not in ('school_id', 'code', 'created_at'));
end $$;
do $$ declare t text; begin
  foreach t in array array['outbox', 'event_tasks'] loop
    if not exists (select from pg_policies where tablename = t and policyname = 'relay') then
      execute format('create policy relay on %I to ${relayRole} using (true) with check (true)', t);
    end if;
    execute format('grant select, update, delete on %I to ${relayRole}', t);
  end loop;
end $$;
grant insert on event_tasks to ${relayRole};
grant select on connected, current_grants, blocked_pairs to ${appRole};`;

/** Selects whether a part of `secureDatabase` is missing. It is checked first, because `secureDatabase` waits for all current requests. */
export const lacksSecurity = `
select exists (
    select from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' and c.relname not in ('school_hosts')
      and not (c.relrowsecurity and c.relforcerowsecurity and has_table_privilege('${appRole}', c.oid, 'select')
        and exists (select from pg_policies where tablename = c.relname and policyname = 'school')))
  or not has_table_privilege('${appRole}', 'current_grants', 'select')
  or not has_table_privilege('${appRole}', 'connected', 'select') or not has_column_privilege('${appRole}', 'schools', 'name', 'update')
  or not has_table_privilege('${relayRole}', 'outbox', 'update') or not has_table_privilege('${relayRole}', 'event_tasks', 'insert')
  or has_table_privilege('${appRole}', 'schools', 'insert')
  or exists (select from unnest(array['outbox', 'event_tasks']) as t (name) where not exists (select from pg_policies where tablename = t.name and policyname = 'relay')) as lacks`;
