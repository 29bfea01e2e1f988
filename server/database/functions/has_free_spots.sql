-- Returns whether a ticket type has `p_spots` more spots. A ticket type without a quota, and a registration without a ticket type
-- (`p_ticket_type` null), have no limit here. The event's capacity is checked separately.
-- Callers: promote_waitlist, register_for_event
create or replace function has_free_spots(s event_spots, p_ticket_type bigint, p_spots int) returns boolean language sql stable as $$
  select p_ticket_type is null or coalesce((
    select k.quota is null or coalesce((s.ticket_counts ->> p_ticket_type::text)::int, 0) + p_spots <= k.quota
    from event_ticket_types k where k.school_id = current_school() and k.id = p_ticket_type), true)
$$;
