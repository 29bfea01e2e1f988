-- Nobody changes or removes an entry, the owner included.
create or replace function audit_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = '42501';
end $$;

create or replace trigger audit_entries_kept before update or delete on audit_entries for each row execute function audit_is_kept();

create or replace trigger audit_entries_not_emptied before truncate on audit_entries for each statement execute function audit_is_kept();
