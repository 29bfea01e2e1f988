-- Clubs: what people join and run by themselves. Positions of officers are roles of the scope `club` (0087_roles.sql).
alter table roles drop constraint roles_scope_check, add constraint roles_scope_check check (scope in ('school', 'club'));
-- Who holds a position in a club. At the school itself the scope is 0.
create index role_grants_scope on role_grants (school_id, scope_id) where scope_id <> 0;

-- What staff sort clubs by: types, each of a kind, categories and tags.
create table club_labels (
  school_id int not null references schools,
  id bigint not null default new_id(),
  list text not null check (list in ('types', 'categories', 'tags')),
  name text not null check (length(name) between 1 and 60),
  -- Of types only.
  kind text check ((kind is not null) = (list = 'types')),
  primary key (school_id, id)
);
create unique index club_labels_name on club_labels (school_id, list, lower(name));

create table clubs (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 120),
  acronym text not null default '' check (length(acronym) <= 20),
  description text not null default '' check (length(description) <= 300),
  -- Sanitized HTML.
  about text not null default '',
  url text,
  address text not null default '' check (length(address) <= 400),
  type_id bigint,
  parent_id bigint,
  hub_id bigint,
  status text not null default 'active' check (status in ('pending', 'active', 'frozen', 'archived')),
  is_published boolean not null default true,
  is_hidden boolean not null default false,
  is_featured boolean not null default false,
  membership text not null check (membership in ('open', 'request', 'invitation', 'closed')),
  is_membership_private boolean not null default false,
  are_officers_locked boolean not null default false,
  logo text,
  cover text,
  created_at timestamptz not null,
  created_by bigint,
  client_id uuid not null,
  updated_at timestamptz not null,
  -- The last change by an officer.
  managed_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  sort_name text collate "und-x-icu" not null generated always as (fold(name) collate "und-x-icu") stored,
  words text[] not null generated always as (search_words(name || ' ' || acronym || ' ' || description)) stored,
  primary key (school_id, id),
  foreign key (school_id, type_id) references club_labels (school_id, id) on delete set null (type_id),
  foreign key (school_id, parent_id) references clubs (school_id, id) on delete set null (parent_id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete set null (hub_id),
  check (parent_id <> id)
);
create index clubs_name on clubs (school_id, sort_name, id) where deleted_at is null;
create index clubs_type on clubs (school_id, type_id) where type_id is not null;
create index clubs_parent on clubs (school_id, parent_id) where parent_id is not null;
create index clubs_hub on clubs (school_id, hub_id) where hub_id is not null;
create index clubs_deleted on clubs (school_id, deleted_at) where deleted_at is not null;
create unique index clubs_client on clubs (school_id, created_by, client_id);
create index clubs_logo on clubs (logo) where logo is not null;
create index clubs_cover on clubs (cover) where cover is not null;

-- Categories and tags of clubs.
create table club_label_links (
  school_id int not null,
  club_id bigint not null,
  label_id bigint not null,
  primary key (school_id, club_id, label_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, label_id) references club_labels (school_id, id) on delete cascade
);
create index club_label_links_label on club_label_links (school_id, label_id);

create table club_members (
  school_id int not null,
  club_id bigint not null,
  user_id bigint not null,
  status text not null check (status in ('member', 'requested', 'invited', 'banned')),
  -- When the status began.
  since timestamptz not null,
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  primary key (school_id, club_id, user_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_members_user on club_members (school_id, user_id, status);
-- Few wait at a time, and officers ask for them alone.
create index club_members_waiting on club_members (school_id, club_id, since) where status <> 'member';

-- What staff note about a club for each other.
create table club_notes (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  author_id bigint,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id) on delete set null (author_id)
);
create index club_notes_club on club_notes (school_id, club_id);
create index club_notes_author on club_notes (school_id, author_id) where author_id is not null;

-- The clubs somebody may know of: the one place where the rule stands. Deleted ones are among those of staff.
create function clubs_seen_by(viewer bigint, is_staff boolean) returns setof clubs language sql stable as $$
  select c.* from clubs c
  where is_staff or c.deleted_at is null and (
    c.is_published and not c.is_hidden and c.status in ('active', 'frozen')
    or exists (select from club_members m where m.school_id = c.school_id and m.club_id = c.id and m.user_id = viewer and m.status <> 'banned'))
$$;

-- A club below itself would have no top. One change of parents at a time: two of them could close a ring that neither sees.
create function check_club_parents() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('club parents', new.school_id));
  if exists (
    with recursive above as (
      select new.parent_id as id
      union select c.parent_id from above join clubs c on c.school_id = new.school_id and c.id = above.id
    )
    select from above where id = new.id
  ) then
    raise exception 'a club cannot be below itself' using errcode = 'check_violation', constraint = 'clubs_no_ring';
  end if;
  return new;
end $$;
create trigger clubs_no_ring before insert or update of parent_id on clubs
  for each row when (new.parent_id is not null) execute function check_club_parents();
