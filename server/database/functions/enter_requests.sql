-- Does the same as enter_request for several requests of one school that share a transaction. The arrays have one element per
-- request. Raises CM001 if the check fails for any of them.
-- Callers: kernel/database/database.ts
create or replace function enter_requests(school int, stamp text, sessions uuid[], admins boolean[], advisers boolean[], at timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('commons.school_id', school::text, true);
  if not exists (select from schools s where s.school_id = school and s.xmin::text = stamp)
    or exists (
      select from unnest(sessions, admins, advisers) as e (session, is_admin, is_advisor)
      where e.session is not null and not exists (
        select from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
        where x.school_id = school and x.id = e.session and x.expires_at > at
          and not u.is_disabled and u.is_admin = e.is_admin and u.is_advisor = e.is_advisor))
  then
    raise exception 'an entry has changed' using errcode = 'CM001';
  end if;
end $$;
revoke all on function enter_requests from public;
grant execute on function enter_requests to commons_app;
