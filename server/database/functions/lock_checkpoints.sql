-- Whoever moves people between posts holds this shared; whoever sets the posts anew holds it alone.
create or replace function lock_checkpoints(school int) returns void language sql volatile as $$ select pg_advisory_xact_lock_shared(7267666, school) $$;
