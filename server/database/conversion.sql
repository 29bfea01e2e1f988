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
    ('username_doubles', 'duplicate_usernames'),
    ('limits', 'rate_limits')) as renamed (before, after)
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

-- Columns get the terms of the glossary too. The names that PostgreSQL derived from them follow.
create temporary table renamed_columns (table_name text, before text, after text) on commit drop;
insert into renamed_columns values
    ('event_tasks', 'tries', 'attempts'),
    ('client_results', 'made_at', 'created_at'),
    ('users', 'is_adviser', 'is_advisor'),
    ('saved_searches', 'place', 'position'),
    ('share_links', 'token_sealed', 'encrypted_token'),
    ('share_links', 'opened', 'open_count'),
    ('share_links', 'opened_at', 'last_opened_at'),
    ('sso_providers', 'asked_at', 'requested_at'),
    ('api_keys', 'made_at', 'created_at'),
    ('api_keys', 'made_by', 'created_by'),
    ('api_keys', 'person_id', 'user_id'),
    ('webhooks', 'made_at', 'created_at'),
    ('webhooks', 'made_by', 'created_by'),
    ('webhook_deliveries', 'hook_id', 'webhook_id'),
    ('webhook_deliveries', 'tries', 'attempts'),
    ('webhook_deliveries', 'made_at', 'created_at'),
    ('webhook_deliveries', 'waits_turn', 'is_queued'),
    ('webhook_deliveries', 'by_hand', 'is_manual'),
    ('roles', 'place', 'position'),
    ('invitations', 'asked_at', 'requested_at'),
    ('invitations', 'tries', 'attempts'),
    ('imports', 'by_id', 'actor_id'),
    ('roster_users', 'is_adviser', 'is_advisor'),
    ('import_runs', 'by_id', 'actor_id'),
    ('import_runs', 'began_at', 'started_at'),
    ('import_runs', 'end_up_to', 'disable_up_to'),
    ('import_runs', 'beat_at', 'heartbeat_at'),
    ('upload_pieces', 'place', 'position'),
    ('storage_limits', 'person_bytes', 'user_bytes'),
    ('hubs', 'place', 'position'),
    ('reports', 'person_id', 'user_id'),
    ('conversations', 'worded_seq', 'indexed_seq'),
    ('participants', 'arrived_seq', 'delivered_seq'),
    ('participants', 'door', 'request_state'),
    ('message_versions', 'by_id', 'actor_id'),
    ('message_files', 'place', 'position'),
    ('notification_settings', 'zone', 'time_zone'),
    ('notification_settings', 'mail_frequency', 'email_frequency'),
    ('notification_counters', 'forgotten', 'pruned_change'),
    ('notifications', 'fold', 'collapse_key'),
    ('notifications', 'closed_at', 'dismissed_at'),
    ('notification_digests', 'tries', 'attempts'),
    ('notification_digests', 'made_at', 'created_at'),
    ('notification_deliveries', 'tries', 'attempts'),
    ('club_rosters', 'by_id', 'actor_id'),
    ('club_application_officers', 'asked_at', 'requested_at'),
    ('club_point_transactions', 'by_id', 'actor_id'),
    ('form_responses', 'answered_at', 'responded_at'),
    ('surveys', 'service_kind_id', 'service_type_id'),
    ('approval_steps', 'place', 'position'),
    ('approval_step_people', 'place', 'position'),
    ('approval_stages', 'place', 'position'),
    ('approval_assignees', 'place', 'position'),
    ('approval_events', 'place', 'position'),
    ('events', 'is_dates', 'has_custom_dates'),
    ('event_hosts', 'place', 'position'),
    ('event_ticket_types', 'place', 'position'),
    ('event_spots', 'kinds', 'ticket_counts'),
    ('event_registrations', 'kind_id', 'ticket_type_id'),
    ('event_scans', 'by_id', 'actor_id'),
    ('event_dates', 'has_room', 'has_own_room'),
    ('posts', 'place_id', 'feed_id'),
    ('posts', 'waits', 'is_scheduled'),
    ('posts', 'unpublished', 'publish_failure'),
    ('post_files', 'place', 'position'),
    ('poll_options', 'place', 'position'),
    ('post_visits', 'place_id', 'feed_id'),
    ('post_drafts', 'place_id', 'feed_id'),
    ('post_drafts', 'composed', 'settings'),
    ('post_draft_files', 'place_id', 'feed_id'),
    ('post_draft_files', 'place', 'position'),
    ('newsletters', 'by_id', 'created_by'),
    ('newsletter_copies', 'mail_skipped', 'email_skip_reason'),
    ('newsletter_copies', 'mail_claimed_at', 'email_claimed_at'),
    ('newsletter_copies', 'mailed_at', 'emailed_at'),
    ('newsletter_copies', 'mail_tries', 'email_attempts'),
    ('newsletter_copies', 'mail_due_at', 'email_due_at'),
    ('newsletter_pictures', 'by_id', 'created_by'),
    ('newsletter_pictures', 'put_at', 'created_at'),
    ('calendar_subscriptions', 'tried_at', 'attempted_at'),
    ('calendar_subscriptions', 'unread_count', 'skipped_count'),
    ('calendar_subscriptions', 'unread', 'skipped_entries'),
    ('booking_types', 'place', 'location'),
    ('booking_slots', 'kind_id', 'type_id'),
    ('section_members', 'is_from_platform', 'is_from_lti'),
    ('lms_grants', 'tried_at', 'attempted_at'),
    ('lti_platforms', 'keys_tried_at', 'keys_attempted_at'),
    ('lti_contexts', 'tried_at', 'attempted_at'),
    ('lms_joins', 'is_by_hand', 'is_manual'),
    ('course_feeds', 'fed_at', 'imported_at'),
    ('record_types', 'place', 'position'),
    ('record_verifiers', 'kind_id', 'type_id'),
    ('record_entries', 'kind_id', 'type_id'),
    ('record_badges', 'kind_id', 'type_id'),
    ('record_badges', 'place', 'position'),
    ('record_badges', 'settle_done', 'awarding_done'),
    ('record_badges', 'settle_total', 'awarding_total'),
    ('record_awards', 'is_by_hand', 'is_manual'),
    ('record_awards', 'is_revoked_by_hand', 'is_revoked_manually'),
    ('record_documents', 'opened', 'open_count'),
    ('record_documents', 'opened_at', 'last_opened_at'),
    ('finance_settings', 'fed_at', 'imported_at'),
    ('finance_transactions', 'by_id', 'actor_id'),
    ('finance_holds', 'lifted_on', 'released_on'),
    ('finance_visits', 'before_at', 'previous_seen_at'),
    ('finance_proxies', 'code_tries', 'code_attempts'),
    ('finance_proxy_reads', 'what', 'item');
