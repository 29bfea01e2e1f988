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
  primary key (school_id, user_id, kind),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Pictures that taking an import back would show again. A column of its own, because the fence keeps conditions on jsonb
-- from reaching an index.
alter table import_ledger add column holds_pictures boolean not null
  generated always as (table_name = 'users' and coalesce(before ? 'photo' or before ? 'cover', false)) stored;
create index import_ledger_pictures on import_ledger (school_id, import_id) where holds_pictures;
