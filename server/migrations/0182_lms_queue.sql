-- When somebody's reading of the learning system was queued, so that the next round passes over whoever still waits.
alter table lms_grants add column queued_at timestamptz;
