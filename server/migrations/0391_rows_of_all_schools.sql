-- 0306 and 0307 change rows of all schools, but an owner who is no superuser saw none of them. The runner shows them the rows now;
-- this repeats both for databases that have run them. What people have changed since stays.
alter table calendar_subscriptions no force row level security;
alter table calendar_entries no force row level security;
update calendar_subscriptions set etag = null, last_modified = null;
update calendar_entries set is_free = true
where length(series ->> 'start') = 10 and not is_free
  and updated_at < (select ran_at from migrations where name = '0307_free_entries.sql');
alter table calendar_subscriptions force row level security;
alter table calendar_entries force row level security;
