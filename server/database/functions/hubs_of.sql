-- Returns the hubs that a person belongs to. Every query about someone's hubs uses this rule. A person belongs to a hub that isn't
-- archived if the hub is for everyone, if it includes their account type or major, or if someone added them.
-- Callers: features/calendar/feeds/feeds.queries.ts, features/chat/chat.queries.ts, features/events/reader/event-reader.queries.ts,
-- features/hubs/hubs.queries.ts, features/menus/menus.queries.ts, features/posts/notifications/post-notifications.queries.ts,
-- features/posts/posts.queries.ts, features/posts/reader/post-reader.queries.ts, features/posts/scheduled/publisher.queries.ts,
-- events_seen_by
create or replace function hubs_of(person bigint) returns setof hubs language sql stable as $$
  select h.* from users u join hubs h on h.school_id = u.school_id
  where u.school_id = current_school() and u.id = person and h.archived_at is null
    and (h.is_for_everyone or u.account_type = any (h.account_types) or u.major = any (h.majors)
      or exists (select from hub_members m where m.school_id = h.school_id and m.hub_id = h.id and m.user_id = u.id))
$$;
