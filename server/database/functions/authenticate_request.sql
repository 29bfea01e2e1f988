-- Finds the school and the session of a request, and sets the school for the transaction. Returns null if no school has the host.
-- The host that matches first decides:
-- 1. the full host name
-- 2. the label, which is the first part of the host name
-- 3. the default school, if the request came to the bare installation (`bare`)
-- The result has the school and its `stamp` (the row version, by which enter_request notices a change). With a token hash or
-- session id, it also has the session, if the session hasn't expired and its person isn't disabled. `isStale` means that the
-- session was last seen more than five minutes ago, `endsAt` is in milliseconds. The permissions come from the grants that are
-- valid now. `stopped` is the school's state if this cell doesn't serve it completely. The function runs as its owner because a request has no school before it, so row-level security would hide every row.
-- Callers: kernel/security/auth.queries.ts
create or replace function authenticate_request(full_host text, label text, bare boolean, token bytea, session uuid, at timestamptz) returns jsonb
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
  select jsonb_build_object('school', to_jsonb(s) - 'created_at', 'stamp', s.xmin::text)
    || coalesce((select jsonb_build_object('stopped', t.state) from school_states t where t.school = found_school), '{}')
    into answer from schools s where s.school_id = found_school;
  if token is null and session is null then return answer; end if;
  return answer || coalesce((
    select jsonb_build_object('session', jsonb_build_object('id', x.id, 'userId', x.user_id, 'isAdmin', u.is_admin, 'isAdviser', u.is_advisor, 'inFrame', x.in_frame,
      'isStale', x.last_seen_at < at - interval '5 minutes', 'endsAt', floor(extract(epoch from x.expires_at) * 1000),
      'permissions', (select coalesce(jsonb_agg(distinct p), '[]') from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        cross join unnest(r.permissions) as p
        where g.school_id = found_school and g.user_id = x.user_id and g.scope_id = 0 and r.scope = 'school')))
    from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
    where x.school_id = found_school and (x.token_hash = token or x.id = session)
      and x.expires_at > at and not u.is_disabled), '{}');
end $$;
revoke all on function authenticate_request from public;
