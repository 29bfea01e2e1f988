-- Returns the published events that the viewer can see, for the event lists of clubs. features/events/reader has the same rule for
-- other event pages. No one sees events of a deleted club, even if another club cohosts them, or events that moderators hid. Otherwise, an event is visible
-- - to staff;
-- - with the audience `public` or `school`: to everyone who can see its club (a hidden club's members can), regardless of cohosts;
--   events without a club to everyone;
-- - with the audience `hub`: to people who belong to the hub;
-- - with the audience `members`: to members of the club; if the event has member tags, only to members with one of them; without
--   tags, also to members of clubs that accepted to cohost;
-- - to officers of the club who can manage events;
-- - to people who are invited, who host the event, or whose registration isn't canceled or declined.
-- Callers: features/clubs/listing/club-events.queries.ts
create or replace function events_seen_by(viewer bigint, is_staff boolean) returns setof events language sql stable as $$
  select e.* from events e
  where e.status = 'published' and e.hidden_at is null
    and not exists (select from clubs gone where gone.school_id = e.school_id and gone.id = e.club_id and gone.deleted_at is not null)
    and (is_staff
    or e.audience in ('public', 'school') and (e.club_id is null or exists (select from clubs c where c.school_id = e.school_id and c.id = e.club_id
      and (c.is_open or exists (select from club_members m where m.school_id = c.school_id and m.club_id = c.id and m.user_id = viewer and m.status <> 'banned'))))
    or e.audience = 'hub' and e.hub_id in (select h.id from hubs_of(viewer) h)
    or e.audience = 'members' and exists (select from club_members m where m.school_id = e.school_id and m.club_id = e.club_id
      and m.user_id = viewer and m.status = 'member' and (e.member_tags = '{}' or m.tags && e.member_tags))
    or e.audience = 'members' and e.member_tags = '{}' and exists (select from event_cohosts h
      join club_members m on m.school_id = h.school_id and m.club_id = h.club_id and m.user_id = viewer and m.status = 'member'
      where h.school_id = e.school_id and h.event_id = e.id and h.is_accepted)
    or exists (select from current_grants g join roles o on o.school_id = g.school_id and o.id = g.role_id
      where g.school_id = e.school_id and g.scope_id = e.club_id and g.user_id = viewer and o.scope = 'club'
        and 'events.manage' = any(o.permissions))
    or exists (select from event_invitees i where i.school_id = e.school_id and i.event_id = e.id and i.user_id = viewer)
    or exists (select from event_hosts h where h.school_id = e.school_id and h.event_id = e.id and h.user_id = viewer)
    or exists (select from event_registrations r where r.school_id = e.school_id and r.event_id = e.id and r.user_id = viewer
      and r.status not in ('canceled', 'declined')))
$$;
