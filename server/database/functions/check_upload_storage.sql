-- Checks the owner's storage limit after an upload was announced, or became larger and counts toward the person's storage.
-- Callers: trigger on uploads
create or replace function check_upload_storage() returns trigger language plpgsql as $$
begin
  perform check_person_storage(new.school_id, new.owner_id, 0);
  return null;
end $$;

-- PostgreSQL runs triggers in the order of their names, so a transaction locks the person first and then the school.
create or replace trigger uploads_person_added after insert on uploads
  for each row execute function check_upload_storage();

create or replace trigger uploads_person_grown after update of size on uploads
  for each row when (new.size > old.size and new.counts_for = 'person') execute function check_upload_storage();
