-- What of a calendar file couldn't be read: how much, and the first of it with line, title and error code.
alter table calendar_subscriptions
  add column unread_count int not null default 0,
  add column unread jsonb not null default '[]';

-- Calendars that were read before keep less of their files than is read now; without these marks, servers send them again.
update calendar_subscriptions set etag = null, last_modified = null;
