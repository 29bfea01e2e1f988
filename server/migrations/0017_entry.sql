-- A process remembers hosts, schools and sessions, and asks the database to confirm them in the round trip of its work.

-- As before, and the version of the school's row.
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
  select jsonb_build_object('school', to_jsonb(s) - 'created_at', 'stamp', s.xmin::text) into answer from schools s where s.school_id = found_school;
  if token is null and session is null then return answer; end if;
  return answer || coalesce((
    select jsonb_build_object('session', jsonb_build_object('id', x.id, 'userId', x.user_id, 'isAdmin', u.is_admin, 'isAdviser', u.is_adviser, 'inFrame', x.in_frame,
      'isStale', x.last_seen_at < at - interval '5 minutes'))
    from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
    where x.school_id = found_school and (x.token_hash = token or x.id = session)
      and x.expires_at > at and not u.is_disabled), '{}');
end $$;

-- Sets the school of the transaction, and voids it when school or session are not what was remembered: changed, ended or disabled.
create function enter_request(school int, stamp text, session uuid, admin boolean, adviser boolean, at timestamptz) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  perform set_config('commons.school_id', school::text, true);
  if not exists (select from schools s where s.school_id = school and s.xmin::text = stamp)
    or session is not null and not exists (
      select from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
      where x.school_id = school and x.id = session and x.expires_at > at
        and not u.is_disabled and u.is_admin = admin and u.is_adviser = adviser)
  then
    raise exception 'the entry has changed' using errcode = 'CM001';
  end if;
end $$;
revoke all on function enter_request from public;
grant execute on function enter_request to commons_app;
