-- Registers a person for an event or occurrence (`p_original`, '' for the whole event), or changes their registration. It locks the
-- counters first (lock_event_spots), so the order of the locks is the order of registrations. Every registration waits for this
-- lock, so the function writes the counters once.
-- `p_wish`: `yes`; `maybe`; `accept` (a host accepts a request, so no approval is needed); `host` (a host adds the person or checks
-- them in, regardless of capacity).
-- It refuses with
-- - `event_canceled`, `event_not_published`;
-- - `registration_over`: the host has already recorded attendance;
-- - `registration_declined`: a host declined the person;
-- - `registration_refund_open`: the registration was canceled, and a refund request for its paid order is open. Otherwise the person would
--   have the spot and get the money. The same applies if the person asked for a spot again before the request was opened.
-- A host's wish ignores `registration_over` and `registration_declined`; it changes nothing if the person is already registered or attended.
-- An offer that has expired is canceled first, and its spots go to the waitlist, because the job that does this may run later.
-- Hosts can still register the person with these spots. The first case that applies decides the new status:
-- - wish `maybe`: maybe
-- - wish `host`: registered
-- - registered, same ticket type and guests: registered
-- - registered, with changes: registered if the spots are free; more spots only while no one waits. Otherwise `registration_full`.
-- - has an offer for the same ticket type and at least as many spots: registered. With another wish: `registration_full`.
-- - the event needs approval, wish `yes`, not on the waitlist: requested
-- - on the waitlist: waiting
-- - the spots are free, and no one on the waitlist could take them: registered
-- - the event has a waitlist: waiting
-- - otherwise `registration_full`
-- A person gets a new number (their position in the order) with a new status, but not for changes to spots they already have or
-- accept. If spots become free, the waitlist is promoted.
-- A ticket type with a price makes the order due; the caller places it. There is no ticket before it is paid.
-- Returns the registration, the counters, the error code (null: none), whether anything changed, the other people who were
-- promoted, and the position on the waitlist (1 is next, null if not waiting).
-- Callers: demo/demo.queries.ts, features/events/registration/registration.queries.ts
create or replace function register_for_event(p_event bigint, p_original text, p_user bigint, p_ticket_type bigint, p_guests int, p_wish text,
    p_is_hidden boolean, p_is_walk_in boolean, p_now timestamptz,
    out registration event_registrations, out counters event_spots, out refused text, out changed boolean, out promoted bigint[], out position_waiting int) language plpgsql as $$
declare
  s event_spots;
  e events;
  r event_registrations;
  had int := 0;
  wants int := 1 + p_guests;
  next_status text;
  fits boolean;
  is_host boolean := p_wish = 'host';
  is_numbered boolean;
