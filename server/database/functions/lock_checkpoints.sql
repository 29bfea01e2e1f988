-- Takes the shared advisory lock on a school's name checkpoints, until the transaction ends. Transactions that add or remove people
-- take it; rebuild_name_checkpoints takes the same lock (`posts` in kernel/database/locks.ts) exclusively.
-- Callers: count_facets
create or replace function lock_checkpoints(school int) returns void language sql volatile as $$ select pg_advisory_xact_lock_shared(7267666, school) $$;
