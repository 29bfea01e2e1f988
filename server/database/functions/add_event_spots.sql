-- Changes the counters of an event or occurrence (`p_original`, '' for the whole event) and returns the row. `p_places` is added to
-- the spots that are taken and to those of the ticket type `p_kind` (null: no ticket type), `p_waiting` to the registrations on the
-- waitlist. Both can be negative. The caller holds the row (lock_event_spots).
-- Callers: change_event_registrations, promote_waitlist, release_event_spot
create or replace function add_event_spots(p_event bigint, p_original text, p_kind bigint, p_places int, p_waiting int) returns event_spots language sql as $$
  update event_spots set taken = taken + p_places, waiting = waiting + p_waiting,
    ticket_counts = case when p_kind is null or p_places = 0 then ticket_counts
      else ticket_counts || jsonb_build_object(p_kind::text, coalesce((ticket_counts ->> p_kind::text)::int, 0) + p_places) end
  where school_id = current_school() and event_id = p_event and original = p_original
  returning *
$$;
