-- How places of events are given. Each function first holds the row of the places, so that everybody else waits; what it reads
-- afterwards is what the one before has left.
-- Holds the places of an event or occurrence; they come to be when somebody first asks.
create or replace function lock_event_spots(p_event bigint, p_original text) returns event_spots language plpgsql as $$
declare
  s event_spots;
begin
  select * into s from event_spots where school_id = current_school() and event_id = p_event and original = p_original for update;
  if not found then
    insert into event_spots (school_id, event_id, original) values (current_school(), p_event, p_original) on conflict do nothing;
    select * into s from event_spots where school_id = current_school() and event_id = p_event and original = p_original for update;
  end if;
  return s;
end $$;
