-- What lists of events from outside call an event. Those that were made here go by their id.
alter table events add column code text check (length(code) between 1 and 120);
create unique index events_code on events (school_id, coalesce(code, 'event-' || id::text));

-- As in 0099: what stood before an import, and rows of links that it removed.
do $$
declare t record;
begin
  for t in select * from (values ('events', 'id', false), ('event_hosts', 'event_id, user_id', true), ('event_cohosts', 'event_id, club_id', true),
    ('event_invitees', 'event_id, user_id', true)) as ledgered (name, key, has_ends)
  loop
    execute format('create trigger %s after insert on %I referencing new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_insert', t.name, t.key);
    execute format('create trigger %s after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_update', t.name, t.key);
    if t.has_ends then
      execute format('create trigger %s after delete on %I referencing old table as old_rows
        for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
        t.name || '_ledger_delete', t.name, t.key);
    end if;
  end loop;
end $$;
