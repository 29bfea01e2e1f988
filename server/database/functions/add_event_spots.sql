-- Changes the counters of an event or occurrence (`p_original`, '' for the whole event) and returns the row. `p_spots` is added to
-- the spots that are taken and to those of the ticket type `p_ticket_type` (null: no ticket type), `p_waiting` to the registrations on the
-- waitlist. Both can be negative. The caller holds the row (lock_event_spots).
-- Callers: change_event_registrations, promote_waitlist, release_event_spot
create or replace function add_event_spots(p_event bigint, p_original text, p_ticket_type bigint, p_spots int, p_waiting int) returns event_spots language sql as $$
  update event_spots set taken = taken + p_spots, waiting = waiting + p_waiting,
    ticket_counts = case when p_ticket_type is null or p_spots = 0 then ticket_counts
      else ticket_counts || jsonb_build_object(p_ticket_type::text, coalesce((ticket_counts ->> p_ticket_type::text)::int, 0) + p_spots) end
  where school_id = current_school() and event_id = p_event and original = p_original
  returning *
$$;
