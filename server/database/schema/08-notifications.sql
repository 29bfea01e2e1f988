-- A school's default for a notification key on a platform, and whether people can't change it. Only differences are stored:
-- schools' from the product's defaults, people's from the school's.
create table notification_defaults (
  school_id int not null references schools,
  -- Place and name of the key, such as general.chat.
  key text not null check (length(key) between 3 and 80),
  platform text not null check (platform in ('in_app', 'mobile', 'email')),
  is_on boolean not null,
  is_locked boolean not null,
  primary key (school_id, key, platform)
);

-- A person's choice for a notification key on a platform. Keys such as `global.academic` turn a whole category on or off.
create table notification_preferences (
  school_id int not null,
  user_id bigint not null,
  key text not null check (length(key) between 3 and 80),
  -- The group that the choice is for; 0: none.
  group_id bigint not null default 0,
  platform text not null check (platform in ('in_app', 'mobile', 'email')),
  is_on boolean not null,
  primary key (school_id, user_id, key, group_id, platform),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A person's settings for notifications outside the app. No row: the product's defaults.
create table notification_settings (
  school_id int not null,
  user_id bigint not null,
  time_zone text check (length(time_zone) <= 64),
  -- Minutes of the local day.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_until int check (quiet_until between 0 and 1439),
  email_frequency text not null default 'daily' check (email_frequency in ('instant', 'hourly', 'daily', 'weekly')),
  hides_text boolean not null default false,
  primary key (school_id, user_id),
  check ((quiet_from is null) = (quiet_until is null)),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A browser that receives push notifications. The row is deleted with the session, so that people who sign out get none.
create table notification_devices (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  session_id uuid not null,
  endpoint text not null check (length(endpoint) <= 1000),
  -- An endpoint belongs to one browser, so the last person who registered it has it. It is hashed because it can be long.
  endpoint_hash bytea not null,
  p256dh text not null,
  -- Encrypted with the installation's secret: with it and the endpoint, anyone could send push notifications in our name.
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

-- The counters of a person's notification list. Every write to the list locks this row first, so that the counters match the list.
create table notification_counters (
  school_id int not null,
  user_id bigint not null,
  -- Increases by one with every write to the list.
  change bigint not null default 0,
  -- Items up to this change may have been deleted permanently. Clients that know only older changes load the list again.
  pruned_change bigint not null default 0,
  total int not null default 0 check (total >= 0),
  unread int not null default 0 check (unread >= 0),
  -- The address of the school for links, from the most recent event.
  origin text,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
) with (fillfactor = 70);

-- An item in a person's notifications, about one event or several related ones (decision 028).
create table notifications (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  -- Place and name of the key, and the group that the key belongs to; 0: none.
  key text not null,
  group_id bigint not null default 0,
  kind text not null,
  -- While an item is open, new events with the same collapse key update it or replace it (notify.ts).
  collapse_key text not null check (length(collapse_key) <= 100),
  is_open boolean not null default true,
  -- When its owner last read or deleted it.
  dismissed_at timestamptz,
  -- The people who caused it, the most recent first.
  actors bigint[] not null,
  conversation_id bigint,
  -- False if the person wants this key only on other platforms.
  is_listed boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,
  change bigint not null,
  -- The title and the path in the app of the subject, unless it is a conversation.
  about_title text,
  about_path text,
  -- The subject, if it isn't a conversation: its kind and id, for the link.
  target_kind text,
  target_id bigint,
  -- A text by the person who caused it, such as the reason for a cancellation.
  about_note text not null default '',
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((about_title is null) = (about_path is null)),
  check ((target_kind is null) = (target_id is null))
);
create unique index notifications_open on notifications (school_id, user_id, collapse_key) where is_open;
create index notifications_list on notifications (school_id, user_id, changed_at desc, id) where is_listed and deleted_at is null;
create index notifications_unread on notifications (school_id, user_id, changed_at desc, id)
  where is_listed and deleted_at is null and read_at is null;
create index notifications_changes on notifications (school_id, user_id, change);
create index notifications_aged on notifications (school_id, changed_at);
create index notifications_deleted on notifications (school_id, deleted_at) where deleted_at is not null;
create index notifications_of_conversation on notifications (school_id, user_id, conversation_id) where conversation_id is not null;

-- An outbox event that is already in a person's list. It prevents duplicates.
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

-- An email with one or more notifications.
create table notification_digests (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  frequency text not null check (frequency in ('instant', 'hourly', 'daily', 'weekly')),
  items int not null,
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null,
  -- The next attempt. While a server sends the email, the time after which that server counts as failed.
  due_at timestamptz,
  sent_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index notification_digests_of_person on notification_digests (school_id, user_id);
create index notification_digests_aged on notification_digests (school_id, created_at);
create index notification_digests_waiting on notification_digests (school_id, user_id, due_at) where state = 'waiting';

-- The delivery of an item on a platform: its state, and the reason and rule behind it.
create table notification_deliveries (
  school_id int not null,
  notification_id bigint not null,
  platform text not null check (platform in ('in_app', 'mobile', 'email')),
  user_id bigint not null,
  rule text not null check (rule in ('locked', 'global', 'own', 'school', 'default')),
  state text not null check (state in ('sent', 'waiting', 'skipped', 'failed')),
  reason text check (reason in ('off', 'no_device', 'no_address', 'read', 'deleted', 'quiet', 'digest', 'retry', 'refused')),
  due_at timestamptz,
  -- A server is sending the push notification until this time at the latest. For emails, the digest has this time.
  claimed_until timestamptz,
  attempts int not null default 0,
  digest_id bigint,
  at timestamptz not null,
  primary key (school_id, notification_id, platform),
  check (state <> 'waiting' or due_at is not null),
  foreign key (school_id, notification_id) references notifications (school_id, id) on delete cascade,
  foreign key (school_id, digest_id) references notification_digests (school_id, id)
);
create index notification_deliveries_waiting on notification_deliveries (school_id, user_id, platform, due_at) where state = 'waiting';
create index notification_deliveries_of_digest on notification_deliveries (school_id, digest_id) where digest_id is not null;

-- The last outbox event of a school that was processed for message notifications. A message creates at most one unread item per
-- conversation and person. The most recent events are read again, because an event with a lower number can be committed later.
create table notified_messages (
  school_id int not null references schools,
  event_id bigint not null default 0,
  primary key (school_id)
);
