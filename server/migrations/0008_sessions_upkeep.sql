-- A session remembers whether it lives inside a host's frame: its cookies are then partitioned, also when they are renewed.
alter table sessions add column in_frame boolean not null default false;

-- What upkeep removes is found by when it ended.
create index sessions_expired on sessions (school_id, expires_at);
create index password_resets_expired on password_resets (school_id, expires_at);
create index limits_ended on limits (school_id, window_ends_at);
create index outbox_delivered on outbox (school_id, delivered_at) where delivered_at is not null;

create or replace function open_request(full_host text, label text, bare boolean, token bytea, session uuid, at timestamptz) returns jsonb
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
    select jsonb_build_object('session', jsonb_build_object('id', x.id, 'userId', x.user_id, 'isAdmin', u.is_admin, 'isAdviser', u.is_adviser, 'inFrame', x.in_frame,
      'isStale', x.last_seen_at < at - interval '5 minutes'))
    from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
    where x.school_id = found_school and (x.token_hash = token or x.id = session)
      and x.expires_at > at and not u.is_disabled), '{}');
end $$;
