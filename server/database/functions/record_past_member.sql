-- Adds a membership that ended to club_past_members, for the person and for officers who manage members. Nothing is recorded
-- - if the membership started and ended on the same day, which counts as a mistake;
-- - during an import or its undo;
-- - if the club or the person is being deleted.
-- Callers: trigger on club_members
create or replace function record_past_member() returns trigger language plpgsql as $$
begin
  insert into club_past_members (school_id, club_id, user_id, since)
  select old.school_id, old.club_id, old.user_id, old.since
  where old.since::date < now()::date and not is_importing()
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.club_id)
    and exists (select from users u where u.school_id = old.school_id and u.id = old.user_id);
  return null;
end $$;

create or replace trigger club_members_past after delete on club_members for each row
  when (old.status = 'member') execute function record_past_member();

create or replace trigger club_members_past_ended after update of status on club_members for each row
  when (old.status = 'member' and new.status <> 'member') execute function record_past_member();
