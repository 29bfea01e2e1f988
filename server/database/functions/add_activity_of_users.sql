-- Adds the activity of new people, so that lists sorted by it contain everyone.
-- Callers: trigger on users
create or replace function add_activity_of_users() returns trigger language plpgsql as $$
begin
  insert into user_activity (school_id, user_id) select n.school_id, n.id from new_rows n on conflict do nothing;
  return null;
end $$;

create or replace trigger users_activity after insert on users
  referencing new table as new_rows for each statement execute function add_activity_of_users();
