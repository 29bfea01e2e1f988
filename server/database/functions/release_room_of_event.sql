-- Deletes the room reservations of a deleted event, also if the event is deleted with its club.
-- Callers: trigger on events
create or replace function release_room_of_event() returns trigger language plpgsql as $$
begin
  delete from room_reservations v where v.school_id = old.school_id and v.holder_kind = 'event' and v.holder_id = old.id;
  return null;
end $$;

create or replace trigger events_room_released after delete on events for each row execute function release_room_of_event();
