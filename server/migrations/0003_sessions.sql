-- Passwords, sessions and the limits that guard them.

create table credentials (
  school_id int not null,
  user_id bigint not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table sessions (
  school_id int not null,
  id uuid not null default gen_random_uuid(),
  user_id bigint not null,
  token_hash bytea not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, token_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index sessions_user on sessions (school_id, user_id);

create table password_resets (
  school_id int not null,
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (school_id, token_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index password_resets_user on password_resets (school_id, user_id);

-- How often a subject (an account, a person) did something in the current window.
create table limits (
  school_id int not null references schools,
  subject text not null,
  window_ends_at timestamptz not null,
  used int not null,
  primary key (school_id, subject)
);

-- Everything a request needs before its own work, in one round trip: the school of the host and, when a
-- session is named by token or by id, the living session and its person. Runs with the owner's rights
-- because the school is not known before it has answered; sets the school for its own statements only.
create function open_request(full_host text, label text, bare boolean, token bytea, session uuid, at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = public as $$
declare
  found_school int;
  answer jsonb;
begin
  select h.school_id into found_school from school_hosts h
  where (h.host = full_host and full_host ~ '[.]') or h.host = label or (h.is_default and bare)
  order by (h.host = full_host) desc, (h.host = label) desc limit 1;
  if found_school is null then return null; end if;
  perform set_config('commons.school_id', found_school::text, true);
  select jsonb_build_object('school', to_jsonb(s) - 'created_at') into answer from schools s where s.school_id = found_school;
  if token is null and session is null then return answer; end if;
  return answer || coalesce((
    select jsonb_build_object('session', jsonb_build_object('id', x.id, 'userId', x.user_id, 'isAdmin', u.is_admin,
      'isStale', x.last_seen_at < at - interval '5 minutes'))
    from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
    where x.school_id = found_school and (x.token_hash = token or x.id = session)
      and x.expires_at > at and not u.is_disabled), '{}');
end $$;
revoke all on function open_request from public;
