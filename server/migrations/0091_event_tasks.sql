-- What event handlers still have to do of events that are marked as delivered: what waits for its time, takes long, or has failed and
-- is tried again. What a handler did at once has no row.
create table event_tasks (
  school_id int not null,
  event_id bigint not null,
  -- Name of the event handler.
  handler text not null,
  -- When it is to be run; while a server runs it, when that server counts as dead.
  run_at timestamptz not null,
  -- How often it was begun.
  tries int not null default 0,
  -- When it failed for the last time; it is not run again.
  failed_at timestamptz,
  -- Message of its last error.
  error text,
  primary key (school_id, event_id, handler),
  foreign key (school_id, event_id) references outbox (school_id, id) on delete cascade
);
create index event_tasks_due on event_tasks (handler, run_at, event_id) where failed_at is null;
