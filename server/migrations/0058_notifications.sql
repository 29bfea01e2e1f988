-- What happened to whom, and what became of it on each platform.

-- A person's list as a whole. Whoever writes to the list holds this row, so that its numbers and what they count agree.
create table notification_marks (
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
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index notifications_open on notifications (school_id, user_id, fold) where is_open;
create index notifications_list on notifications (school_id, user_id, changed_at desc, id) where is_listed and deleted_at is null;
create index notifications_unread on notifications (school_id, user_id, changed_at desc, id)
  where is_listed and deleted_at is null and read_at is null;
create index notifications_changes on notifications (school_id, user_id, change);
create index notifications_aged on notifications (school_id, changed_at);
create index notifications_deleted on notifications (school_id, deleted_at) where deleted_at is not null;

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
  check (state <> 'waiting' or due_at is not null),
  primary key (school_id, notification_id, platform),
  foreign key (school_id, notification_id) references notifications (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, digest_id) references notification_digests (school_id, id)
);
create index notification_deliveries_waiting on notification_deliveries (school_id, user_id, platform, due_at) where state = 'waiting';
create index notification_deliveries_of_person on notification_deliveries (school_id, user_id);
create index notification_deliveries_of_digest on notification_deliveries (school_id, digest_id);
