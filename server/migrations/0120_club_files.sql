-- Files of clubs: folders in folders, files with their versions, who sees them, and how much a club may keep.

-- What the school allows each of its clubs; without a row the product's default.
create table club_file_settings (
  school_id int not null references schools,
  -- Bytes of all versions of all files of one club.
  club_limit bigint not null check (club_limit >= 0),
  primary key (school_id)
);

create table club_folders (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  -- Null: at the top.
  parent_id bigint,
  name text not null check (length(name) between 1 and 120),
  -- Who sees it, as its officers chose: 1 whoever reads the club, 2 members, 3 officers.
  readers smallint not null default 1 check (readers between 1 and 3),
  -- Who sees it in the end: nobody sees more than the folders above allow.
  level smallint not null default 1,
  -- The folders above it from the top, and itself.
  path bigint[] not null default '{}' constraint club_folders_depth check (cardinality(path) between 1 and 5),
  -- Whether members add files.
  takes_files boolean not null default false,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sort_name text collate "und-x-icu" not null generated always as (fold(name) collate "und-x-icu") stored,
  primary key (school_id, id),
  unique (school_id, club_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, club_id, parent_id) references club_folders (school_id, club_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index club_folders_parent on club_folders (school_id, club_id, parent_id, sort_name);
create unique index club_folders_client on club_folders (school_id, created_by, client_id);

create table club_files (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  folder_id bigint,
  name text not null check (length(name) between 1 and 200),
  readers smallint not null default 1 check (readers between 1 and 3),
  level smallint not null default 1,
  -- The version that is shown, its bytes, and those of all versions.
  current int not null default 1,
  size bigint not null default 0,
  bytes bigint not null default 0,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  -- When its newest version came, or another was restored.
  updated_at timestamptz not null,
  sort_name text collate "und-x-icu" not null generated always as (fold(name) collate "und-x-icu") stored,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, club_id, folder_id) references club_folders (school_id, club_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index club_files_folder on club_files (school_id, club_id, folder_id, sort_name, id);
-- Sums and counts of a club read nothing but the index.
create index club_files_bytes on club_files (school_id, club_id, level) include (bytes);
create unique index club_files_client on club_files (school_id, created_by, client_id);

create table club_file_versions (
  school_id int not null,
  file_id bigint not null,
  number int not null,
  upload_id bigint not null,
  size bigint not null,
  created_by bigint,
  created_at timestamptz not null,
  primary key (school_id, file_id, number),
  foreign key (school_id, file_id) references club_files (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
-- The same upload sent twice is one version.
create unique index club_file_versions_upload on club_file_versions (school_id, upload_id, file_id);
create index club_file_versions_by on club_file_versions (school_id, created_by) where created_by is not null;

-- Who sees a folder, and where it stands, follow from the folder above; what is in it follows it.
create function place_club_folder() returns trigger language plpgsql as $$
declare above club_folders;
begin
  new.path := array[new.id];
  new.level := new.readers;
  if new.parent_id is not null then
    select * into above from club_folders f where f.school_id = new.school_id and f.id = new.parent_id;
    if new.id = any(above.path) then
      raise exception 'a folder cannot be in itself' using errcode = 'check_violation', constraint = 'club_folders_no_ring';
    end if;
    new.path := above.path || new.id;
    new.level := greatest(new.readers, above.level);
  end if;
  return new;
end $$;
create trigger club_folders_place before insert or update of parent_id, readers on club_folders
  for each row execute function place_club_folder();

create function place_club_file() returns trigger language plpgsql as $$
begin
  new.level := greatest(new.readers, (select f.level from club_folders f where f.school_id = new.school_id and f.id = new.folder_id));
  return new;
end $$;
create trigger club_files_place before insert or update of folder_id, readers on club_files
  for each row execute function place_club_file();

create function place_in_club_folder() returns trigger language plpgsql as $$
begin
  update club_folders set parent_id = parent_id where school_id = new.school_id and club_id = new.club_id and parent_id = new.id;
  update club_files set folder_id = folder_id where school_id = new.school_id and club_id = new.club_id and folder_id = new.id;
  return null;
end $$;
create trigger club_folders_inside after update of parent_id, readers on club_folders
  for each row when (old.path <> new.path or old.level <> new.level) execute function place_in_club_folder();

-- Up to which level somebody sees the files of a club they may know of: 0 nothing, else as `club_folders.readers`. The one place where
-- the rule stands. Officers are those who hold a position there; staff are told apart by the caller.
create function club_file_level(club clubs, viewer bigint, is_staff boolean) returns int language sql stable as $$
  select case
    when is_staff or exists (select from role_grants g where g.school_id = club.school_id and g.user_id = viewer and g.scope_id = club.id) then 3
    when exists (select from club_members m where m.school_id = club.school_id and m.club_id = club.id and m.user_id = viewer and m.status = 'member') then 2
    when club.posts_for = 'everyone' then 1
    else 0 end
$$;

-- Positions that edit their club keep its files. Every club has the tab; it is there for whoever sees something in it.
alter table roles no force row level security;
update roles set permissions = permissions || array['files.manage'] where scope = 'club' and 'clubs.edit' = any(permissions);
alter table roles force row level security;
alter table clubs no force row level security;
alter table clubs alter column tabs set default '{feed,about,members,forum,news,surveys,files}';
update clubs set tabs = tabs || array['files'] where not 'files' = any(tabs) and cardinality(tabs) < 20;
alter table clubs force row level security;
