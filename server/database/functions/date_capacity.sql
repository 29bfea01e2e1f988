-- How many places a time of an event has; null: no limit.
create or replace function date_capacity(e events, p_original text) returns int language sql stable as $$
  select coalesce((select d.capacity from event_dates d where d.school_id = e.school_id and d.event_id = e.id and d.original = p_original
    and e.registration = 'occurrence'), e.capacity)
$$;
