-- Sets the level that is required to see a file (club_file_level): the higher of the file's own level and its folder's.
-- Callers: trigger on club_files
create or replace function place_club_file() returns trigger language plpgsql as $$
begin
  new.level := greatest(new.readers, (select f.level from club_folders f where f.school_id = new.school_id and f.id = new.folder_id));
  return new;
end $$;

create or replace trigger club_files_place before insert or update of folder_id, readers on club_files
  for each row execute function place_club_file();
