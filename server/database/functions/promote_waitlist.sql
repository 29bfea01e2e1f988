-- Gives free spots of an event or occurrence (`p_original`, '' for the whole event) to people on the waitlist, in the order of
-- their numbers, and returns the changed registrations. The caller holds the counters (lock_event_spots, or
-- lockSpots in features/events/setup/setup.queries.ts).
-- Nothing happens if no one waits, if the event isn't published or moderators hid it, or if the event or date is over. For each person:
-- - people whose account is disabled, or whose refund request is open, are skipped (waiting_registrations);
-- - people whose ticket type has too few spots for them and their guests are skipped, and so is everyone after them with the same
--   ticket type;
-- - if the person and their guests exceed the capacity, promotion stops. No one later in the list overtakes them.
-- With `waitlist` = `offer`, people get an offer for `offer_hours` hours, at most until the next start or until registration
-- closes, whichever is earlier. They are registered immediately if this time has passed, or if the waitlist is automatic.
-- Callers: features/events/registration/ticket-orders.queries.ts, features/events/setup/setup.queries.ts, change_event_registrations, register_for_event
create or replace function promote_waitlist(p_event bigint, p_original text, p_now timestamptz) returns setof event_registrations language plpgsql as $$
declare
  s event_spots;
  e events;
  w event_registrations;
  full_ticket_types bigint[] := '{}';
  start_at timestamptz;
  last_at timestamptz;
  is_offer boolean;
begin
  select * into s from event_spots where school_id = current_school() and event_id = p_event and original = p_original;
  if s.waiting is null or s.waiting = 0 then return; end if;
  select * into e from events where school_id = current_school() and id = p_event;
  e.capacity := date_capacity(e, p_original);
  if e.status <> 'published' or e.hidden_at is not null or e.ends_at <= p_now then return; end if;
  if p_original <> '' and not exists (select from event_starts t where t.school_id = current_school() and t.event_id = p_event
      and t.original = p_original and t.ends_at > p_now) then return; end if;
  -- For a registration for all dates of an event, the next start counts.
  select min(t.starts_at) into start_at from event_starts t where t.school_id = current_school() and t.event_id = p_event
    and (p_original = '' and t.starts_at > p_now or t.original = p_original);
  last_at := least(start_at, e.closes_at, start_at - make_interval(mins => e.closes_minutes));
  is_offer := e.waitlist = 'offer' and last_at > p_now;
  for w in select * from waiting_registrations(p_event, p_original) r order by r.number loop
    continue when w.ticket_type_id = any(full_ticket_types);
    exit when e.capacity is not null and s.taken + 1 > e.capacity;
    if not has_free_spots(s, w.ticket_type_id, 1 + w.guests) then
      full_ticket_types := full_ticket_types || w.ticket_type_id;
      continue;
    end if;
    exit when e.capacity is not null and s.taken + 1 + w.guests > e.capacity;
    s := add_event_spots(p_event, p_original, w.ticket_type_id, 1 + w.guests, -1);
    return query update event_registrations r set changed_at = p_now,
        status = case when is_offer then 'offered' else 'registered' end,
        offered_until = case when is_offer then least(p_now + make_interval(hours => e.offer_hours), last_at) end
      where r.school_id = current_school() and r.id = w.id returning r.*;
  end loop;
end $$;
