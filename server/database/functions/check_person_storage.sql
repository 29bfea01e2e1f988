-- Refuses an upload that exceeds the person's storage limit. `more` is the number of bytes to add; 0 checks the current use. An
-- advisory lock makes concurrent uploads of one person wait for each other, so each counts the others.
-- Callers: kernel/files/storage.ts, check_picture_storage, check_upload_storage
create or replace function check_person_storage(school int, person bigint, more bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person storage:' || school || ':' || person, 1));
  if person_storage(school, person) + more > person_storage_limit(school, person) then
    raise exception 'the person has no storage left' using errcode = 'check_violation', constraint = 'storage_full';
  end if;
end $$;
