-- Meetings that people offer and others book (decision 058).
-- Ids stand in exclusion constraints as ranges of one number: so they need no extension (btree_gist).

-- What somebody offers. Times are by the clocks of their zone; the slots are worked out, never stored.
create table booking_offers (
  school_id int not null,
  user_id bigint not null,
  is_open boolean not null default false,
  time_zone text not null default 'UTC',
  note text not null default '',
  -- [{ "weekday": 1, "from": "09:00", "to": "12:00" }], 1 is Monday.
  hours jsonb not null default '[]',
  -- [{ "date": "2026-12-01", "hours": [{ "from": "09:00", "to": "12:00" }] }] in the place of that day's hours.
  exceptions jsonb not null default '[]',
  -- How long before a meeting it can be booked at the latest, and moved or canceled by who booked it.
  notice_minutes int not null default 120 check (notice_minutes between 0 and 43200),
  cancel_minutes int not null default 120 check (cancel_minutes between 0 and 43200),
  days_ahead int not null default 60 check (days_ahead between 1 and 365),
  daily_limit int check (daily_limit between 1 and 50),
  buffer_before int not null default 0 check (buffer_before between 0 and 240),
  buffer_after int not null default 0 check (buffer_after between 0 and 240),
  version int not null default 1,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table booking_kinds (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  minutes int not null check (minutes between 5 and 480),
  place text not null default '',
  -- Told to who has booked.
  link text not null default '',
  -- [{ "id": "topic", "label": "What is it about?", "isRequired": true, "options": ["Courses"] }]
  questions jsonb not null default '[]',
  group_size int not null default 1 check (group_size between 1 and 500),
  needs_confirmation boolean not null default false,
  is_active boolean not null default true,
  position int not null default 0,
  primary key (school_id, id),
  unique (school_id, user_id, id),
  foreign key (school_id, user_id) references booking_offers (school_id, user_id) on delete cascade
);

-- A slot that somebody has taken, with how many have. Two that overlap with their buffers cannot both be taken.
create table booking_slots (
  school_id int not null,
  id bigint not null default new_id(),
  host_id bigint not null,
  kind_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  blocked tstzrange not null,
  capacity int not null,
  taken int not null default 0,
  primary key (school_id, id),
  unique (school_id, host_id, kind_id, starts_at),
  foreign key (school_id, host_id, kind_id) references booking_kinds (school_id, user_id, id) on delete cascade,
  constraint booking_slots_order check (ends_at > starts_at and blocked @> tstzrange(starts_at, ends_at)),
  constraint booking_slots_seats check (taken between 0 and capacity),
  constraint booking_slots_overlap exclude using gist (int4range(school_id, school_id, '[]') with &&,
    int8range(host_id, host_id, '[]') with &&, blocked with &&) where (taken > 0)
);
create index booking_slots_coming on booking_slots (school_id, host_id, ends_at) where taken > 0;

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
  -- By the id of the question.
  answers jsonb not null default '{}',
  canceled_by bigint,
  reason text not null default '',
  -- How often it was changed in a way that others have to know of.
  revision int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, booker_id, client_id),
  foreign key (school_id, slot_id) references booking_slots (school_id, id) on delete cascade,
  foreign key (school_id, host_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, booker_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, canceled_by) references users (school_id, id) on delete set null (canceled_by),
  -- Nobody has two meetings at once.
  constraint bookings_overlap exclude using gist (int4range(school_id, school_id, '[]') with &&,
    int8range(booker_id, booker_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (status <> 'canceled')
);
create index bookings_slot on bookings (school_id, slot_id);
create index bookings_host on bookings (school_id, host_id, starts_at desc, id desc);
create index bookings_booker on bookings (school_id, booker_id, starts_at desc, id desc);
create index bookings_canceled_by on bookings (school_id, canceled_by) where canceled_by is not null;
