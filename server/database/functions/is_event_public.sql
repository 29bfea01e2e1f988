-- Returns whether visitors can see an event. All of these must apply:
-- - the school shares events;
-- - the event has the audience `public`, is published or canceled, and isn't hidden by moderators;
-- - its club, if it has one, is published, active or frozen, and neither hidden nor deleted.
-- Callers: features/events/calendar/event-files.queries.ts, features/events/page/event-page.queries.ts,
-- features/events/public-page/public-page.queries.ts, features/school-data/school-data.queries.ts, features/schools/schools.queries.ts
create or replace function is_event_public(e events) returns boolean language sql stable as $$
  select e.audience = 'public' and e.hidden_at is null and e.status in ('published', 'canceled') and (e.club_id is null or exists (
    select from clubs c where c.school_id = e.school_id and c.id = e.club_id and c.deleted_at is null
      and c.is_published and not c.is_hidden and c.status in ('active', 'frozen')))
    and (select s.share_events from schools s where s.school_id = e.school_id)
$$;
