-- The published events that somebody may see, for what other features say of them: counts and lists of a club. Lists of events ask the
-- same with what they have at hand of the reader (features/events/reader).
create function events_seen_by(viewer bigint, is_staff boolean) returns setof events language sql stable as $$
  select e.* from events e
  where e.status = 'published' and (
    is_staff
    or e.audience in ('public', 'school')
    or e.audience = 'hub' and e.hub_id in (select h.id from hubs_of(viewer) h)
    or e.audience = 'members' and exists (select from club_members m where m.school_id = e.school_id and m.club_id = e.club_id
      and m.user_id = viewer and m.status = 'member' and (e.member_tags = '{}' or m.tags && e.member_tags))
    or exists (select from role_grants g where g.school_id = e.school_id and g.scope_id = e.club_id and g.user_id = viewer)
    or exists (select from event_invitees i where i.school_id = e.school_id and i.event_id = e.id and i.user_id = viewer)
    or exists (select from event_hosts h where h.school_id = e.school_id and h.event_id = e.id and h.user_id = viewer)
    or exists (select from event_registrations r where r.school_id = e.school_id and r.event_id = e.id and r.user_id = viewer
      and r.status not in ('canceled', 'declined')))
$$;
