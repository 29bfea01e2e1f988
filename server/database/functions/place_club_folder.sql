-- Sets a folder's path (the ids of the folders above it, from the top, and its id) and the level that is required to see it: the
-- higher of its chosen level and that of the folder above. Refuses a folder inside itself (constraint `club_folders_no_ring`).
-- Callers: trigger on club_folders
create or replace function place_club_folder() returns trigger language plpgsql as $$
declare above club_folders;
begin
  new.path := array[new.id];
  new.level := new.readers;
  if new.parent_id is not null then
    select * into above from club_folders f where f.school_id = new.school_id and f.id = new.parent_id;
    if new.id = any(above.path) then
      raise exception 'a folder cannot be in itself' using errcode = 'check_violation', constraint = 'club_folders_no_ring';
    end if;
    new.path := above.path || new.id;
    new.level := greatest(new.readers, above.level);
  end if;
  return new;
end $$;

create or replace trigger club_folders_place before insert or update of parent_id, readers on club_folders
  for each row execute function place_club_folder();
