-- As enter_request(), for calls that only read: their statements are one transaction without begin and commit, so that this also
-- says that nothing is written in it. What has been confirmed and set holds until that transaction ends.
create function enter_reading(school int, stamp text, session uuid, admin boolean, adviser boolean, at timestamptz) returns void
language plpgsql volatile security definer set search_path = public as $$
declare
  is_same boolean;
  was text;
begin
  was := set_config('transaction_read_only', 'on', true);
  was := set_config('commons.school_id', school::text, true);
  if session is null then
    select true into is_same from schools s where s.school_id = school and s.xmin::text = stamp;
  else
    select true into is_same from sessions x
    join schools s on s.school_id = x.school_id join users u on u.school_id = x.school_id and u.id = x.user_id
    where x.school_id = school and x.id = session and x.expires_at > at and s.xmin::text = stamp
      and not u.is_disabled and u.is_admin = admin and u.is_adviser = adviser;
  end if;
  if is_same is null then raise exception 'the entry has changed' using errcode = 'CM001'; end if;
end $$;
revoke all on function enter_reading from public;
grant execute on function enter_reading to commons_app;
