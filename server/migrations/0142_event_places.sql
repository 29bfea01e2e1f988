-- How places of events are given. Each function first holds the row of the places, so that everybody else waits; what it reads
-- afterwards is what the one before has left.

-- Holds the places of an event or occurrence; they come to be when somebody first asks.
create function hold_event_places(p_event bigint, p_original text) returns event_seats language plpgsql as $$
declare
  s event_seats;
begin
  select * into s from event_seats where school_id = current_school() and event_id = p_event and original = p_original for update;
  if not found then
    insert into event_seats (school_id, event_id, original) values (current_school(), p_event, p_original) on conflict do nothing;
    select * into s from event_seats where school_id = current_school() and event_id = p_event and original = p_original for update;
  end if;
  return s;
end $$;

-- Adds to, or takes from, the places that are given; `p_waiting` to those who wait.
create function add_event_places(p_event bigint, p_original text, p_kind bigint, p_places int, p_waiting int) returns event_seats language sql as $$
  update event_seats set taken = taken + p_places, waiting = waiting + p_waiting,
    kinds = case when p_kind is null or p_places = 0 then kinds
      else kinds || jsonb_build_object(p_kind::text, coalesce((kinds ->> p_kind::text)::int, 0) + p_places) end
  where school_id = current_school() and event_id = p_event and original = p_original
  returning *
$$;

-- Whether a kind of ticket has so many places more; a registration without a kind is bound by none.
create function has_kind_places(s event_seats, p_kind bigint, p_places int) returns boolean language sql stable as $$
  select p_kind is null or coalesce((
    select k.quota is null or coalesce((s.kinds ->> p_kind::text)::int, 0) + p_places <= k.quota
    from event_ticket_kinds k where k.school_id = current_school() and k.id = p_kind), true)
$$;

-- Gives free places to those who wait, in their order; whoever does not fit holds up those behind, of a kind that is full only those
-- of the same kind. The caller holds the places. Answers who got one.
create function promote_event(p_event bigint, p_original text, p_now timestamptz) returns setof event_registrations language plpgsql as $$
declare
  s event_seats;
  e events;
  w event_registrations;
  full_kinds bigint[] := '{}';
begin
  select * into s from event_seats where school_id = current_school() and event_id = p_event and original = p_original;
  if s.waiting is null or s.waiting = 0 then return; end if;
  select * into e from events where school_id = current_school() and id = p_event;
  if e.status <> 'published' then return; end if;
  for w in select * from event_registrations r where r.school_id = current_school() and r.event_id = p_event and r.original = p_original
      and r.status = 'waiting' order by r.number loop
    continue when w.kind_id = any(full_kinds);
    exit when e.capacity is not null and s.taken + 1 > e.capacity;
    if not has_kind_places(s, w.kind_id, 1 + w.guests) then
      full_kinds := full_kinds || w.kind_id;
      continue;
    end if;
    exit when e.capacity is not null and s.taken + 1 + w.guests > e.capacity;
    s := add_event_places(p_event, p_original, w.kind_id, 1 + w.guests, -1);
    return query update event_registrations r set changed_at = p_now,
        status = case e.waitlist when 'offer' then 'offered' else 'registered' end,
        offered_until = case e.waitlist when 'offer' then p_now + make_interval(hours => e.offer_hours) end
      where r.school_id = current_school() and r.id = w.id returning r.*;
  end loop;
end $$;

-- Takes somebody off: their place, if they had one, goes to whoever waits. The caller holds the places.
create function release_event_place(r event_registrations) returns void language plpgsql as $$
begin
  if r.status in ('registered', 'offered', 'attended', 'absent', 'excused') then
    perform add_event_places(r.event_id, r.original, r.kind_id, -(1 + r.guests), 0);
  elsif r.status = 'waiting' then
    perform add_event_places(r.event_id, r.original, null, 0, -1);
  end if;
end $$;

-- The place of somebody on the waitlist, where 1 is the next; null for others. Not stable: it sees what its transaction has just done.
create function waiting_position(r event_registrations) returns int language sql as $$
  select case when r.status = 'waiting' then (select count(*)::int from event_registrations w where w.school_id = r.school_id
    and w.event_id = r.event_id and w.original = r.original and w.status = 'waiting' and w.number <= r.number) end
$$;

-- What somebody becomes who asks for places. `p_wish`: `yes` or `maybe`; `accept`, hosts let them have a place if there is one;
-- `host`, hosts put them on the list whatever fits.
-- `refused`: the code of the refusal, where nothing has changed. `changed`: whether they are something else than before.
create function register_for_event(p_event bigint, p_original text, p_user bigint, p_kind bigint, p_guests int, p_wish text,
    p_is_hidden boolean, p_is_walk_in boolean, p_now timestamptz,
    out registration event_registrations, out places event_seats, out refused text, out changed boolean, out promoted bigint[], out position_waiting int) language plpgsql as $$
declare
  s event_seats;
  e events;
  r event_registrations;
  had int := 0;
  wants int := 1 + p_guests;
  next_status text;
  fits boolean;
  is_host boolean := p_wish = 'host';
