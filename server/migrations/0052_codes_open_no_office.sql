-- A code for frames signs nobody in who has an office. Who comes to one later loses the sessions that codes began, and the codes
-- that wait: somebody else vouched for them, and may have gone on in their place.
create function end_code_sessions() returns trigger language plpgsql set search_path = public as $$
begin
  delete from sessions where school_id = new.school_id and user_id = new.id and method = 'code';
  delete from embed_codes where school_id = new.school_id and user_id = new.id;
  return null;
end $$;
create trigger users_come_to_office after update of is_admin, is_adviser on users for each row
  when (new.is_admin and not old.is_admin or new.is_adviser and not old.is_adviser)
  execute function end_code_sessions();

-- And those who have one today, school by school: the fences hold the owner too.
do $$ declare s int; begin
  for s in select distinct school_id from school_hosts loop
    perform set_config('commons.school_id', s::text, true);
    delete from sessions x using users u
      where x.method = 'code' and u.school_id = x.school_id and u.id = x.user_id and (u.is_admin or u.is_adviser);
  end loop;
  perform set_config('commons.school_id', '', true);
end $$;
