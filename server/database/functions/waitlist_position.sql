-- Returns a registration's position on the waitlist (1 is next); null if it isn't waiting. The function is not `stable`, so that it
-- sees earlier changes of the same transaction.
-- Callers: features/events/attendees/attendees.queries.ts, features/events/events.queries.ts, register_for_event
create or replace function waitlist_position(r event_registrations) returns int language sql as $$
  select case when r.status = 'waiting' then (select count(*)::int from waiting_registrations(r.event_id, r.original) w
    where w.number <= r.number) end
$$;
