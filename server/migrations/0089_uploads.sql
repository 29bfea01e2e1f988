-- Files that people send belong to no single feature: messages, reports, and later posts and clubs name them.
alter table chat_files rename to uploads;
alter table uploads rename column began_at to created_at;
alter index chat_files_pkey rename to uploads_pkey;
alter index chat_files_client rename to uploads_client;
alter index chat_files_began rename to uploads_created;
alter index chat_files_thumbnail rename to uploads_thumbnail;

alter table chat_file_pieces rename to upload_pieces;
alter table upload_pieces rename column file_id to upload_id;
alter index chat_file_pieces_pkey rename to upload_pieces_pkey;
alter index chat_file_pieces_name rename to upload_pieces_name;

alter table message_files rename column file_id to upload_id;
alter index message_files_file rename to message_files_upload;

-- Files of what was reported stay with the report, whatever becomes of the message.
create table report_files (
  school_id int not null,
  report_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, report_id, upload_id),
  foreign key (school_id, report_id) references reports (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index report_files_upload on report_files (school_id, upload_id);
-- Whoever migrates sees the rows of no school otherwise.
alter table reports no force row level security;
alter table uploads no force row level security;
insert into report_files (school_id, report_id, upload_id)
  select distinct r.school_id, r.id, f.id
  from reports r, jsonb_path_query(r.evidence, '$.messages[*].fileIds[*]') as named
  join uploads f on f.id = (named #>> '{}')::bigint
  where f.school_id = r.school_id and f.type is not null;
alter table reports force row level security;
alter table uploads force row level security;
drop table reported_files;
