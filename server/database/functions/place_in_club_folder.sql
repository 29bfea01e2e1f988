-- Passes a folder's changed path or level on to its folders and files: it writes their parent again, which runs their triggers.
-- Callers: trigger on club_folders
create or replace function place_in_club_folder() returns trigger language plpgsql as $$
begin
  update club_folders set parent_id = parent_id where school_id = new.school_id and club_id = new.club_id and parent_id = new.id;
  update club_files set folder_id = folder_id where school_id = new.school_id and club_id = new.club_id and folder_id = new.id;
  return null;
end $$;

create or replace trigger club_folders_inside after update of parent_id, readers on club_folders
  for each row when (old.path <> new.path or old.level <> new.level) execute function place_in_club_folder();
