-- Admins filter the activity log by type and by date.
create index activity_log_kind on activity_log (school_id, kind, number);
create index activity_log_at on activity_log (school_id, at, number);
