-- The details of a conversation list its pictures, other files and links, newest first.
alter table message_files add column is_picture boolean not null default false;
alter table message_files no force row level security;
alter table uploads no force row level security;
update message_files l set is_picture = true from uploads f
  where f.school_id = l.school_id and f.id = l.upload_id and f.width is not null and f.height is not null;
alter table message_files force row level security;
alter table uploads force row level security;
create index message_files_pictures on message_files (school_id, conversation_id, seq) where is_picture;
create index message_files_others on message_files (school_id, conversation_id, seq) where not is_picture;
create index messages_links on messages (school_id, conversation_id, seq) where preview_id is not null;
