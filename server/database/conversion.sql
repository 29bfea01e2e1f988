-- Converts the last schema of release 0.1 to the baseline. It keeps all rows; names that earlier renames had left behind now match.
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
