-- Servers take waiting events of all schools in turn, so that many events of one school don't delay those of others. Immediate events have
-- the due time '-infinity', so their schools are next to each other.
create index outbox_waiting_by_school on outbox (coalesce(due_at, '-infinity'::timestamptz), school_id, id) where delivered_at is null;
drop index outbox_waiting;
-- Tasks of a handler, also by school.
create index event_tasks_by_school on event_tasks (handler, school_id, run_at, event_id) where failed_at is null;
