-- Lists of coming events walk this index in the order of time; with the end in it, what is already over is left out without a look at the table.
create index event_starts_by_time on event_starts (school_id, starts_at, event_id) include (ends_at, original);
drop index event_starts_time;
