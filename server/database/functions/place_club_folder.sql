-- Who sees a folder, and where it stands, follow from the folder above; what is in it follows it.
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
