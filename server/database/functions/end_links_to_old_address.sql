-- Deletes password links and sent invitations when a person's email address changes, because the old address may belong to someone
-- else. Queued invitations remain and go to the new address. A change of capitals only doesn't count.
-- Callers: trigger on users
create or replace function end_links_to_old_address() returns trigger language plpgsql as $$
begin
  delete from password_resets where school_id = new.school_id and user_id = new.id;
  delete from invitations where school_id = new.school_id and user_id = new.id and not is_waiting;
  return null;
end $$;

create or replace trigger users_links_to_old_address after update of email on users for each row
  when (old.email is not null and lower(old.email) is distinct from lower(new.email)) execute function end_links_to_old_address();
