-- Copies a changed account status to all of the person's club memberships, so that counting active members reads only the
-- membership index.
-- Callers: trigger on users
create or replace function mark_disabled_memberships() returns trigger language plpgsql as $$
begin
  update club_members set is_disabled = new.is_disabled where school_id = new.school_id and user_id = new.id;
  return null;
end $$;

create or replace trigger users_disabled_memberships after update on users for each row
when (new.is_disabled <> old.is_disabled) execute function mark_disabled_memberships();
