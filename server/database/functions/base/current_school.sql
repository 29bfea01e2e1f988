-- Returns the school of the current transaction, which the server sets. Returns null if none is set; row-level security then shows
-- no rows.
-- Callers: policy `school` of every table with a school (kernel/database/row-security.ts); many functions and statements
create or replace function current_school() returns int language sql stable as
  $$ select nullif(current_setting('commons.school_id', true), '')::int $$;
