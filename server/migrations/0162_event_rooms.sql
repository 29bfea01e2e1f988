-- The room in which an event takes place; its reservations follow from the times (room_reservations, kind `event`).
alter table events add column room_id bigint;
alter table events add foreign key (school_id, room_id) references rooms (school_id, id) on delete set null (room_id);
create index events_room on events (school_id, room_id);

-- A room that a deleted event had is free, also where the event goes with its club.
create function release_room_of_event() returns trigger language plpgsql as $$
begin
  delete from room_reservations v where v.school_id = old.school_id and v.holder_kind = 'event' and v.holder_id = old.id;
  return null;
end $$;
create trigger events_room_released after delete on events for each row when (old.room_id is not null) execute function release_room_of_event();
