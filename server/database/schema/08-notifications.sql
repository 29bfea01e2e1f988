-- What reaches whom where. Only departures are stored: from the product's defaults by schools, from the school's by people.
-- A school's default of a key on a platform, and whether it holds for everybody.
create table notification_defaults (
  school_id int not null references schools,
  -- Place and name of the key: general.chat.
  key text not null check (length(key) between 3 and 80),
  platform text not null check (platform in ('in_app', 'mobile', 'email')),
  is_on boolean not null,
  is_locked boolean not null,
  primary key (school_id, key, platform)
);

-- What a person has chosen of a key on a platform. `global.academic` and so on: the switch of the whole category.
create table notification_preferences (
  school_id int not null,
  user_id bigint not null,
  key text not null check (length(key) between 3 and 80),
  -- The group for whose keys it holds; 0: none.
  group_id bigint not null default 0,
  platform text not null check (platform in ('in_app', 'mobile', 'email')),
  is_on boolean not null,
  primary key (school_id, user_id, key, group_id, platform),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- When and how notifications reach somebody outside of the app; no row: as the product has it.
create table notification_settings (
  school_id int not null,
  user_id bigint not null,
  zone text check (length(zone) <= 64),
  -- Minutes of the local day.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_until int check (quiet_until between 0 and 1439),
  mail_frequency text not null default 'daily' check (mail_frequency in ('instant', 'hourly', 'daily', 'weekly')),
  hides_text boolean not null default false,
  primary key (school_id, user_id),
  check ((quiet_from is null) = (quiet_until is null)),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Browsers that receive pushes, each as long as the session lives in which it said so: who signs out gets none any more.
create table notification_devices (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  session_id uuid not null,
  endpoint text not null check (length(endpoint) <= 1000),
  -- An endpoint is one browser's, whoever uses it: the last who said so has it. Hashed, because it may be long.
  endpoint_hash bytea not null,
  p256dh text not null,
  -- Sealed with the installation's secret: with it and the endpoint anybody could push as us.
  auth text not null,
  name text not null check (length(name) <= 200),
  added_at timestamptz not null,
  last_sent_at timestamptz,
  primary key (school_id, id),
  unique (school_id, endpoint_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, session_id) references sessions (school_id, id) on delete cascade
);
create index notification_devices_of_session on notification_devices (school_id, session_id);
create index notification_devices_of_person on notification_devices (school_id, user_id, added_at desc);

-- What happened to whom, and what became of it on each platform.
-- A person's list as a whole. Whoever writes to the list holds this row, so that its numbers and what they count agree.
create table notification_counters (
  school_id int not null,
  user_id bigint not null,
  -- Rises by one with every write to the list.
  change bigint not null default 0,
  -- Items up to this change may have been removed for good: who knows less asks anew.
  forgotten bigint not null default 0,
  total int not null default 0 check (total >= 0),
  unread int not null default 0 check (unread >= 0),
  -- Where links lead: the address of the school at which what happened last was done.
  origin text,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
) with (fillfactor = 70);

create table notifications (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  -- Place and name of the key that fired it, and the group whose key it is; 0: none.
  key text not null,
  group_id bigint not null default 0,
  kind text not null,
  -- What belongs together: as long as an item is open, what has the same comes into it.
  fold text not null check (length(fold) <= 100),
  is_open boolean not null default true,
  -- When it was last read or deleted.
  closed_at timestamptz,
  -- Who did it, the last first.
  actors bigint[] not null,
  conversation_id bigint,
  -- Whether it stands in the list: not where the person wants this key on other platforms only.
  is_listed boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,
  change bigint not null,
  -- What a notification is about where it is no conversation: what it is called, and where it stands in the app.
  about_title text,
  about_path text,
  -- What a notification is about, beside a conversation: where it leads.
  target_kind text,
  target_id bigint,
  -- A sentence of whoever did it, such as why an event was canceled.
  about_note text not null default '',
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((about_title is null) = (about_path is null)),
  check ((target_kind is null) = (target_id is null))
);
create unique index notifications_open on notifications (school_id, user_id, fold) where is_open;
create index notifications_list on notifications (school_id, user_id, changed_at desc, id) where is_listed and deleted_at is null;
create index notifications_unread on notifications (school_id, user_id, changed_at desc, id)
  where is_listed and deleted_at is null and read_at is null;
create index notifications_changes on notifications (school_id, user_id, change);
create index notifications_aged on notifications (school_id, changed_at);
create index notifications_deleted on notifications (school_id, deleted_at) where deleted_at is not null;
create index notifications_of_conversation on notifications (school_id, user_id, conversation_id) where conversation_id is not null;

-- Events of the outbox that have come into somebody's list: each does once.
create table notification_sources (
  school_id int not null,
  event_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (school_id, event_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index notification_sources_of_person on notification_sources (school_id, user_id);
create index notification_sources_aged on notification_sources (school_id, at);

-- One mail with notifications in it.
create table notification_digests (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  frequency text not null check (frequency in ('instant', 'hourly', 'daily', 'weekly')),
  items int not null,
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  tries int not null default 0,
  made_at timestamptz not null,
  -- When it is to be tried; while somebody sends it, when they count as lost.
  due_at timestamptz,
  sent_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index notification_digests_of_person on notification_digests (school_id, user_id);
create index notification_digests_aged on notification_digests (school_id, made_at);
create index notification_digests_waiting on notification_digests (school_id, user_id, due_at) where state = 'waiting';

-- The ledger: what became of an item on a platform, and why.
create table notification_deliveries (
  school_id int not null,
  notification_id bigint not null,
  platform text not null check (platform in ('in_app', 'mobile', 'email')),
  user_id bigint not null,
  rule text not null check (rule in ('locked', 'global', 'own', 'school', 'default')),
  state text not null check (state in ('sent', 'waiting', 'skipped', 'failed')),
  reason text check (reason in ('off', 'no_device', 'no_address', 'read', 'deleted', 'quiet', 'digest', 'retry', 'refused')),
  due_at timestamptz,
  -- Somebody sends it until then at the latest (pushes; of mails the digest has that).
  claimed_until timestamptz,
  tries int not null default 0,
  digest_id bigint,
  at timestamptz not null,
  primary key (school_id, notification_id, platform),
  check (state <> 'waiting' or due_at is not null),
  foreign key (school_id, notification_id) references notifications (school_id, id) on delete cascade,
  foreign key (school_id, digest_id) references notification_digests (school_id, id)
);
create index notification_deliveries_waiting on notification_deliveries (school_id, user_id, platform, due_at) where state = 'waiting';
create index notification_deliveries_of_digest on notification_deliveries (school_id, digest_id) where digest_id is not null;

-- Messages as notifications: one unread item a conversation and person, however many there are.
-- Up to which event of the outbox a school's messages have been looked at, but for the last moments: what was written then may have
-- been committed later than what has a higher number.
create table notified_messages (
  school_id int not null references schools,
  event_id bigint not null default 0,
  primary key (school_id)
);