begin
  changed := false;
  promoted := '{}';
  s := lock_event_spots(p_event, p_original);
  counters := s;
  select * into e from events where school_id = current_school() and id = p_event;
  if e.registration = 'occurrence' then e.capacity := date_capacity(e, p_original); end if;
  if e.status is distinct from 'published' then
    refused := case e.status when 'canceled' then 'event_canceled' else 'event_not_published' end;
    return;
  end if;
  select * into r from event_registrations x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original and x.user_id = p_user;
  registration := r;
  if not is_host and r.status in ('attended', 'absent', 'excused') then refused := 'registration_over'; return; end if;
  if is_host and r.status in ('attended', 'absent', 'excused', 'registered') then return; end if;
  if not is_host and r.status = 'declined' then refused := 'registration_declined'; return; end if;
  if r.status not in ('registered', 'attended', 'absent', 'excused') and r.order_state = 'paid'
    and exists (select from refund_requests q where q.school_id = current_school() and q.order_id = r.order_id and q.state = 'open') then
    refused := 'registration_refund_open';
    return;
  end if;
  if not is_host and r.status = 'offered' and r.offered_until <= p_now then
    promoted := (select c.promoted from change_event_registrations(p_event, p_original, array[p_user], array['offered'], 'canceled', '', p_now) c);
    select * into r from event_registrations x where x.school_id = current_school() and x.id = r.id;
    select * into s from event_spots x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original;
    counters := s;
  end if;
  if r.status in ('registered', 'offered') then had := 1 + r.guests; end if;
  fits := (e.capacity is null or s.taken - had + wants <= e.capacity)
    and (p_ticket_type is null or has_free_spots(s, p_ticket_type, wants - case when r.ticket_type_id is not distinct from p_ticket_type then had else 0 end));

  if p_wish = 'maybe' then next_status := 'maybe';
  elsif is_host then next_status := 'registered';
  elsif r.status = 'registered' and r.ticket_type_id is not distinct from p_ticket_type and r.guests = p_guests then next_status := 'registered';
  elsif r.status = 'registered' then
    -- People can only get more spots while no one waits for them.
    if not fits or (wants > had and s.waiting > 0 and exists (select from waiting_registrations(p_event, p_original))) then refused := 'registration_full'; return; end if;
    next_status := 'registered';
  elsif r.status = 'offered' and wants <= had and r.ticket_type_id is not distinct from p_ticket_type then next_status := 'registered';
  elsif r.status = 'offered' then refused := 'registration_full'; return;
  elsif e.needs_approval and p_wish = 'yes' and r.status is distinct from 'waiting' then next_status := 'requested';
  elsif r.status = 'waiting' then next_status := 'waiting';
  elsif fits and not (s.waiting > 0 and exists (
      select from waiting_registrations(p_event, p_original) w
        where w.ticket_type_id is not distinct from p_ticket_type or has_free_spots(s, w.ticket_type_id, 1 + w.guests))) then
    next_status := 'registered';
  elsif e.waitlist <> 'off' then next_status := 'waiting';
  else refused := 'registration_full'; return;
  end if;

  changed := r.status is distinct from next_status or r.ticket_type_id is distinct from p_ticket_type or r.guests is distinct from p_guests;
  if not changed and r.is_hidden = p_is_hidden then
    position_waiting := waitlist_position(r);
    return;
  end if;
  -- People who change the spots that they have keep their number.
  is_numbered := r.status is distinct from next_status and not (coalesce(r.status, '') in ('registered', 'offered') and next_status = 'registered');
  if changed then
    if r.id is not null then perform release_event_spot(r); end if;
    update event_spots x set last_number = x.last_number + is_numbered::int,
        taken = x.taken + case when next_status = 'registered' then wants else 0 end,
        waiting = x.waiting + case when next_status = 'waiting' then 1 else 0 end,
        ticket_counts = case when p_ticket_type is null or next_status <> 'registered' then x.ticket_counts
          else x.ticket_counts || jsonb_build_object(p_ticket_type::text, coalesce((x.ticket_counts ->> p_ticket_type::text)::int, 0) + wants) end
      where x.school_id = current_school() and x.event_id = p_event and x.original = p_original returning x.* into s;
  end if;
  counters := s;
  insert into event_registrations as x (school_id, event_id, original, user_id, status, ticket_type_id, guests, number, registered_at, changed_at, is_hidden, is_walk_in, order_state)
  values (current_school(), p_event, p_original, p_user, next_status, p_ticket_type, p_guests, case when is_numbered then s.last_number else r.number end, p_now, p_now, p_is_hidden, p_is_walk_in,
    case when exists (select from event_ticket_types k where k.school_id = current_school() and k.id = p_ticket_type and k.price is not null) then 'due' else 'free' end)
  on conflict (school_id, event_id, original, user_id) do update set status = excluded.status, ticket_type_id = excluded.ticket_type_id,
    guests = excluded.guests, number = excluded.number, changed_at = excluded.changed_at, is_hidden = excluded.is_hidden,
    offered_until = null, reason = '', order_state = case when x.order_state = 'paid' and x.ticket_type_id is not distinct from excluded.ticket_type_id
      then 'paid' else excluded.order_state end, is_walk_in = x.is_walk_in or excluded.is_walk_in,
    registered_at = case when x.status in ('canceled', 'declined') then excluded.registered_at else x.registered_at end
  returning x.* into registration;
  -- Fewer guests, or a maybe, can free spots for the waitlist, and fewer guests of a waiting person can fit. Without
  -- a free spot, promote_waitlist has nothing to give.
  if s.waiting > 0 and (e.capacity is null or s.taken < e.capacity) then
    promoted := promoted || array(select x.user_id from promote_waitlist(p_event, p_original, p_now) x);
    if registration.status = 'waiting' and p_user = any(promoted) then
      select * into registration from event_registrations x where x.school_id = current_school() and x.id = registration.id;
      promoted := array_remove(promoted, p_user);
    end if;
    select * into counters from event_spots x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original;
    position_waiting := waitlist_position(registration);
  elsif registration.status = 'waiting' then
    -- A person who just got a number is last on the waitlist. For speed, this also counts people whose account has just been disabled,
    -- until `events.leave-disabled` has removed them.
    position_waiting := case when is_numbered then s.waiting else waitlist_position(registration) end;
  end if;
end $$;