do $$
declare
  c record;
  x record;
begin
  for c in select * from renamed_columns
  loop
    execute format('alter table %I rename column %I to %I', c.table_name, c.before, c.after);
    for x in select conname as name, replace(conname, '_' || c.before || '_', '_' || c.after || '_') as next from pg_constraint
      where conrelid = c.table_name::regclass and starts_with(conname, c.table_name || '_') and strpos(conname, '_' || c.before || '_') > 0
    loop
      execute format('alter table %I rename constraint %I to %I', c.table_name, x.name, x.next);
    end loop;
    if to_regclass(format('%I', c.table_name || '_' || c.before || '_seq')) is not null then
      execute format('alter sequence %I rename to %I', c.table_name || '_' || c.before || '_seq', c.table_name || '_' || c.after || '_seq');
    end if;
  end loop;
end $$;

-- Some rows store names of tables and columns: the journal of imports, so that an import made before can be undone, events that
-- are still due, and meeting types of offices.
alter table import_journal no force row level security;
alter table import_additions no force row level security;
alter table outbox no force row level security;
alter table booking_offices no force row level security;
update import_journal set table_name = 'finance_transactions' where table_name = 'finance_lines';
update import_additions set table_name = 'finance_transactions' where table_name = 'finance_lines';
update import_journal j set
  before = (select jsonb_object_agg(coalesce(r.after, k.key), k.value) from jsonb_each(j.before) k left join renamed_columns r on r.table_name = j.table_name and r.before = k.key),
  after = (select jsonb_object_agg(coalesce(r.after, k.key), k.value) from jsonb_each(j.after) k left join renamed_columns r on r.table_name = j.table_name and r.before = k.key)
