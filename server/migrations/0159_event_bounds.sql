-- Gives free places to those who wait, as before (0142), but of no time that is over or no longer takes place: whoever waited is not told
-- of a place in the past.
create or replace function promote_event(p_event bigint, p_original text, p_now timestamptz) returns setof event_registrations language plpgsql as $$
declare
  s event_seats;
  e events;
  w event_registrations;
  full_kinds bigint[] := '{}';
begin
  select * into s from event_seats where school_id = current_school() and event_id = p_event and original = p_original;
  if s.waiting is null or s.waiting = 0 then return; end if;
  select * into e from events where school_id = current_school() and id = p_event;
  if e.status <> 'published' or e.ends_at <= p_now then return; end if;
  if p_original <> '' and not exists (select from event_starts t where t.school_id = current_school() and t.event_id = p_event
      and t.original = p_original and t.ends_at > p_now) then return; end if;
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

-- Of officers only those see events by their position who manage events in it, and as long as they have it.
create or replace function events_seen_by(viewer bigint, is_staff boolean) returns setof events language sql stable as $$
  select e.* from events e
  where e.status = 'published' and (
    is_staff
    or e.audience in ('public', 'school')
    or e.audience = 'hub' and e.hub_id in (select h.id from hubs_of(viewer) h)
    or e.audience = 'members' and exists (select from club_members m where m.school_id = e.school_id and m.club_id = e.club_id
      and m.user_id = viewer and m.status = 'member' and (e.member_tags = '{}' or m.tags && e.member_tags))
    or exists (select from role_grants g join roles o on o.school_id = g.school_id and o.id = g.role_id
      where g.school_id = e.school_id and g.scope_id = e.club_id and g.user_id = viewer and o.scope = 'club'
        and 'events.manage' = any(o.permissions) and (g.ends_at is null or g.ends_at > now()))
    or exists (select from event_invitees i where i.school_id = e.school_id and i.event_id = e.id and i.user_id = viewer)
    or exists (select from event_hosts h where h.school_id = e.school_id and h.event_id = e.id and h.user_id = viewer)
    or exists (select from event_registrations r where r.school_id = e.school_id and r.event_id = e.id and r.user_id = viewer
      and r.status not in ('canceled', 'declined')))
$$;
