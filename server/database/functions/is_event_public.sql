-- Whether a visitor may see an event: the one place where the rule stands. Of a club that is to be seen; the school shows events to
-- anybody by letting people say so of an event.
create or replace function is_event_public(e events) returns boolean language sql stable as $$
  select e.audience = 'public' and e.status in ('published', 'canceled') and (e.club_id is null or exists (
    select from clubs c where c.school_id = e.school_id and c.id = e.club_id and c.deleted_at is null
      and c.is_published and not c.is_hidden and c.status in ('active', 'frozen')))
    and (select s.share_events from schools s where s.school_id = e.school_id)
$$;
