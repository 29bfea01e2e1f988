-- Deletes the questions of a deleted job, with the answers to them. A foreign key can't do this because a form can belong to rows of
-- different tables.
-- Callers: trigger on jobs
create or replace function delete_form_of_job() returns trigger language plpgsql as $$
begin
  delete from forms f where f.school_id = old.school_id and f.owner_kind = 'job' and f.owner_id = old.id;
  return null;
end $$;

create or replace trigger jobs_form after delete on jobs for each row execute function delete_form_of_job();
