-- Returns the school's storage limit per person in bytes; 1 GB if the school hasn't set one.
-- Callers: features/uploads/storage/storage.queries.ts, person_storage_limit
create or replace function default_storage_limit(school int) returns bigint language sql stable as $$
  select coalesce((select l.user_bytes from storage_limits l where l.school_id = school), 1000000000)
$$;
