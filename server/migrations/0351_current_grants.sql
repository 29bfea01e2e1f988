-- Roles and positions that people hold now. Whatever asks who holds one asks this: half of the rules forgot that a grant can end.
-- Row-level security is that of the caller, as for the table.
create view current_grants with (security_invoker = true) as
  select * from role_grants g where g.ends_at is null or g.ends_at > now();

create or replace function surveys_seen_by(viewer bigint, is_staff boolean) returns setof surveys language sql stable as $$
  select s.* from surveys s
  where s.published_at is not null
    and (exists (select from clubs_seen_by(viewer, is_staff) c where c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null)
      and (is_staff or s.audience = 'school'
        or exists (select from current_grants g where g.school_id = s.school_id and g.scope_id = s.club_id and g.user_id = viewer)
        or not s.is_audience_fixed and exists (select from club_members m where m.school_id = s.school_id and m.club_id = s.club_id
          and m.user_id = viewer and m.status = 'member' and (s.audience = 'members' or m.tags && s.tags)))
      or s.is_audience_fixed
        and exists (select from survey_audience a where a.school_id = s.school_id and a.survey_id = s.id and a.user_id = viewer)
        and exists (select from clubs c where c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null and not c.is_hidden))
$$;

create or replace function events_seen_by(viewer bigint, is_staff boolean) returns setof events language sql stable as $$
  select e.* from events e
  where e.status = 'published'
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

create or replace function club_file_level(club clubs, viewer bigint, is_staff boolean) returns int language sql stable as $$
  select case
    when is_staff or exists (select from current_grants g where g.school_id = club.school_id and g.user_id = viewer and g.scope_id = club.id) then 3
    when exists (select from club_members m where m.school_id = club.school_id and m.club_id = club.id and m.user_id = viewer and m.status = 'member') then 2
    when club.posts_for = 'everyone' then 1
    else 0 end
$$;

create or replace function club_managed(which bigint, person bigint, moment timestamptz) returns void language sql as $$
  update clubs c set managed_at = moment
  where (c.school_id, c.id) in (
    select k.school_id, k.id from clubs k
    where k.school_id = current_school() and k.id = which and (k.managed_at is null or k.managed_at < moment)
      and exists (select from current_grants g where g.school_id = k.school_id and g.user_id = person and g.scope_id = k.id)
    for no key update skip locked);
$$;
