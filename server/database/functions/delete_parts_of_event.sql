create or replace function delete_parts_of_event() returns trigger language plpgsql as $$
begin
  delete from forms f where f.school_id = old.school_id and f.owner_kind = 'event' and f.owner_id = old.id;
  delete from event_reminders r where r.school_id = old.school_id and r.event_id = old.id;
  return null;
end $$;

create or replace trigger events_parts after delete on events for each row execute function delete_parts_of_event();
