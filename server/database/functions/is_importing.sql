-- Whether an import, or its undo, is at work: its undo gives back exactly what was, and knows nothing of traces left on the way.
create or replace function is_importing() returns boolean language sql stable as $$
  select coalesce(current_setting('commons.import_id', true), '') <> '' or coalesce(current_setting('commons.undoing_import', true), '') <> ''
$$;
