-- Whether events of a school may be shown to anybody: the school allows them, and hosts choose the audience `public`. Schools that have
-- such events go on showing them.
alter table schools add column share_events boolean not null default false;
alter table events no force row level security;
update schools s set share_events = true where exists (select from events e where e.school_id = s.school_id and e.audience = 'public');
alter table events force row level security;

create or replace function is_event_public(e events) returns boolean language sql stable as $$
  select e.audience = 'public' and e.status in ('published', 'canceled') and (e.club_id is null or exists (
    select from clubs c where c.school_id = e.school_id and c.id = e.club_id and c.deleted_at is null
      and c.is_published and not c.is_hidden and c.status in ('active', 'frozen')))
    and (select s.share_events from schools s where s.school_id = e.school_id)
$$;
