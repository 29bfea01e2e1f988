-- Checks the person's storage limit after their picture was added or became larger.
-- Callers: trigger on pictures
create or replace function check_picture_storage() returns trigger language plpgsql as $$
begin
  perform check_person_storage(new.school_id, new.user_id, 0);
  return null;
end $$;

create or replace trigger pictures_person_added after insert on pictures
  for each row when (new.bytes > 0) execute function check_picture_storage();

create or replace trigger pictures_person_grown after update of bytes on pictures
  for each row when (new.bytes > old.bytes) execute function check_picture_storage();
