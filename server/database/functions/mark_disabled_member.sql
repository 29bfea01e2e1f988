create or replace function mark_disabled_member() returns trigger language plpgsql as $$
begin
  new.is_disabled := (select u.is_disabled from users u where u.school_id = new.school_id and u.id = new.user_id);
  return new;
end $$;

-- Also where a membership is brought in that says otherwise. Who does not exist fails at the foreign key, as before.
create or replace trigger club_members_disabled before insert on club_members for each row execute function mark_disabled_member();
