-- Takes somebody off: their place, if they had one, goes to whoever waits. The caller holds the places.
create or replace function release_event_spot(r event_registrations) returns void language plpgsql as $$
begin
  if r.status in ('registered', 'offered', 'attended', 'absent', 'excused') then
    perform add_event_spots(r.event_id, r.original, r.kind_id, -(1 + r.guests), 0);
  elsif r.status = 'waiting' then
    perform add_event_spots(r.event_id, r.original, null, 0, -1);
  end if;
end $$;
