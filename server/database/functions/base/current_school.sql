-- The school of the current transaction, set by the kernel; null (and so no rows) when none is set.
create or replace function current_school() returns int language sql stable as
  $$ select nullif(current_setting('commons.school_id', true), '')::int $$;
