-- Returns whether the current transaction is an import or the undo of one. Triggers that record history do nothing then: an undo
-- restores the exact previous state and doesn't know about rows that triggers added in between.
-- Callers: record_past_member, record_past_position
create or replace function is_importing() returns boolean language sql stable as $$
  select coalesce(current_setting('commons.import_id', true), '') <> '' or coalesce(current_setting('commons.undoing_import', true), '') <> ''
$$;
