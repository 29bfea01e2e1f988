-- Returns the bytes that a person's uploads and pictures use. Uploads that count for a club or for the school are excluded.
-- Callers: features/uploads/storage/storage.queries.ts, check_person_storage
create or replace function person_storage(school int, person bigint) returns bigint language sql stable as $$
  select ((select coalesce(sum(f.size), 0) from uploads f
      where f.school_id = school and f.owner_id = person and f.counts_for = 'person')
    + (select coalesce(sum(p.bytes), 0) from pictures p where p.school_id = school and p.user_id = person))::bigint
$$;
