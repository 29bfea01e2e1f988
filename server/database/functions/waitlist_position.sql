-- Returns a registration's position on the waitlist (1 is next); null if it isn't waiting. The function is not `stable`, so that it
-- sees earlier changes of the same transaction.
-- Callers: register_for_event
create or replace function waitlist_position(r event_registrations) returns int language sql as $$
  select case when r.status = 'waiting' then (select count(*)::int from event_registrations w where w.school_id = r.school_id
    and w.event_id = r.event_id and w.original = r.original and w.status = 'waiting' and w.number <= r.number) end
$$;
