-- Adds a position in a club that ended to club_past_members. It ended at its end date, or now if it had none or a later one. The
-- same exceptions as in record_past_member apply.
-- Callers: trigger on role_grants
create or replace function record_past_position() returns trigger language plpgsql as $$
begin
  insert into club_past_members (school_id, club_id, user_id, position, since, until)
  select old.school_id, old.scope_id, old.user_id, r.name, old.granted_at, least(old.ends_at, now())
  from roles r
  where r.school_id = old.school_id and r.id = old.role_id and r.scope = 'club' and old.granted_at::date < least(old.ends_at, now())::date
    and not is_importing()
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.scope_id)
    and exists (select from users u where u.school_id = old.school_id and u.id = old.user_id);
  return null;
end $$;

create or replace trigger role_grants_past after delete on role_grants for each row
  when (old.scope_id <> 0) execute function record_past_position();
