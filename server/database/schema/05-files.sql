-- Pictures people gave themselves. users.photo and users.cover say which one is shown; a row whose name differs from them
-- is out of use. `original` is the whole picture, whose name only its owner is told; it is null for a picture of an import,
-- of which a row is kept only while its removal can be undone.
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
  -- All files of a profile picture. Zero for pictures that were set before they were measured.
  bytes bigint not null default 0 check (bytes >= 0),
  primary key (school_id, user_id, kind),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index pictures_name on pictures (school_id, name);
create index pictures_original on pictures (school_id, original) where original is not null;

-- What pages said of themselves, when somebody posted a link to them.
create table link_previews (
  school_id int not null,
  id bigint not null default new_id(),
  url text not null check (length(url) <= 2000),
  fetched_at timestamptz not null,
  -- Empty when the page says nothing, or could not be read: asked again when the row is a day old.
  title text not null default '',
  description text not null default '',
  site text not null default '',
  picture text,
  primary key (school_id, id)
);
create index link_previews_url on link_previews (school_id, url, fetched_at);
create index link_previews_picture on link_previews (school_id, picture) where picture is not null;

-- Files on their way into conversations, and those that have come. A file that is no picture stays in the pieces it came in; a
-- picture is kept as it was encoded anew, and its pieces go.
create table uploads (
  school_id int not null,
  id bigint not null default new_id(),
  owner_id bigint not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  -- Bytes as announced; of a picture, once whole, as kept.
  size int not null check (size > 0),
  received int not null default 0,
  -- Media type by content; null while it is not whole.
  type text,
  width int,
  height int,
  thumbnail text,
  created_at timestamptz not null,
  -- 'club': club files count toward the club's limit. 'school': only a report needs the file, and its owner could tell from their own
  -- storage that the report exists.
  counts_for text not null default 'person' check (counts_for in ('person', 'club', 'school')),
  primary key (school_id, id),
  foreign key (school_id, owner_id) references users (school_id, id)
);
create unique index uploads_client on uploads (school_id, owner_id, client_id);
create index uploads_created on uploads (school_id, created_at);
create index uploads_thumbnail on uploads (school_id, thumbnail) where thumbnail is not null;
create index uploads_of_person on uploads (school_id, owner_id, size desc, id desc) where counts_for = 'person';

-- Stored files that together are one file, in their order.
create table upload_pieces (
  school_id int not null,
  upload_id bigint not null,
  place int not null,
  name text not null,
  primary key (school_id, upload_id, place),
  foreign key (school_id, upload_id) references uploads (school_id, id) on delete cascade
);
create index upload_pieces_name on upload_pieces (school_id, name);

-- Storage used by uploads and pictures, with a limit per person and one for the school. What people use is always added up from
-- their rows, so it can't drift, and no transaction waits for another person's.
create table storage_limits (
  school_id int not null references schools,
  person_bytes bigint not null check (person_bytes >= 0),
  -- Null: no limit.
  school_bytes bigint check (school_bytes >= 0),
  primary key (school_id)
);

-- Limits of single people, instead of the school's limit per person.
create table storage_person_limits (
  school_id int not null,
  user_id bigint not null,
  bytes bigint not null check (bytes >= 0),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- What a school used at its last recount, and what has changed since. Changes are only added, so that uploads of one school never
-- wait for each other's commit.
create table storage_totals (
  school_id int not null references schools,
  upload_bytes bigint not null default 0,
  picture_bytes bigint not null default 0,
  primary key (school_id)
);

create table storage_changes (
  school_id int not null references schools,
  id bigint generated always as identity,
  is_picture boolean not null,
  bytes bigint not null,
  primary key (school_id, id)
);
