-- Calendars from elsewhere that stand in somebody's own: subscribed by address, or uploaded once.
create table calendar_subscriptions (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  color smallint not null check (color between 0 and 5),
  is_shown boolean not null default true,
  -- Encrypted, since addresses of calendars hold secrets; null: a file that was uploaded.
  encrypted_url text,
  host text,
  -- Counts what was read of it. Its events are those of this number.
  version int not null default 0,
  events int not null default 0,
  -- Time zones that the file defines itself.
  zones jsonb not null default '[]',
  etag text check (length(etag) <= 500),
  last_modified text check (length(last_modified) <= 100),
  -- When it was last read well, when it was last tried, and why that failed.
  read_at timestamptz,
  tried_at timestamptz,
  problem text check (length(problem) <= 40),
  failures int not null default 0,
  created_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((encrypted_url is null) = (host is null))
);
create index calendar_subscriptions_user on calendar_subscriptions (school_id, user_id);
create index calendar_subscriptions_due on calendar_subscriptions (school_id, tried_at) where encrypted_url is not null;

-- The events of such a calendar: those of one UID together, as their components stand in the file.
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
