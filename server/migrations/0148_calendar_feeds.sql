-- Secret addresses under which other programs read somebody's calendar. The address itself is not stored.
create table calendar_feeds (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  token_hash bytea not null check (length(token_hash) = 32),
  -- The kinds that it holds.
  kinds text[] not null check (cardinality(kinds) between 1 and 20),
  -- Minutes before the start; null: without alarms, other than those of own entries.
  alarm int check (alarm between 0 and 40320),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index calendar_feeds_token on calendar_feeds (school_id, token_hash);
create index calendar_feeds_user on calendar_feeds (school_id, user_id);

-- Passwords of calendar programs, which read with them and do nothing else.
create table calendar_passwords (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  password_hash bytea not null check (length(password_hash) = 32),
  hint text not null check (length(hint) between 1 and 8),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index calendar_passwords_hash on calendar_passwords (school_id, password_hash);
create index calendar_passwords_user on calendar_passwords (school_id, user_id);
