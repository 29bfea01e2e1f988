-- A person's picture. users.photo and users.cover name the picture in use; rows with other names aren't in use. `original` is the
-- file name of the whole picture, which only its owner gets. It is null for imported pictures, which have a row only while their
-- removal can be undone.
create table pictures (
  school_id int not null,
  user_id bigint not null,
  kind text not null check (kind in ('photo', 'cover')),
  name text not null,
  original text,
  width int not null default 0,
  height int not null default 0,
  crop_x float8 not null default 0.5,
  crop_y float8 not null default 0.5,
  crop_zoom float8 not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- The size of all files of the picture. 0 for pictures from before sizes were recorded.
  bytes bigint not null default 0 check (bytes >= 0),
  primary key (school_id, user_id, kind),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index pictures_name on pictures (school_id, name);
create index pictures_original on pictures (school_id, original) where original is not null;

-- The preview of a page that someone linked to.
create table link_previews (
  school_id int not null,
  id bigint not null default new_id(),
  url text not null check (length(url) <= 2000),
  fetched_at timestamptz not null,
  -- Empty if the page has no preview or couldn't be read. It is fetched again when the row is a day old.
  title text not null default '',
  description text not null default '',
  site text not null default '',
  picture text,
  primary key (school_id, id)
);
create index link_previews_url on link_previews (school_id, url, fetched_at);
create index link_previews_picture on link_previews (school_id, picture) where picture is not null;

-- An uploaded file, complete or not. Pictures are encoded again and their parts deleted; other files stay in the parts in which
-- they arrived.
create table uploads (
  school_id int not null,
  id bigint not null default new_id(),
  owner_id bigint not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  -- Bytes: the announced size, or for a complete picture the stored size.
  size int not null check (size > 0),
  received int not null default 0,
  -- Media type by content; null until the upload is complete.
  type text,
  width int,
  height int,
  thumbnail text,
  created_at timestamptz not null,
  -- The limit that the file counts toward. 'club': the club's, for club files. 'school': only a report needs the file, and its
  -- owner could otherwise tell from their storage that the report exists.
  counts_for text not null default 'person' check (counts_for in ('person', 'club', 'school')),
  primary key (school_id, id),
  foreign key (school_id, owner_id) references users (school_id, id)
);
create unique index uploads_client on uploads (school_id, owner_id, client_id);
create index uploads_created on uploads (school_id, created_at);
create index uploads_thumbnail on uploads (school_id, thumbnail) where thumbnail is not null;
create index uploads_of_person on uploads (school_id, owner_id, size desc, id desc) where counts_for = 'person';

-- A stored file that is a part of an upload, in order.
create table upload_pieces (
  school_id int not null,
  upload_id bigint not null,
  position int not null,
  name text not null,
  primary key (school_id, upload_id, position),
  foreign key (school_id, upload_id) references uploads (school_id, id) on delete cascade
);
create index upload_pieces_name on upload_pieces (school_id, name);

-- A school's storage limits. The use of a person is always the sum of their rows, so it can't drift, and no transaction waits for
-- another person's.
create table storage_limits (
  school_id int not null references schools,
  user_bytes bigint not null check (user_bytes >= 0),
  -- Null: no limit.
  school_bytes bigint check (school_bytes >= 0),
  primary key (school_id)
);

-- A person's own storage limit, which replaces the school's limit per person.
create table storage_person_limits (
  school_id int not null,
  user_id bigint not null,
  bytes bigint not null check (bytes >= 0),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A school's use at its last recount. Later changes are added to storage_changes as rows, so that uploads of one school never wait
-- for each other's commit.
create table storage_totals (
  school_id int not null references schools,
  upload_bytes bigint not null default 0,
  picture_bytes bigint not null default 0,
  primary key (school_id)
);

-- A change of a school's storage since its last recount, in bytes.
create table storage_changes (
  school_id int not null references schools,
  id bigint generated always as identity,
  is_picture boolean not null,
  bytes bigint not null,
  primary key (school_id, id)
);
