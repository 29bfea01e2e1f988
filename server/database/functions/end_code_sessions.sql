-- Ends the sessions that embed codes started, and deletes unused codes, when a person becomes an admin or advisor. Codes can't sign
-- in admins and advisors: the host page vouches for the person, and someone else could continue in such a session with the new
-- permissions.
-- Callers: trigger on users
create or replace function end_code_sessions() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from sessions where school_id = new.school_id and user_id = new.id and method = 'code';
  delete from embed_codes where school_id = new.school_id and user_id = new.id;
  return null;
end $$;

create or replace trigger users_come_to_office after update of is_admin, is_advisor on users for each row
  when (new.is_admin and not old.is_admin or new.is_advisor and not old.is_advisor)
  execute function end_code_sessions();
