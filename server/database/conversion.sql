-- Converts the last schema of release 0.1 to the baseline. It keeps all rows.

-- The runner creates the functions and triggers again after this file, in the same transaction. Columns and policies use these four.
do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname not in ('current_school', 'fold', 'new_id', 'search_words')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    -- Dropping another function may already have dropped this one (cascade).
    if to_regprocedure(f.name::text) is not null then execute format('drop function %s cascade', f.name); end if;
  end loop;
end $$;

-- Earlier renames left these names behind.
alter sequence provisioning_keys_id_seq rename to api_keys_id_seq;
alter table message_files rename constraint message_files_school_id_file_id_fkey to message_files_school_id_upload_id_fkey;
alter table upload_pieces rename constraint chat_file_pieces_school_id_file_id_fkey to upload_pieces_school_id_upload_id_fkey;
alter table uploads rename constraint chat_files_name_check to uploads_name_check;
alter table uploads rename constraint chat_files_school_id_owner_id_fkey to uploads_school_id_owner_id_fkey;
alter table uploads rename constraint chat_files_size_check to uploads_size_check;
alter table newsletters rename constraint newsletters_check to newsletters_draft_has_no_time;
alter table newsletters rename constraint newsletters_check1 to newsletters_sent_has_time;
alter table newsletters rename constraint newsletters_check2 to newsletters_returned_draft;
alter table newsletters rename constraint newsletters_check3 to newsletters_one_source;
-- The owner sees rows of all schools only without row-level security.
alter table messages no force row level security;
alter table messages validate constraint messages_deleted_check;
alter table messages force row level security;
comment on column finance_visits.seen_at is null;
comment on column finance_visits.before_at is null;

-- Tables get the terms of the glossary. Their constraints, indexes and sequences follow.
do $$
declare
  t record;
  x record;
begin
  for t in select * from (values
    ('name_posts', 'name_checkpoints'),
    ('import_ledger', 'import_journal'),
    ('notification_marks', 'notification_counters'),
    ('notification_choices', 'notification_preferences'),
    ('newsletter_refusals', 'newsletter_opt_outs'),
    ('newsletter_club_refusals', 'newsletter_club_opt_outs'),
    ('newsletter_event_refusals', 'newsletter_event_opt_outs'),
    ('event_seats', 'event_spots'),
    ('event_ticket_kinds', 'event_ticket_types'),
    ('event_choices', 'event_preferences'),
    ('booking_kinds', 'booking_types'),
    ('record_kinds', 'record_types'),
    ('calendar_entries', 'personal_events'),
    ('calendar_choices', 'calendar_preferences'),
    ('course_choices', 'course_preferences'),
    ('chat_switches', 'chat_preferences'),
    ('hub_choices', 'current_hubs'),
    ('club_point_lines', 'club_point_transactions'),
    ('finance_lines', 'finance_transactions'),
    ('form_answers', 'form_responses'),
    ('audit_entries', 'activity_log'),
    ('approval_entries', 'approval_events'),
    ('webhook_tries', 'webhook_attempts'),
    ('username_doubles', 'duplicate_usernames')) as renamed (before, after)
  loop
    execute format('alter table %I rename to %I', t.before, t.after);
    for x in select c.conname as name from pg_constraint c where c.conrelid = t.after::regclass and starts_with(c.conname, t.before || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', t.after, x.name, t.after || substr(x.name, length(t.before) + 1));
    end loop;
    for x in select i.relname as name from pg_index p join pg_class i on i.oid = p.indexrelid
      where p.indrelid = t.after::regclass and starts_with(i.relname, t.before || '_')
    loop
      execute format('alter index %I rename to %I', x.name, t.after || substr(x.name, length(t.before) + 1));
    end loop;
    for x in select s.relname as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where d.refobjid = t.after::regclass and starts_with(s.relname, t.before || '_')
    loop
      execute format('alter sequence %I rename to %I', x.name, t.after || substr(x.name, length(t.before) + 1));
    end loop;
  end loop;
end $$;

-- The journal of imports stores names of tables, so that an import made before can be undone.
alter table import_journal no force row level security;
alter table import_additions no force row level security;
update import_journal set table_name = 'finance_transactions' where table_name = 'finance_lines';
update import_additions set table_name = 'finance_transactions' where table_name = 'finance_lines';
alter table import_journal force row level security;
alter table import_additions force row level security;
