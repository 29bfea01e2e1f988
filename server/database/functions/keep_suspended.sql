-- Keeps suspended people disabled when an import, its undo or an identity provider enables them. Restoring a person deletes the
-- suspension first.
-- Callers: trigger on users
create or replace function keep_suspended() returns trigger language plpgsql as $$
begin
  new.is_disabled := exists (select from suspensions s where s.school_id = new.school_id and s.user_id = new.id);
  return new;
end $$;

create or replace trigger users_keep_suspended before update of is_disabled on users for each row
when (old.is_disabled and not new.is_disabled) execute function keep_suspended();
