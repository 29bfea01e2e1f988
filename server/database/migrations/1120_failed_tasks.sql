-- Operators list failed tasks, and metrics count them.
create index event_tasks_failed on event_tasks (failed_at) where failed_at is not null;