begin
  changed := false;
  promoted := '{}';
  s := hold_event_places(p_event, p_original);
  places := s;
  select * into e from events where school_id = current_school() and id = p_event;
  if e.status is distinct from 'published' then
    refused := case e.status when 'canceled' then 'event_canceled' else 'event_not_published' end;
    return;
  end if;
  select * into r from event_registrations x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original and x.user_id = p_user;
  registration := r;
  if not is_host and r.status in ('attended', 'absent', 'excused') then refused := 'registration_over'; return; end if;
  if is_host and r.status in ('attended', 'absent', 'excused', 'registered') then return; end if;
  if not is_host and r.status = 'declined' then refused := 'registration_declined'; return; end if;
  if r.status in ('registered', 'offered') then had := 1 + r.guests; end if;
  fits := (e.capacity is null or s.taken - had + wants <= e.capacity)
    and has_kind_places(s, p_kind, wants - case when r.kind_id is not distinct from p_kind then had else 0 end);

  if p_wish = 'maybe' then next_status := 'maybe';
  elsif is_host then next_status := 'registered';
  elsif r.status = 'registered' and r.kind_id is not distinct from p_kind and r.guests = p_guests then next_status := 'registered';
  elsif r.status = 'registered' then
    -- More than one has only if nobody else waits for it.
    if not fits or (wants > had and s.waiting > 0) then refused := 'registration_full'; return; end if;
    next_status := 'registered';
  elsif r.status = 'offered' and wants <= had and r.kind_id is not distinct from p_kind then next_status := 'registered';
  elsif r.status = 'offered' then refused := 'registration_full'; return;
  elsif e.needs_approval and p_wish = 'yes' and r.status is distinct from 'waiting' then next_status := 'requested';
  elsif r.status = 'waiting' then next_status := 'waiting';
  elsif fits and not (s.waiting > 0 and exists (
      select from event_registrations w where w.school_id = current_school() and w.event_id = p_event and w.original = p_original
        and w.status = 'waiting' and (w.kind_id is not distinct from p_kind or has_kind_places(s, w.kind_id, 1 + w.guests)))) then
    next_status := 'registered';
  elsif e.waitlist <> 'off' then next_status := 'waiting';
  else refused := 'registration_full'; return;
  end if;

  changed := r.status is distinct from next_status or r.kind_id is distinct from p_kind or r.guests is distinct from p_guests;
  if not changed and r.is_hidden = p_is_hidden then
    position_waiting := waiting_position(r);
    return;
  end if;
  if changed then
    if r.id is not null then perform release_event_place(r); end if;
    perform add_event_places(p_event, p_original, p_kind, case when next_status = 'registered' then wants else 0 end,
      case when next_status = 'waiting' then 1 else 0 end);
  end if;
  if r.status is distinct from next_status and not (coalesce(r.status, '') in ('registered', 'offered') and next_status = 'registered') then
    update event_seats x set last_number = last_number + 1
      where x.school_id = current_school() and x.event_id = p_event and x.original = p_original returning x.* into s;
  else
    s.last_number := r.number;
  end if;
  insert into event_registrations as x (school_id, event_id, original, user_id, status, kind_id, guests, number, registered_at, changed_at, is_hidden, is_walk_in)
  values (current_school(), p_event, p_original, p_user, next_status, p_kind, p_guests, s.last_number, p_now, p_now, p_is_hidden, p_is_walk_in)
  on conflict (school_id, event_id, original, user_id) do update set status = excluded.status, kind_id = excluded.kind_id,
    guests = excluded.guests, number = excluded.number, changed_at = excluded.changed_at, is_hidden = excluded.is_hidden,
    offered_until = null, reason = '', is_walk_in = x.is_walk_in or excluded.is_walk_in,
    registered_at = case when x.status in ('canceled', 'declined') then excluded.registered_at else x.registered_at end
  returning x.* into registration;
  -- Fewer guests, or a maybe, may let somebody in; so may whoever waits with fewer guests.
  promoted := array(select x.user_id from promote_event(p_event, p_original, p_now) x);
  if registration.status = 'waiting' and p_user = any(promoted) then
    select * into registration from event_registrations x where x.school_id = current_school() and x.id = registration.id;
    promoted := array_remove(promoted, p_user);
  end if;
  select * into places from event_seats x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original;
  position_waiting := waiting_position(registration);
end $$;

-- Makes something else of registrations of one event or occurrence: what their people or hosts say, or an offer that has run out.
-- `p_from`: only what is one of these now. Answers whom it changed, and who got a place by it.
create function change_event_registrations(p_event bigint, p_original text, p_users bigint[], p_from text[], p_to text, p_reason text, p_now timestamptz,
    out changed bigint[], out promoted bigint[], out places event_seats) language plpgsql as $$
declare
  r event_registrations;
begin
  changed := '{}';
  promoted := '{}';
  places := hold_event_places(p_event, p_original);
  for r in select * from event_registrations x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original
      and x.user_id = any(p_users) and x.status = any(p_from) and x.status <> p_to order by x.number loop
    perform release_event_place(r);
    if p_to in ('registered', 'attended', 'absent', 'excused') then
      perform add_event_places(p_event, p_original, r.kind_id, 1 + r.guests, 0);
    end if;
    update event_registrations x set status = p_to, changed_at = p_now, reason = p_reason, offered_until = null
      where x.school_id = current_school() and x.id = r.id;
    changed := changed || r.user_id;
  end loop;
  promoted := array(select x.user_id from promote_event(p_event, p_original, p_now) x);
  select * into places from event_seats x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original;
end $$;
