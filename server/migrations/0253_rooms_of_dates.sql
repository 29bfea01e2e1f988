-- A date of a series can have a room and a number of places of its own. `has_room`: it says itself in which room it takes place, or in
-- none; otherwise it is the room of the event. `capacity` null: as the event says.
alter table event_dates
  add column has_room boolean not null default false,
  add column room_id bigint,
  add column capacity int check (capacity between 0 and 1000000),
  add foreign key (school_id, room_id) references rooms (school_id, id) on delete set null (room_id),
  add check (has_room or room_id is null);
create index event_dates_room on event_dates (school_id, room_id) where room_id is not null;

-- What a deleted event had reserved is free, also where only some of its dates had a room.
drop trigger events_room_released on events;
create trigger events_room_released after delete on events for each row execute function release_room_of_event();

-- How many places a time of an event has; null: no limit.
create function date_capacity(e events, p_original text) returns int language sql stable as $$
  select coalesce((select d.capacity from event_dates d where d.school_id = e.school_id and d.event_id = e.id and d.original = p_original
    and e.registration = 'occurrence'), e.capacity)
$$;

-- Both as before (0142, 0200), with the places of the date.
create or replace function register_for_event(p_event bigint, p_original text, p_user bigint, p_kind bigint, p_guests int, p_wish text,
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
  e.capacity := date_capacity(e, p_original);
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

create or replace function promote_event(p_event bigint, p_original text, p_now timestamptz) returns setof event_registrations language plpgsql as $$
declare
  s event_seats;
  e events;
  w event_registrations;
  full_kinds bigint[] := '{}';
  start_at timestamptz;
  last_at timestamptz;
  is_offer boolean;
begin
  select * into s from event_seats where school_id = current_school() and event_id = p_event and original = p_original;
  if s.waiting is null or s.waiting = 0 then return; end if;
  select * into e from events where school_id = current_school() and id = p_event;
  e.capacity := date_capacity(e, p_original);
  if e.status <> 'published' or e.ends_at <= p_now then return; end if;
  if p_original <> '' and not exists (select from event_starts t where t.school_id = current_school() and t.event_id = p_event
      and t.original = p_original and t.ends_at > p_now) then return; end if;
  -- Of what people register for with all its times: the next that begins.
  select min(t.starts_at) into start_at from event_starts t where t.school_id = current_school() and t.event_id = p_event
    and (p_original = '' and t.starts_at > p_now or t.original = p_original);
  last_at := least(start_at, e.closes_at, start_at - make_interval(mins => e.closes_minutes));
  is_offer := e.waitlist = 'offer' and last_at > p_now;
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
        status = case when is_offer then 'offered' else 'registered' end,
        offered_until = case when is_offer then least(p_now + make_interval(hours => e.offer_hours), last_at) end
      where r.school_id = current_school() and r.id = w.id returning r.*;
  end loop;
end $$;
