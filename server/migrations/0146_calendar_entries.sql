-- What people enter into their calendars themselves. Occurrences are worked out from the series and never stored.
create table calendar_entries (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  -- What the client made for it: the same entry sent twice is stored once.
  client_id uuid,
  title text not null check (length(title) between 1 and 200),
  location text check (length(location) between 1 and 200),
  note text check (length(note) between 1 and 2000),
  -- One of the colors of kinds; null: the person's usual one.
  color smallint check (color between 0 and 5),
  -- Minutes before the start; null: no alarm.
  alarm int check (alarm between 0 and 40320),
  -- As kernel/time/series.ts has it.
  series jsonb not null check (jsonb_typeof(series) = 'object'),
  -- Between these all of its occurrences take place.
  first_at timestamptz not null,
  last_at timestamptz not null,
  revision int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index calendar_entries_client on calendar_entries (school_id, user_id, client_id);
create index calendar_entries_window on calendar_entries (school_id, user_id, last_at);

-- What somebody's calendar shows, and in which color own entries stand.
create table calendar_choices (
  school_id int not null,
  user_id bigint not null,
  hidden_kinds text[] not null default '{}' check (cardinality(hidden_kinds) <= 20),
  own_color smallint not null default 2 check (own_color between 0 and 5),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
