-- Refuses to change, delete or truncate the activity log, even for the owner of the table.
-- Callers: trigger on activity_log
create or replace function refuse_activity_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = '42501';
end $$;

create or replace trigger activity_log_kept before update or delete on activity_log for each row execute function refuse_activity_log_change();

create or replace trigger activity_log_not_emptied before truncate on activity_log for each statement execute function refuse_activity_log_change();
