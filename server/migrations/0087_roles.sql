-- Roles: a name for some permissions of one scope (contract/src/permissions.ts), and who holds it where.
create table roles (
  school_id int not null references schools,
  id bigint not null default new_id(),
  scope text not null check (scope in ('school')),
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null check (cardinality(permissions) <= 100),
  place int not null default 0,
  created_at timestamptz not null,
  primary key (school_id, id)
);
create unique index roles_name on roles (school_id, scope, lower(name));

-- `scope_id`: of the club and so on; 0 is the school. `ends_at` null: until it is taken back.
create table role_grants (
  school_id int not null,
  role_id bigint not null,
  user_id bigint not null,
  scope_id bigint not null default 0,
  granted_at timestamptz not null,
  granted_by bigint,
  ends_at timestamptz,
  primary key (school_id, user_id, scope_id, role_id),
  foreign key (school_id, role_id) references roles (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index role_grants_role on role_grants (school_id, role_id, scope_id);

-- As before, and with the permissions that the person's roles at the school give them.
create or replace function open_request(full_host text, label text, bare boolean, token bytea, session uuid, at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_school int;
  answer jsonb;
begin
  select h.school_id into found_school from school_hosts h
  where (h.host = full_host and full_host ~ '[.]') or h.host = label or (h.is_default and bare)
  order by (h.host = full_host) desc, (h.host = label) desc limit 1;
  if found_school is null then return null; end if;
  perform set_config('commons.school_id', found_school::text, true);
  select jsonb_build_object('school', to_jsonb(s) - 'created_at', 'stamp', s.xmin::text) into answer from schools s where s.school_id = found_school;
  if token is null and session is null then return answer; end if;
  return answer || coalesce((
    select jsonb_build_object('session', jsonb_build_object('id', x.id, 'userId', x.user_id, 'isAdmin', u.is_admin, 'isAdviser', u.is_adviser, 'inFrame', x.in_frame,
      'isStale', x.last_seen_at < at - interval '5 minutes', 'endsAt', floor(extract(epoch from x.expires_at) * 1000),
      'permissions', (select coalesce(jsonb_agg(distinct p), '[]') from role_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        cross join unnest(r.permissions) as p
        where g.school_id = found_school and g.user_id = x.user_id and g.scope_id = 0 and r.scope = 'school' and (g.ends_at is null or g.ends_at > at))))
    from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
    where x.school_id = found_school and (x.token_hash = token or x.id = session)
      and x.expires_at > at and not u.is_disabled), '{}');
end $$;
