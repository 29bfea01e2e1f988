-- An event of a club, a hub or the school; with neither club nor hub, of the school. Its times are computed from `series` (decision
-- 054).
create table events (
  school_id int not null references schools,
  -- 48 bits, so that it fits in a ticket.
  id bigint not null default new_id() / 32,
  club_id bigint,
  hub_id bigint,
  title text not null check (length(title) between 1 and 120),
  -- Sanitized HTML.
  description text not null default '',
  series jsonb not null,
  -- True if the dates follow no rule. The series is then a daily rule with one occurrence per date, each moved to its date.
  has_custom_dates boolean not null default false,
  -- The first start and the last end of the series.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  location text not null default '' check (length(location) <= 200),
  address text not null default '' check (length(address) <= 400),
  map_url text,
  online_url text,
  online_opens_minutes int not null default 15 check (online_opens_minutes >= 0),
  cover text,
  tags text[] not null default '{}' check (cardinality(tags) <= 8),
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'published', 'canceled')),
  is_template boolean not null default false check (not is_template or status = 'draft'),
  audience text not null default 'school' check (audience in ('public', 'school', 'hub', 'members', 'invited')),
  member_tags text[] not null default '{}' check (cardinality(member_tags) <= 20),
  registration text not null default 'event' check (registration in ('none', 'event', 'occurrence')),
  opens_at timestamptz,
  closes_at timestamptz,
  closes_minutes int check (closes_minutes >= 0),
  capacity int check (capacity >= 0),
  guests_max int not null default 0 check (guests_max between 0 and 9),
  needs_approval boolean not null default false,
  allows_maybe boolean not null default true,
  waitlist text not null default 'automatic' check (waitlist in ('off', 'automatic', 'offer')),
  offer_hours int not null default 24 check (offer_hours between 1 and 168),
  attendees_for text not null default 'everyone' check (attendees_for in ('everyone', 'hosts')),
  -- True if no ticket type has a price.
  is_free boolean not null default true,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  canceled_at timestamptz,
  cancel_reason text not null default '' check (length(cancel_reason) <= 500),
  -- Increases with every change, so that two people who edit at the same time don't overwrite each other.
  version int not null default 1,
  -- Increases when the times change: SEQUENCE in calendar files.
  revision int not null default 0,
  sort_name text collate "und-x-icu" not null generated always as (fold(title) collate "und-x-icu") stored,
  words text[] not null generated always as (search_words(title || ' ' || location)) stored,
  -- The club's survey that asks attendees for feedback.
  survey_id bigint,
  -- The event's id in the school's files. Events without one are known there by their own id.
  code text check (length(code) between 1 and 120),
  -- The event's room. The room's reservations (room_reservations, kind `event`) follow from the times.
  room_id bigint,
  proposed_by bigint,
  proposal text check (proposal in ('open', 'accepted', 'declined', 'withdrawn')),
  -- The layout of the last printed name badges: { "size": "small", "hasCode": false }. A template passes it to its events.
  badge_layout jsonb,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  check (club_id is null or hub_id is null),
  check (audience <> 'hub' or hub_id is not null),
  check (audience <> 'members' or club_id is not null),
  check (closes_at > opens_at),
  foreign key (school_id, survey_id) references surveys (school_id, id) on delete set null (survey_id),
  check (survey_id is null or club_id is not null),
  foreign key (school_id, proposed_by) references users (school_id, id) on delete set null (proposed_by)
);
create unique index events_client on events (school_id, created_by, client_id);
create index events_club on events (school_id, club_id, starts_at) where club_id is not null;
create index events_hub on events (school_id, hub_id) where hub_id is not null;
create index events_cover on events (cover) where cover is not null;
-- Drafts, events in approval and templates, of which there are few.
create index events_unpublished on events (school_id, created_at) where status in ('draft', 'in_approval');
create index events_tags on events using gin (tags);
-- For lists by name and by age.
create index events_name on events (school_id, sort_name, id) where status = 'published';
create index events_created on events (school_id, created_at desc, id desc) where status = 'published';
create index events_survey on events (school_id, survey_id) where survey_id is not null;
-- Public events of a school, for calendar files for visitors.
create index events_public on events (school_id, ends_at) where audience = 'public';
create unique index events_code on events (school_id, coalesce(code, 'event-' || id::text));
create index events_room on events (school_id, room_id);
create index events_proposer on events (school_id, proposed_by, created_at desc);
create index events_proposals on events (school_id, club_id, created_at) where proposal = 'open';

