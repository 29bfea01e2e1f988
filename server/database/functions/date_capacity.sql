-- Returns the number of spots at an event or one of its dates; null means no limit. A date can have its own capacity if people
-- register for each date; otherwise, the event's capacity applies.
-- Callers: features/events/listing/listing.queries.ts, promote_waitlist, register_for_event
create or replace function date_capacity(e events, p_original text) returns int language sql stable as $$
  select coalesce((select d.capacity from event_dates d where d.school_id = e.school_id and d.event_id = e.id and d.original = p_original
    and e.registration = 'occurrence'), e.capacity)
$$;
