-- Whoever goes on the day they came, as when a list of people is taken back at once, is not counted.
create or replace function record_club_departure() returns trigger language plpgsql as $$
begin
  insert into club_departures (school_id, club_id, since, until)
  select old.school_id, old.club_id, old.since::date, now()::date
  where old.since::date < now()::date
    -- A club that is removed for good takes its members with it.
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.club_id);
  return null;
end $$;

create or replace trigger club_members_gone after delete on club_members for each row
  when (old.status = 'member') execute function record_club_departure();

create or replace trigger club_members_ended after update of status on club_members for each row
  when (old.status = 'member' and new.status <> 'member') execute function record_club_departure();
