-- Posts that were set for a time before 0210: they stand in the list of what is scheduled, and the job lets them out. Of every school.
alter table posts no force row level security;
alter table outbox no force row level security;
update posts set waits = true, scheduled_by = author_id, is_announced = false
where published_at > now() and not waits and deleted_at is null;
-- What was to tell of them at their time wakes the job then, which tells of them once they are out.
update outbox set kind = 'post_due' where kind = 'post_published' and delivered_at is null and due_at > now();
-- Of those that the word list held back nothing was to be told.
insert into outbox (school_id, kind, actor_id, payload, due_at)
select p.school_id, 'post_due', p.author_id, jsonb_build_object('post', p.id, 'club', p.club_id,
  'at', to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), p.published_at
from posts p
where p.waits and p.unpublished is null and p.deleted_at is null and p.published_at > now()
  and not exists (select from outbox o where o.school_id = p.school_id and o.kind = 'post_due' and o.delivered_at is null
    and (o.payload ->> 'post')::bigint = p.id);
alter table posts force row level security;
alter table outbox force row level security;