where exists (select from renamed_columns r where r.table_name = j.table_name);
update outbox set payload = (payload - 'fold') || jsonb_build_object('collapseKey', payload -> 'fold') where payload ? 'fold';
update booking_offices set kind = (kind - 'place') || jsonb_build_object('location', kind -> 'place');
-- One column of clubs replaces two. The journal has only the columns that an import changed.
alter table clubs no force row level security;
alter table clubs add column members_seen_by text not null default 'everyone' check (members_seen_by in ('everyone', 'members', 'officers'));
update clubs set members_seen_by = case when is_membership_for_officers then 'officers' else 'members' end where is_membership_private;
do $$
declare state text;
begin
  foreach state in array array['before', 'after'] loop
    execute format($sql$
      update import_journal j set %1$I = (j.%1$I - array['is_membership_private', 'is_membership_for_officers']) || jsonb_build_object('members_seen_by',
        case when not coalesce((j.%1$I ->> 'is_membership_private')::boolean, c.is_membership_private) then 'everyone'
          when coalesce((j.%1$I ->> 'is_membership_for_officers')::boolean, c.is_membership_for_officers) then 'officers' else 'members' end)
      from clubs c where j.table_name = 'clubs' and c.school_id = j.school_id and c.id::text = j.key
        and j.%1$I ?| array['is_membership_private', 'is_membership_for_officers'] $sql$, state);
  end loop;
end $$;
alter table clubs drop column is_membership_private, drop column is_membership_for_officers;
alter table clubs force row level security;
alter table import_journal force row level security;
alter table import_additions force row level security;
alter table outbox force row level security;
alter table booking_offices force row level security;
drop table renamed_columns;

-- Features handle the events that notify people. Tasks that are due keep their handler.
alter table event_tasks no force row level security;
update event_tasks t set handler = r.after from (values
  ('notifications.tell-request', 'connections.notify-request'),
  ('notifications.tell-acceptance', 'connections.notify-acceptance'),
  ('notifications.end-request', 'connections.remove-notification'),
  ('notifications.tell-messages', 'chat.notify'),
  ('notifications.read-conversation', 'chat.read-notification'),
  ('notifications.tell-survey', 'surveys.notify-published'),
  ('notifications.tell-survey-widened', 'surveys.notify-widened'),
  ('notifications.tell-survey-reminder', 'surveys.notify-reminder'),
  ('notifications.tell-survey-answer', 'surveys.notify-response'),
  ('notifications.tell-survey-denial', 'surveys.notify-denied-response'),
  ('notifications.tell-post', 'posts.notify'),
  ('notifications.tell-mention', 'posts.notify-mention'),
  ('notifications.tell-comment', 'posts.notify-comment'),
  ('notifications.tell-post-like', 'posts.notify-post-like'),
  ('notifications.tell-comment-like', 'posts.notify-comment-like'),
  ('notifications.tell-club-member', 'clubs.notify-member'),
  ('notifications.tell-club-request', 'clubs.notify-request'),
  ('notifications.tell-club-officer', 'clubs.notify-officer'),
  ('notifications.tell-club-answer', 'clubs.notify-answer'),
  ('notifications.settle-club-request', 'clubs.settle-request'),
  ('notifications.tell-event', 'events.notify'),
  ('events.watch-offers', 'events.schedule-offer-ends'),
  ('notifications.tell-course', 'courses.notify'),
  ('notifications.end-course-announcement', 'courses.remove-announcement'),
  ('notifications.tell-record', 'record.notify'),
  ('notifications.tell-submission', 'approvals.notify'),
  ('notifications.tell-club-application', 'club-registration.notify'),
  ('notifications.settle-submission', 'approvals.settle'),
  ('notifications.tell-booking', 'booking.notify-change'),
  ('notifications.tell-booking-near', 'booking.notify-near'),
  ('notifications.tell-booking-freed', 'booking.notify-free-time'),
  ('notifications.tell-booking-held', 'booking.notify-hold'),
  ('notifications.tell-calendar-alert', 'calendar.notify-alert'),
  ('notifications.part-blocked', 'connections.remove-blocked')
) as r (before, after) where t.handler = r.before;
alter table event_tasks force row level security;
