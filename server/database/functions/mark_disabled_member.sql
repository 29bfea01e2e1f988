-- Copies the person's account status to a new membership, also if an import or undo inserts another value. For a person who doesn't
-- exist, the foreign key refuses the row.
-- Callers: trigger on club_members
create or replace function mark_disabled_member() returns trigger language plpgsql as $$
begin
  new.is_disabled := (select u.is_disabled from users u where u.school_id = new.school_id and u.id = new.user_id);
  return new;
end $$;

create or replace trigger club_members_disabled before insert on club_members for each row execute function mark_disabled_member();
