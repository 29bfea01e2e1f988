-- Deletes the form of a deleted survey. A foreign key can't do this because a form can belong to rows of different tables.
-- Callers: trigger on surveys
create or replace function delete_form_of_survey() returns trigger language plpgsql as $$
begin
  delete from forms f where f.school_id = old.school_id and f.owner_kind = 'survey' and f.owner_id = old.id;
  return null;
end $$;

create or replace trigger surveys_form after delete on surveys for each row execute function delete_form_of_survey();
