-- Whether an own entry leaves its time free for bookings and shared free hours. Whole days did so until now.
alter table calendar_entries add column is_free boolean not null default false;
update calendar_entries set is_free = true where length(series ->> 'start') = 10;
