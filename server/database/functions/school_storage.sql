-- Returns the bytes that a school uses: the total of the last recount plus the changes since.
-- Callers: features/uploads/storage/storage.queries.ts, check_school_storage
create or replace function school_storage(school int) returns bigint language sql stable as $$
  select (coalesce((select t.upload_bytes + t.picture_bytes from storage_totals t where t.school_id = school), 0)
    + (select coalesce(sum(c.bytes), 0) from storage_changes c where c.school_id = school))::bigint
$$;
