-- Returns the clubs that the viewer can see. Every query that shows clubs to signed-in people uses this rule:
-- - staff see all clubs, including deleted ones;
-- - everyone else sees a club that isn't deleted if it is open to the school (`is_open`), or if they have a membership row in it
--   (member, requested, invited) and aren't banned.
-- Callers: features/calendar/feeds/feeds.queries.ts, features/club-files/club-files.queries.ts, features/clubs/clubs.queries.ts,
-- features/clubs/labels/labels.queries.ts, features/clubs/listing/listing.queries.ts,
-- features/clubs/membership/club-people.queries.ts, features/clubs/membership/membership.queries.ts,
-- features/clubs/suggested/suggested.queries.ts, features/events/listing/listing.queries.ts,
-- features/events/page/event-page.queries.ts, features/events/reader/event-reader.queries.ts,
-- features/events/setup/setup.queries.ts, features/notifications/notifications.queries.ts,
-- features/people/groups/groups.queries.ts, features/posts/posts.queries.ts, features/posts/reader/post-reader.queries.ts,
-- features/surveys/surveys.queries.ts, features/jobs/jobs.queries.ts, features/jobs/searches/searches.queries.ts, surveys_seen_by
create or replace function clubs_seen_by(viewer bigint, is_staff boolean) returns setof clubs language sql stable as $$
  select c.* from clubs c
  where is_staff or c.deleted_at is null and (c.is_open
    or exists (select from club_members m where m.school_id = c.school_id and m.club_id = c.id and m.user_id = viewer and m.status <> 'banned'))
$$;
