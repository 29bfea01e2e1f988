-- Frees the spots of a registration (one for the person and one for each guest), or its position on the waitlist, in the counters.
-- Requests, maybes, and canceled or declined registrations have none. The caller holds the counters (lock_event_spots) and then
-- promotes the waitlist.
-- Callers: change_event_registrations, register_for_event
create or replace function release_event_spot(r event_registrations) returns void language plpgsql as $$
begin
  if r.status in ('registered', 'offered', 'attended', 'absent', 'excused') then
    perform add_event_spots(r.event_id, r.original, r.ticket_type_id, -(1 + r.guests), 0);
  elsif r.status = 'waiting' then
    perform add_event_spots(r.event_id, r.original, null, 0, -1);
  end if;
end $$;
