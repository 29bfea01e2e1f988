-- Returns the storage limit of a person in bytes: their own limit if they have one, otherwise the school's limit per person.
-- Callers: features/uploads/storage/storage.queries.ts, check_person_storage
create or replace function person_storage_limit(school int, person bigint) returns bigint language sql stable as $$
  select coalesce((select l.bytes from storage_person_limits l where l.school_id = school and l.user_id = person),
    default_storage_limit(school))
$$;
