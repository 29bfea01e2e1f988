-- Counts a membership that ended in club_departures, which has dates but no people. A membership that starts and ends on the same
-- day isn't counted, such as when a roster is undone immediately.
-- Callers: trigger on club_members
create or replace function record_club_departure() returns trigger language plpgsql as $$
begin
  insert into club_departures (school_id, club_id, since, until)
  select old.school_id, old.club_id, old.since::date, now()::date
  where old.since::date < now()::date
    -- If the whole club is permanently deleted, there is nothing to count.
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.club_id);
  return null;
end $$;

create or replace trigger club_members_gone after delete on club_members for each row
  when (old.status = 'member') execute function record_club_departure();

create or replace trigger club_members_ended after update of status on club_members for each row
  when (old.status = 'member' and new.status <> 'member') execute function record_club_departure();
