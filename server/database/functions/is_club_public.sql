-- Returns whether visitors can see a club's page: the school shares club pages, the club shares its own, and the club is published,
-- active or frozen, and neither hidden nor deleted.
-- Callers: features/clubs/clubs.queries.ts, features/clubs/public-page/public-page.queries.ts,
-- features/events/calendar/event-files.queries.ts, features/school-data/school-data.queries.ts, features/schools/schools.queries.ts
create or replace function is_club_public(c clubs) returns boolean language sql stable as $$
  select c.is_public and c.is_published and not c.is_hidden and c.status in ('active', 'frozen') and c.deleted_at is null
    and (select s.share_clubs from schools s where s.school_id = c.school_id)
$$;