-- A search word of an event. Row-level security would keep queries into the array `words` from using an index.
create table event_words (
  school_id int not null,
  event_id bigint not null,
  word text collate "C" not null,
  primary key (school_id, word, event_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);
create index event_words_event on event_words (school_id, event_id);

-- A contact person of an event, in order of `place`.
create table event_hosts (
  school_id int not null,
  event_id bigint not null,
  user_id bigint not null,
  position int not null,
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_hosts_user on event_hosts (school_id, user_id);

-- A club that hosts an event of another club, or is asked to.
create table event_cohosts (
  school_id int not null,
  event_id bigint not null,
  club_id bigint not null,
  -- An event of another club appears as the club's own once someone who manages the club's events accepts. True for cohosts from
  -- the school's files.
  is_accepted boolean not null default true,
  primary key (school_id, event_id, club_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);
create index event_cohosts_club on event_cohosts (school_id, club_id);
create index event_cohosts_asked on event_cohosts (school_id, club_id) where not is_accepted;

-- A person who is invited to an event.
create table event_invitees (
  school_id int not null,
  event_id bigint not null,
  user_id bigint not null,
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_invitees_user on event_invitees (school_id, user_id);

-- A time of an event, for lists in order of time. It is computed from the series in the transaction that writes the series; the
-- details of an occurrence are computed from the series when it is shown.
create table event_starts (
  school_id int not null,
  event_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  original text not null,
  -- Events that are longer than a day are found by their end.
  is_long boolean not null generated always as (ends_at - starts_at > interval '1 day') stored,
  primary key (school_id, event_id, starts_at, original),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);
create index event_starts_long on event_starts (school_id, ends_at) where is_long;
-- Lists of coming events read this index in order of time. It includes the end, so that events that are over are skipped without
-- reading the table.
create index event_starts_by_time on event_starts (school_id, starts_at, event_id) include (ends_at, original);

-- A ticket type: a share of the spots with its own quota, access code or price.
create table event_ticket_types (
  school_id int not null,
  id bigint not null default new_id(),
  event_id bigint not null,
  position int not null,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  quota int check (quota >= 0),
  access_code text check (length(access_code) between 1 and 40),
  is_hidden boolean not null default false,
  -- In minor units of the currency; null: free.
  price int check (price > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  primary key (school_id, id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  check ((price is null) = (currency is null))
);
create index event_ticket_types_event on event_ticket_types (school_id, event_id, position);

-- The counters of an event or an occurrence (`original`; '' for the whole event). Functions lock this row before they give spots,
-- so that no spot is given twice and the order of the locks is the order of the registrations.
create table event_spots (
  school_id int not null,
  event_id bigint not null,
  original text not null,
  -- Spots that are taken or offered, in total and by the id of the ticket type.
  taken int not null default 0 check (taken >= 0),
  ticket_counts jsonb not null default '{}',
  -- Registrations on the waitlist.
  waiting int not null default 0 check (waiting >= 0),
  last_number bigint not null default 0,
  primary key (school_id, event_id, original),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);
create index event_spots_waiting on event_spots (school_id, event_id) where waiting > 0;

-- A person's registration for an event or one of its dates.
create table event_registrations (
  school_id int not null,
  -- The number of the ticket; 48 bits, so that it fits in a ticket.
  id bigint not null default new_id() / 32,
  event_id bigint not null,
  original text not null default '',
  user_id bigint not null,
  status text not null check (status in ('registered', 'waiting', 'offered', 'requested', 'maybe', 'attended', 'absent',
    'excused', 'canceled', 'declined')),
  ticket_type_id bigint,
  guests int not null default 0 check (guests between 0 and 9),
  -- The order of registrations, and so the order in which people on the waitlist get spots.
  number bigint not null,
  registered_at timestamptz not null,
  changed_at timestamptz not null,
  offered_until timestamptz check ((offered_until is not null) = (status = 'offered')),
  reason text not null default '' check (length(reason) <= 500),
  is_hidden boolean not null default false,
  is_walk_in boolean not null default false,
  order_state text not null default 'free' check (order_state in ('free', 'due', 'paid', 'refunded')),
  primary key (school_id, id),
  unique (school_id, event_id, original, user_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, ticket_type_id) references event_ticket_types (school_id, id)
);
create index event_registrations_user on event_registrations (school_id, user_id, event_id);
create index event_registrations_kind on event_registrations (school_id, ticket_type_id) where ticket_type_id is not null;
create index event_registrations_waiting on event_registrations (school_id, event_id, original, number) where status = 'waiting';
create index event_registrations_offered on event_registrations (school_id, offered_until) where status = 'offered';
create index event_registrations_status on event_registrations (school_id, event_id, status);

-- The key pair that signs the tickets of an event. The private key is encrypted with the installation's secret.
create table event_keys (
  school_id int not null,
  event_id bigint not null,
  public_key text not null,
  encrypted_key text not null,
  primary key (school_id, event_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);

-- A ticket scan at an entrance. The earliest scan that wasn't undone is the entry.
create table event_scans (
  school_id int not null,
  event_id bigint not null,
  client_id uuid not null,
  registration_id bigint not null,
  seat int not null check (seat between 0 and 255),
  at timestamptz not null,
  door text check (length(door) <= 40),
  is_undo boolean not null default false,
  actor_id bigint,
  received_at timestamptz not null,
  -- If people register once for all dates, each date has its own check-in, and the scan belongs to the date nearest in time. Empty
  -- if the event has one date, or if people register for each date.
  original text not null default '',
  primary key (school_id, event_id, client_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, registration_id) references event_registrations (school_id, id) on delete cascade,
  foreign key (school_id, actor_id) references users (school_id, id) on delete set null (actor_id)
);
create index event_scans_registration on event_scans (school_id, registration_id, seat, at);
create index event_scans_by on event_scans (school_id, actor_id) where actor_id is not null;

-- A person's reminders in minutes before the start. Event 0: for all events that they register for.
create table event_reminders (
  school_id int not null,
  user_id bigint not null,
  event_id bigint not null,
  minutes int[] not null check (cardinality(minutes) <= 2),
  primary key (school_id, user_id, event_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_reminders_event on event_reminders (school_id, event_id) where event_id <> 0;

-- An event that a person doesn't want recommended. Similar events are recommended less.
create table event_dismissals (
  school_id int not null,
  user_id bigint not null,
  event_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id, event_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);
create index event_dismissals_event on event_dismissals (school_id, event_id);

-- A person's choice to get event recommendations.
create table event_preferences (
  school_id int not null,
  user_id bigint not null,
  recommends boolean not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- The differences of one date from its event, apart from the time: cancellation, texts, location. Null: same as the event.
create table event_dates (
  school_id int not null references schools,
  event_id bigint not null,
  -- The start that the rule gives, which identifies the date.
  original text not null,
  canceled_at timestamptz,
  cancel_reason text not null default '' check (length(cancel_reason) <= 500),
  -- The times of a canceled date. A canceled date isn't in event_starts anymore.
  starts_at timestamptz,
  ends_at timestamptz,
  title text check (length(title) between 1 and 120),
  location text check (length(location) <= 200),
  address text check (length(address) <= 400),
  online_url text,
  note text not null default '' check (length(note) <= 500),
  -- `has_own_room`: the date has its own room, or none (`room_id` null); otherwise the event's room applies. `capacity` null: same as
  -- the event.
  has_own_room boolean not null default false,
  room_id bigint,
  capacity int check (capacity between 0 and 1000000),
  primary key (school_id, event_id, original),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  check ((canceled_at is null) = (starts_at is null) and (canceled_at is null) = (ends_at is null)),
  check (has_own_room or room_id is null)
);
create index event_dates_canceled on event_dates (school_id, starts_at) where canceled_at is not null;
create index event_dates_room on event_dates (school_id, room_id) where room_id is not null;
