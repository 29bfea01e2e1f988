-- Locks the counters (event_spots) of an event or occurrence (`p_original`, '' for the whole event) and returns them. It creates
-- the row if there is none yet. Every function that gives or frees spots calls this first: concurrent registrations wait here, so
-- each of them reads what the one before it wrote and no spot is given twice.
-- Callers: change_event_registrations, register_for_event
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
