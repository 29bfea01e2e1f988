-- Refuses a change that puts a school over its storage limit. A school without a limit isn't checked and takes no lock. For the
-- others, an advisory lock makes uploads wait for each other until the transaction that announces the file commits.
-- Callers: trigger on storage_changes
create or replace function check_school_storage() returns trigger language plpgsql as $$
declare most bigint := (select l.school_bytes from storage_limits l where l.school_id = new.school_id);
begin
  if most is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('school storage:' || new.school_id, 1));
  if school_storage(new.school_id) > most then
    raise exception 'the school has no storage left' using errcode = 'check_violation', constraint = 'school_storage_full';
  end if;
  return null;
end $$;

create or replace trigger storage_changes_checked after insert on storage_changes
  for each row when (new.bytes > 0) execute function check_school_storage();
