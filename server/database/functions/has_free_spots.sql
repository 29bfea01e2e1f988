-- Returns whether a ticket type has `p_places` more spots. A ticket type without a quota, and a registration without a ticket type
-- (`p_kind` null), have no limit here. The event's capacity is checked separately.
-- Callers: promote_waitlist, register_for_event
create or replace function has_free_spots(s event_spots, p_kind bigint, p_places int) returns boolean language sql stable as $$
  select p_kind is null or coalesce((
    select k.quota is null or coalesce((s.ticket_counts ->> p_kind::text)::int, 0) + p_places <= k.quota
    from event_ticket_types k where k.school_id = current_school() and k.id = p_kind), true)
$$;
