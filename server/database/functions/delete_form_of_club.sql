-- Deletes the membership questions of a club that is permanently deleted. A foreign key can't do this because a form can belong to
-- rows of different tables.
-- Callers: trigger on clubs
create or replace function delete_form_of_club() returns trigger language plpgsql as $$
begin
  delete from forms f where f.school_id = old.school_id and f.owner_kind = 'club_membership' and f.owner_id = old.id;
  return null;
end $$;

create or replace trigger clubs_form after delete on clubs for each row execute function delete_form_of_club();
