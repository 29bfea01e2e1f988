-- A personal event. Its occurrences are computed from the series and never stored.
create table personal_events (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  -- The client's id for the creation: the same event sent twice is stored once.
  client_id uuid,
  title text not null check (length(title) between 1 and 200),
  location text check (length(location) between 1 and 200),
  note text check (length(note) between 1 and 2000),
  -- One of the colors of calendar item types; null: the person's default color.
  color smallint check (color between 0 and 5),
  -- Minutes before the start; null: no alert.
  alarm int check (alarm between 0 and 40320),
  -- In the format of kernel/time/series.ts.
  series jsonb not null check (jsonb_typeof(series) = 'object'),
  -- All occurrences are between these two.
  first_at timestamptz not null,
  last_at timestamptz not null,
  revision int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whether the event leaves its time free for bookings and shared availability.
  is_free boolean not null default false,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index personal_events_client on personal_events (school_id, user_id, client_id);
create index personal_events_window on personal_events (school_id, user_id, last_at);

-- The parts that a person's calendar shows, and the color of their personal events.
create table calendar_preferences (
  school_id int not null,
  user_id bigint not null,
  hidden_kinds text[] not null default '{}' check (cardinality(hidden_kinds) <= 20),
  own_color smallint not null default 2 check (own_color between 0 and 5),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- An external calendar in a person's own calendar, subscribed by URL or uploaded once.
create table calendar_subscriptions (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  color smallint not null check (color between 0 and 5),
  is_shown boolean not null default true,
  -- The URL, encrypted because calendar URLs contain secrets; null: an uploaded file.
  encrypted_url text,
  host text,
  -- The number of the last sync. Only events with this number belong to the calendar.
  version int not null default 0,
  events int not null default 0,
  -- Time zones that the file defines.
  zones jsonb not null default '[]',
  etag text check (length(etag) <= 500),
  last_modified text check (length(last_modified) <= 100),
  -- When it was last synced, when a sync was last tried, and the reason why it failed.
  read_at timestamptz,
  attempted_at timestamptz,
  problem text check (length(problem) <= 40),
  failures int not null default 0,
  created_at timestamptz not null,
  -- The errors in the file: their number, and the first ones with line, title and error code.
  skipped_count int not null default 0,
  skipped_entries jsonb not null default '[]',
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((encrypted_url is null) = (host is null))
);
create index calendar_subscriptions_user on calendar_subscriptions (school_id, user_id);
create index calendar_subscriptions_due on calendar_subscriptions (school_id, attempted_at) where encrypted_url is not null;

-- The events of an external calendar with the same UID, as components of the file.
create table calendar_subscription_events (
  school_id int not null,
  subscription_id bigint not null,
  position int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  components jsonb not null check (jsonb_typeof(components) = 'array'),
  primary key (school_id, subscription_id, position),
  foreign key (school_id, subscription_id) references calendar_subscriptions (school_id, id) on delete cascade
);
create index calendar_subscription_events_window on calendar_subscription_events (school_id, subscription_id, last_at);

-- A calendar feed: a secret URL at which programs read a person's calendar. Only a hash of it is stored.
create table calendar_feeds (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  token_hash bytea not null check (length(token_hash) = 32),
  -- The types of items in the feed.
  kinds text[] not null check (cardinality(kinds) between 1 and 20),
  -- Minutes before the start; null: no alerts except those of personal events.
  alarm int check (alarm between 0 and 40320),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- A feed of the events of a club or hub, as far as its owner can see them. Both null: a feed of the owner's calendar.
  club_id bigint,
  hub_id bigint,
  -- An optional expiration; null: it works until it is revoked.
  ends_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check (num_nonnulls(club_id, hub_id) <= 1),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade
);
create unique index calendar_feeds_token on calendar_feeds (school_id, token_hash);
create index calendar_feeds_user on calendar_feeds (school_id, user_id);
create index calendar_feeds_club on calendar_feeds (school_id, club_id) where club_id is not null;
create index calendar_feeds_hub on calendar_feeds (school_id, hub_id) where hub_id is not null;

-- An app password, with which a calendar program can read and do nothing else.
create table calendar_passwords (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  password_hash bytea not null check (length(password_hash) = 32),
  hint text not null check (length(hint) between 1 and 8),
  created_at timestamptz not null,
  last_used_at timestamptz,
  ends_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index calendar_passwords_hash on calendar_passwords (school_id, password_hash);
create index calendar_passwords_user on calendar_passwords (school_id, user_id);

-- The state of a calendar that a program received with a sync token, so that it can ask for changes since then.
create table calendar_sync_states (
  school_id int not null,
  password_id bigint not null,
  token text not null check (length(token) between 1 and 80),
  -- The tag of each item by name.
  tags jsonb not null check (jsonb_typeof(tags) = 'object'),
  created_at timestamptz not null,
  primary key (school_id, password_id, token),
  foreign key (school_id, password_id) references calendar_passwords (school_id, id) on delete cascade
);

-- The settings of a person's schedule, and the people who can see their availability.
create table schedule_settings (
  school_id int not null,
  user_id bigint not null,
  -- Hidden terms, courses and types by name; everything else is shown in full.
  filters jsonb not null default '{}',
  shares_with text not null default 'nobody' check (shares_with in ('nobody', 'connections', 'school')),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A person's settings for bookings (decision 058). Times are local times of the time zone; slots are computed and never stored.
-- Exclusion constraints of these tables contain the ids as single-number ranges, because they then need no extension (btree_gist).
create table booking_offers (
  school_id int not null,
  user_id bigint not null,
  is_open boolean not null default false,
  time_zone text not null default 'UTC',
  note text not null default '',
  -- [{ "weekday": 1, "from": "09:00", "to": "12:00" }], 1 is Monday.
  hours jsonb not null default '[]',
  -- [{ "date": "2026-12-01", "hours": [{ "from": "09:00", "to": "12:00" }] }] replace that day's hours.
  exceptions jsonb not null default '[]',
  -- The latest time before a meeting at which people can book it, and at which they can reschedule or cancel it.
  notice_minutes int not null default 120 check (notice_minutes between 0 and 43200),
  cancel_minutes int not null default 120 check (cancel_minutes between 0 and 43200),
  days_ahead int not null default 60 check (days_ahead between 1 and 365),
  daily_limit int check (daily_limit between 1 and 50),
  buffer_before int not null default 0 check (buffer_before between 0 and 240),
  buffer_after int not null default 0 check (buffer_after between 0 and 240),
  version int not null default 1,
  -- Hours for which a slot that became free is reserved for the first person on the host's waitlist. Null: everyone on the waitlist
  -- is notified, and the first to book gets it. A reserved slot counts as taken, so that the same constraints keep others from
  -- booking it.
  wait_hours int default 2 check (wait_hours between 1 and 48),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- An office: people who offer the same type of meeting. People who book don't choose among them (decision 058).
create table booking_offices (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 80),
  note text not null default '',
  is_open boolean not null default true,
  -- The type of meeting, as in booking_types.
  kind jsonb not null,
  created_by bigint,
  client_id uuid not null,
  version int not null default 1,
  primary key (school_id, id),
  unique (school_id, created_by, client_id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);

-- A type of meeting that a person offers.
create table booking_types (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  minutes int not null check (minutes between 5 and 480),
  location text not null default '',
  -- Only people who have booked see the link.
  link text not null default '',
  -- [{ "id": "topic", "label": "What is it about?", "isRequired": true, "options": ["Courses"] }]
  questions jsonb not null default '[]',
  group_size int not null default 1 check (group_size between 1 and 500),
  needs_confirmation boolean not null default false,
  is_active boolean not null default true,
  position int not null default 0,
  -- The office of this type, if it is an office's. Each of the office's people has a copy, which only the office offers.
  office_id bigint,
  primary key (school_id, id),
  unique (school_id, user_id, id),
  foreign key (school_id, user_id) references booking_offers (school_id, user_id) on delete cascade,
  foreign key (school_id, office_id) references booking_offices (school_id, id) on delete set null (office_id)
);
create index booking_types_office on booking_types (school_id, office_id) where office_id is not null;
create unique index booking_types_office_user on booking_types (school_id, office_id, user_id) where office_id is not null;

-- A booked slot, with the number of people. Two slots that overlap with their buffers can't both be booked.
create table booking_slots (
  school_id int not null,
  id bigint not null default new_id(),
  host_id bigint not null,
  type_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  blocked tstzrange not null,
  capacity int not null,
  taken int not null default 0,
  primary key (school_id, id),
  unique (school_id, host_id, type_id, starts_at),
  foreign key (school_id, host_id, type_id) references booking_types (school_id, user_id, id) on delete cascade,
  constraint booking_slots_order check (ends_at > starts_at and blocked @> tstzrange(starts_at, ends_at)),
  constraint booking_slots_seats check (taken between 0 and capacity),
  constraint booking_slots_overlap exclude using gist (int4range(school_id, school_id, '[]') with &&,
    int8range(host_id, host_id, '[]') with &&, blocked with &&) where (taken > 0)
);
create index booking_slots_coming on booking_slots (school_id, host_id, ends_at) where taken > 0;

-- A meeting that a person booked.
create table bookings (
  school_id int not null,
  id bigint not null default new_id(),
  client_id uuid not null,
  slot_id bigint not null,
  host_id bigint not null,
  booker_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null check (status in ('requested', 'confirmed', 'canceled')),
  -- Answers by question id.
  answers jsonb not null default '{}',
  canceled_by bigint,
  reason text not null default '',
  -- How often the booking changed in a way that others need to know about.
  revision int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, booker_id, client_id),
  foreign key (school_id, slot_id) references booking_slots (school_id, id) on delete cascade,
  foreign key (school_id, host_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, booker_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, canceled_by) references users (school_id, id) on delete set null (canceled_by),
  -- A person can't have two meetings at the same time.
  constraint bookings_overlap exclude using gist (int4range(school_id, school_id, '[]') with &&,
    int8range(booker_id, booker_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (status <> 'canceled')
);
create index bookings_slot on bookings (school_id, slot_id);
create index bookings_host on bookings (school_id, host_id, starts_at desc, id desc);
create index bookings_booker on bookings (school_id, booker_id, starts_at desc, id desc);
create index bookings_canceled_by on bookings (school_id, canceled_by) where canceled_by is not null;

-- A room of the school.
create table rooms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 120),
  building text not null default '',
  -- Null: unknown.
  capacity int check (capacity between 1 and 100000),
  note text not null default '',
  -- False: it can't be reserved anymore; existing reservations stay.
  is_active boolean not null default true,
  version int not null default 1,
  client_id uuid not null,
  primary key (school_id, id),
  unique (school_id, client_id)
);
create unique index rooms_name on rooms (school_id, lower(building), lower(name));

alter table events add foreign key (school_id, room_id) references rooms (school_id, id) on delete set null (room_id);

alter table event_dates add foreign key (school_id, room_id) references rooms (school_id, id) on delete set null (room_id);

-- A reservation of a room for a row of another feature, such as an event. A room never has two at the same time.
create table room_reservations (
  school_id int not null,
  id bigint not null default new_id(),
  room_id bigint not null,
  holder_kind text not null,
  holder_id bigint not null,
  during tstzrange not null check (not isempty(during) and lower(during) is not null and upper(during) is not null),
  primary key (school_id, id),
  foreign key (school_id, room_id) references rooms (school_id, id) on delete cascade,
  constraint room_reservations_overlap exclude using gist (int4range(school_id, school_id, '[]') with &&,
    int8range(room_id, room_id, '[]') with &&, during with &&)
);
create index room_reservations_room on room_reservations (school_id, room_id);
create index room_reservations_holder on room_reservations (school_id, holder_kind, holder_id);

-- A person who gets a notification when a host has a free slot again. Everyone is notified once, at the same time; the first to
-- book gets it.
create table booking_waits (
  school_id int not null,
  host_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (school_id, host_id, user_id),
  foreign key (school_id, host_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check (host_id <> user_id)
);
create index booking_waits_user on booking_waits (school_id, user_id);

-- A slot that became free and is reserved for a person on the waitlist until a deadline.
create table booking_holds (
  school_id int not null,
  slot_id bigint not null,
  user_id bigint not null,
  until timestamptz not null,
  primary key (school_id, slot_id, user_id),
  foreign key (school_id, slot_id) references booking_slots (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index booking_holds_user on booking_holds (school_id, user_id);
create index booking_holds_until on booking_holds (school_id, until);
