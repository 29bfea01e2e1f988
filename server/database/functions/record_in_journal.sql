-- Records each row that an import changes, so that the import can be undone. The triggers run only while `commons.import_id` is
-- set.
-- - Insert: the keys of the new rows go into import_additions, 1,000 per row. An undo needs nothing else.
-- - Update: import_journal gets the changed columns before and after. Several changes of a row become one.
-- - Delete: import_journal gets the whole row as `before`; `after` is null. Imports delete only links between rows, such as the
--   categories of a club, and don't add a deleted link again in the same import.
-- The trigger's arguments are the columns of the table's key, apart from the school.
-- Callers: triggers on the tables in the list below
create or replace function record_in_journal() returns trigger language plpgsql as $$
declare
  import_id bigint := current_setting('commons.import_id')::bigint;
  key text := (select format('concat_ws(E''\x1f'', %s)', string_agg('n.' || quote_ident(c), ', ' order by position)) from unnest(tg_argv) with ordinality as a (c, position));
  same text := (select string_agg(format('n.%1$I = o.%1$I', c), ' and ') from unnest(tg_argv) as c);
begin
  if tg_op = 'INSERT' then
    execute format('insert into import_additions (school_id, import_id, table_name, keys)
      select school_id, $1, %L, array_agg(key) from (
        select n.school_id, %s as key, (row_number() over () - 1) / 1000 as part from new_rows n
      ) as added group by school_id, part', tg_table_name, key) using import_id;
  elsif tg_op = 'DELETE' then
    execute format('insert into import_journal (school_id, import_id, table_name, key, before)
      select n.school_id, $1, %L, %s, to_jsonb(n) from old_rows n', tg_table_name, key) using import_id;
  else
    execute format('insert into import_journal as l (school_id, import_id, table_name, key, before, after)
      select n.school_id, $1, %L, %s, d.before, d.after
      from old_rows o join new_rows n on n.school_id = o.school_id and %s, lateral (
        select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, a.value) as after
        from jsonb_each(to_jsonb(o)) b join jsonb_each(to_jsonb(n)) a on a.key = b.key where a.value is distinct from b.value
      ) as d where d.before is not null
      on conflict (school_id, import_id, table_name, key) do update set before = excluded.before || l.before, after = l.after || excluded.after',
      tg_table_name, key, same) using import_id;
  end if;
  return null;
end $$;

do $$
declare t record;
begin
  for t in select * from (values
    ('club_label_links', 'club_id, label_id', true),
    ('club_labels', 'id', false),
    ('club_members', 'club_id, user_id', false),
    ('clubs', 'id', false),
    ('connections', 'low_id, high_id', false),
    ('course_announcements', 'id', false),
    ('course_assignments', 'id', false),
    ('course_categories', 'id', false),
    ('course_links', 'id', false),
    ('course_results', 'user_id, assignment_id', false),
    ('course_sections', 'id', false),
    ('courses', 'id', false),
    ('event_cohosts', 'event_id, club_id', true),
    ('event_hosts', 'event_id, user_id', true),
    ('event_invitees', 'event_id, user_id', true),
    ('events', 'id', false),
    ('finance_accounts', 'id', false),
    ('finance_holds', 'id', false),
    ('finance_transactions', 'id', false),
    ('role_grants', 'scope_id, user_id, role_id', true),
    ('roles', 'id', false),
    ('roster_academic_sessions', 'sourced_id', false),
    ('roster_categories', 'sourced_id', false),
    ('roster_classes', 'sourced_id', false),
    ('roster_courses', 'sourced_id', false),
    ('roster_demographics', 'sourced_id', false),
    ('roster_enrollments', 'sourced_id', false),
    ('roster_line_items', 'sourced_id', false),
    ('roster_orgs', 'sourced_id', false),
    ('roster_results', 'sourced_id', false),
    ('roster_roles', 'sourced_id', false),
    ('roster_users', 'sourced_id', false),
    ('section_meetings', 'section_id, code', false),
    ('section_members', 'section_id, user_id', false),
    ('terms', 'id', false),
    ('users', 'id', false)) as tables (name, key, has_deletions)
  loop
    execute format('create or replace trigger %s after insert on %I referencing new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function record_in_journal(%s)',
      t.name || '_journal_insert', t.name, t.key);
    execute format('create or replace trigger %s after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function record_in_journal(%s)',
      t.name || '_journal_update', t.name, t.key);
    if t.has_deletions then
      execute format('create or replace trigger %s after delete on %I referencing old table as old_rows
        for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function record_in_journal(%s)',
        t.name || '_journal_delete', t.name, t.key);
    end if;
  end loop;
end $$;

-- These tables are newer than the baseline. Entries of the ledger are only added.
create or replace trigger club_accounts_journal_insert after insert on club_accounts referencing new table as new_rows
  for each statement when (current_setting('commons.import_id', true) <> '') execute function record_in_journal(id);
create or replace trigger club_accounts_journal_update after update on club_accounts referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('commons.import_id', true) <> '') execute function record_in_journal(id);
create or replace trigger ledger_entries_journal_insert after insert on ledger_entries referencing new table as new_rows
  for each statement when (current_setting('commons.import_id', true) <> '') execute function record_in_journal(id);
