-- A hub: a part of the school. It has everyone, people with some account types or majors, and people who were added manually
-- (hubs_of).
create table hubs (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 160),
  -- An icon's name in the web app's set, not a file.
  symbol text,
  is_for_everyone boolean not null default false,
  account_types text[] not null default '{}',
  majors text[] not null default '{}',
  position int not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  -- Hubs and announcements store no author.
  client_id uuid,
  primary key (school_id, id)
);
create unique index hubs_client on hubs (school_id, client_id) where client_id is not null;

-- A person that staff added to a hub.
create table hub_members (
  school_id int not null,
  hub_id bigint not null,
  user_id bigint not null,
  added_at timestamptz not null,
  primary key (school_id, hub_id, user_id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index hub_members_user on hub_members (school_id, user_id);

-- The hub that a person chose. The row stays while they don't belong to it, so that restoring an archived hub restores the choice.
create table current_hubs (
  school_id int not null,
  user_id bigint not null,
  hub_id bigint not null,
  primary key (school_id, user_id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index current_hubs_hub on current_hubs (school_id, hub_id);

-- The menu of the school (`hub_id` null) or a hub. `document` null: reset to the menu that applies without it. The row stays, so
-- that versions are never repeated.
create table menus (
  school_id int not null references schools,
  id bigint not null default new_id(),
  hub_id bigint,
  document jsonb check (document is null or jsonb_typeof(document) = 'object'),
  version int not null,
  changed_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade,
  unique nulls not distinct (school_id, hub_id)
);

-- A banner that the school shows to an audience above every page, between two times.
create table announcements (
  school_id int not null references schools,
  id bigint not null default new_id(),
  text text not null,
  link_url text,
  link_label text,
  kind text not null check (kind in ('info', 'warning')),
  -- Empty: everyone.
  account_types text[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  version int not null default 1,
  client_id uuid,
  primary key (school_id, id),
  check ((link_url is null) = (link_label is null))
);
create unique index announcements_client on announcements (school_id, client_id) where client_id is not null;

-- An announcement that a person dismissed.
create table announcement_dismissals (
  school_id int not null,
  user_id bigint not null,
  announcement_id bigint not null,
  dismissed_at timestamptz not null,
  primary key (school_id, user_id, announcement_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, announcement_id) references announcements (school_id, id) on delete cascade
);
create index announcement_dismissals_announcement on announcement_dismissals (school_id, announcement_id);
