-- Deletes the registration form and the reminders of a deleted event. Foreign keys can't do this: a form can belong to rows of
-- different tables, and reminders for all events have event 0.
-- Callers: trigger on events
create or replace function delete_parts_of_event() returns trigger language plpgsql as $$
begin
  delete from forms f where f.school_id = old.school_id and f.owner_kind = 'event' and f.owner_id = old.id;
  delete from event_reminders r where r.school_id = old.school_id and r.event_id = old.id;
  return null;
end $$;

create or replace trigger events_parts after delete on events for each row execute function delete_parts_of_event();
