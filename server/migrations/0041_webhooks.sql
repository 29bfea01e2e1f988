-- Webhooks: what happens at a school, told to addresses its admins name.

-- An event that is to be told later: a try after a pause.
alter table outbox add column due_at timestamptz;

create table webhooks (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  url text not null check (length(url) between 1 and 1000),
  events text[] not null check (cardinality(events) > 0),
  is_on boolean not null default true,
  -- Why it is off: an admin, days of failure, or the receiver said that it is gone (410).
  off_reason text check (off_reason in ('admin', 'failing', 'gone')),
  -- The first failure since the last success.
  failing_since timestamptz,
  -- Sealed with the installation's secret: signing needs them as they are.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  made_at timestamptz not null,
  made_by bigint,
  primary key (school_id, id),
  check (is_on = (off_reason is null)),
  foreign key (school_id, made_by) references users (school_id, id) on delete set null (made_by)
);
create index webhooks_made_by on webhooks (school_id, made_by);

-- One event on its way to one address; what was sent, byte for byte, because it is signed.
create table webhook_deliveries (
  school_id int not null,
  id bigint not null generated always as identity,
  hook_id bigint not null,
  -- The same for every try, so that a receiver knows what it has had.
  message text not null,
  kind text not null,
  body text not null,
  -- The outbox event it tells; null: a test. An event whose reaction runs twice is told once.
  event_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  tries int not null default 0,
  next_at timestamptz,
  -- Somebody is sending it until then at the latest.
  claimed_until timestamptz,
  made_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, hook_id, event_id),
  foreign key (school_id, hook_id) references webhooks (school_id, id) on delete cascade
);
create index webhook_deliveries_hook on webhook_deliveries (school_id, hook_id, id);
create index webhook_deliveries_claimed on webhook_deliveries (school_id, hook_id) where claimed_until is not null;

create table webhook_tries (
  school_id int not null,
  delivery_id bigint not null,
  number int not null,
  at timestamptz not null,
  took_ms int not null,
  -- What was answered, or why nothing was.
  status int,
  problem text,
  answer text not null default '',
  primary key (school_id, delivery_id, number),
  foreign key (school_id, delivery_id) references webhook_deliveries (school_id, id) on delete cascade
);
