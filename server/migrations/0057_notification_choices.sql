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
create table notification_choices (
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
  check ((quiet_from is null) = (quiet_until is null)),
  primary key (school_id, user_id),
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
