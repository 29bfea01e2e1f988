-- Returns a registration's position on the waitlist (1 is next); null if it isn't waiting. register_for_event calls it after its own
-- changes, which a `stable` function sees when a `volatile` one calls it.
-- Callers: features/events/attendees/attendees.queries.ts, features/events/events.queries.ts, register_for_event
create or replace function waitlist_position(r event_registrations) returns int language sql stable as $$
  select case when r.status = 'waiting' then (select count(*)::int from waiting_registrations(r.event_id, r.original) w
    where w.number <= r.number) end
$$;
