-- Drafts keep all that the composer has.
alter table post_drafts
  -- Whom its text names.
  add column mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50),
  -- Whom it is for, when it is published, in whose name, and its poll, as they stand in the composer.
  add column composed jsonb not null default '{}';

create table post_draft_files (
  school_id int not null,
  user_id bigint not null,
  place_id bigint not null,
  kind text not null,
  upload_id bigint not null,
  place int not null,
  primary key (school_id, user_id, place_id, kind, upload_id),
  foreign key (school_id, user_id, place_id, kind) references post_drafts (school_id, user_id, place_id, kind) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index post_draft_files_upload on post_draft_files (school_id, upload_id);

-- When people were notified of a survey, which is when it opens.
alter table surveys no force row level security;
alter table surveys add column announced_at timestamptz;
update surveys set announced_at = published_at where published_at is not null;
alter table surveys force row level security;
