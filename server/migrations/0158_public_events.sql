-- Public events of a school, for calendar files that anybody reads.
create index events_public on events (school_id, ends_at) where audience = 'public';
