-- Giving places as before (0253), but to nobody whose account is deactivated: nobody sees them on the list, and they cannot come.
create or replace function promote_waitlist(p_event bigint, p_original text, p_now timestamptz) returns setof event_registrations language plpgsql as $$
declare
  s event_spots;
  e events;
  w event_registrations;
  full_kinds bigint[] := '{}';
  start_at timestamptz;
  last_at timestamptz;
  is_offer boolean;
begin
  select * into s from event_spots where school_id = current_school() and event_id = p_event and original = p_original;
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
      and r.status = 'waiting' and not exists (select from users u where u.school_id = r.school_id and u.id = r.user_id and u.is_disabled)
      order by r.number loop
    continue when w.kind_id = any(full_kinds);
    exit when e.capacity is not null and s.taken + 1 > e.capacity;
    if not has_free_spots(s, w.kind_id, 1 + w.guests) then
      full_kinds := full_kinds || w.kind_id;
      continue;
    end if;
    exit when e.capacity is not null and s.taken + 1 + w.guests > e.capacity;
    s := add_event_spots(p_event, p_original, w.kind_id, 1 + w.guests, -1);
    return query update event_registrations r set changed_at = p_now,
        status = case when is_offer then 'offered' else 'registered' end,
        offered_until = case when is_offer then least(p_now + make_interval(hours => e.offer_hours), last_at) end
      where r.school_id = current_school() and r.id = w.id returning r.*;
  end loop;
end $$;
