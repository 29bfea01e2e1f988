-- Sets the school of a transaction whose caller was authenticated from a cache, and checks that the cached facts are still true.
-- Raises CM001, after which the server authenticates again, if
-- - the school's row has changed (`stamp` is its row version);
-- - the session (null: no one is signed in) has ended or expired;
-- - its person is disabled, or has become or stopped being an admin or advisor.
-- Callers: kernel/database/database.ts
create or replace function enter_request(school int, stamp text, session uuid, admin boolean, adviser boolean, at timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('commons.school_id', school::text, true);
  if not exists (select from schools s where s.school_id = school and s.xmin::text = stamp)
    or session is not null and not exists (
      select from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
      where x.school_id = school and x.id = session and x.expires_at > at
        and not u.is_disabled and u.is_admin = admin and u.is_advisor = adviser)
  then
    raise exception 'the entry has changed' using errcode = 'CM001';
  end if;
end $$;
revoke all on function enter_request from public;
grant execute on function enter_request to commons_app;
