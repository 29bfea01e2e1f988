-- Deletes a deleted job's approvals, even if its club or employer was deleted. A foreign key can't do this because a submission can
-- be about rows of different tables.
-- Callers: trigger on jobs
create or replace function delete_approvals_of_job() returns trigger language plpgsql as $$
begin
  delete from approval_submissions s where s.school_id = old.school_id and s.kind = 'job' and s.subject_id = old.id;
  return null;
end $$;

create or replace trigger jobs_approvals after delete on jobs for each row execute function delete_approvals_of_job();
