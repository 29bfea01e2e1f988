-- People choose reminders from more times. Published events get the additional reminders together with their next reminder of an hour
-- before. Those whose time has passed reach no one, and schedule the next.
alter table event_reminders drop constraint event_reminders_minutes_check;
alter table event_reminders add constraint event_reminders_minutes_check check (cardinality(minutes) <= 10);
alter table outbox no force row level security;
insert into outbox (school_id, kind, payload, due_at, origin)
  select o.school_id, o.kind, o.payload || jsonb_build_object('minutes', t.minutes),
    greatest((o.payload ->> 'startsAt')::timestamptz - t.minutes * interval '1 minute', now()), o.origin
  from outbox o cross join unnest('{10080,2880,180,30,15}'::int[]) as t (minutes)
  where o.kind = 'event_reminder_due' and o.delivered_at is null and (o.payload ->> 'minutes')::int = 60 and not o.payload ? 'late';
