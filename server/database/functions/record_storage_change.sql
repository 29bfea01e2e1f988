-- Records the bytes that an upload adds or frees for the school. Changes are added as rows, so that concurrent uploads don't wait
-- for each other.
-- Callers: trigger on uploads
create or replace function record_storage_change() returns trigger language plpgsql as $$
begin
  insert into storage_changes (school_id, is_picture, bytes) values (
    case when tg_op = 'DELETE' then old.school_id else new.school_id end, false,
    case when tg_op = 'DELETE' then 0 else new.size end - case when tg_op = 'INSERT' then 0 else old.size end);
  return null;
end $$;

create or replace trigger uploads_school_changed after insert or delete on uploads
  for each row execute function record_storage_change();

create or replace trigger uploads_school_resized after update of size on uploads
  for each row when (new.size <> old.size) execute function record_storage_change();
