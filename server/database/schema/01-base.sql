create table schools (
  school_id int generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$'),
  name text not null,
  color text not null default '005fbf' check (color ~ '^[0-9a-f]{6}$'),
  favicon text,
  logo text,
  connect boolean not null default true,
  message_standalone boolean not null default false,
  locale text not null default 'en',
  created_at timestamptz not null default now(),
  field_rules jsonb not null default '{}' check (jsonb_typeof(field_rules) = 'object'),
  -- Origins of host pages that can embed the school's site. They are written into headers, so only the characters of an origin are
  -- allowed.
  embed_origins text[] not null default '{}'
  check (array_to_string(embed_origins, ' ') ~ '^(https?://[a-z0-9.-]+(:[0-9]+)?( https?://[a-z0-9.-]+(:[0-9]+)?)*)?$'),
  -- The parts of the shell that the school uses. Default, from the product text: no top bar, and the slide-out menu only in a host
  -- page's frame.
  layout jsonb not null default '{"topBar": false, "slideOut": "framed"}' check (jsonb_typeof(layout) = 'object'),
  -- Whether people can share a public profile and links that expire. They choose its contents field by field.
  share_mode boolean not null default true,
  share_indexed boolean not null default false,
  -- The external script for usage analytics, as declared in contract/src/analytics.ts; null: none.
  analytics jsonb check (analytics is null or jsonb_typeof(analytics) = 'object'),
  -- The idle limit and the maximum duration of a session; null: the product's limits.
  session_idle_minutes int check (session_idle_minutes between 15 and 43200),
  session_hours int check (session_hours between 1 and 8760),
  -- Whether the school allows public club pages. Each club decides about its own.
  share_clubs boolean not null default false,
  -- Whether the school allows public events. Hosts then choose the audience `public`.
  share_events boolean not null default false,
  -- The paper size for printing; null: the usual one for the school's language.
  paper text check (paper in ('A4', 'LETTER')),
  -- Whether profiles show clubs (product text §2: the section exists and is off by default).
  profile_groups boolean not null default false
);

-- @unfenced: host names are read before the school is known; only authenticate_request() may read them.
create table school_hosts (
  host text primary key,
  school_id int not null references schools,
  is_default boolean not null default false
);
create unique index school_hosts_default on school_hosts (is_default) where is_default;
create index school_hosts_school on school_hosts (school_id);

-- @unfenced: secrets and flags of the installation; the application role can't read them.
create table installation (
  name text primary key,
  value text not null
);

-- A counter for a rate limit: how often a subject (an account or person) did something in the current window.
create table rate_limits (
  school_id int not null references schools,
  subject text not null,
  window_ends_at timestamptz not null,
  used int not null,
  primary key (school_id, subject)
);
create index rate_limits_ended on rate_limits (school_id, window_ends_at);

-- An event, written in the transaction that caused it and handled after the commit.
create table outbox (
  school_id int not null references schools,
  id bigint generated always as identity,
  kind text not null,
  actor_id bigint,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- The next attempt, if the event is to be delivered later.
  due_at timestamptz,
  -- The school's address that the person who caused the event used, for links in later emails.
  origin text,
  primary key (school_id, id)
);
create index outbox_delivered on outbox (school_id, delivered_at) where delivered_at is not null;
create index outbox_waiting on outbox (coalesce(due_at, '-infinity'::timestamptz), id) where delivered_at is null;
-- Every server reads new events in order of id, for all schools (the realtime hub).
create index outbox_in_order on outbox (id);

-- An activity log entry: an action of staff, or access to a protected field. Each entry is sealed with the seal of the one before,
-- so a changed, missing or inserted entry breaks the chain from there on. `campus audit verify` checks it.
create table activity_log (
  school_id int not null references schools,
  number bigint not null,
  at timestamptz not null,
  actor_id bigint,
  kind text not null,
  detail jsonb not null,
  seal bytea not null,
  -- The club that the entry is about, for officers. It is a column because row-level security keeps an expression on `detail` from
  -- using an index.
  club_id bigint
  generated always as (case when detail ->> 'club' ~ '^[0-9]{1,18}$' then (detail ->> 'club')::bigint end) stored,
  primary key (school_id, number)
);
create index activity_log_actor on activity_log (school_id, actor_id, number);
create index activity_log_club on activity_log (school_id, club_id, number) where club_id is not null;

-- The remaining work of a handler for a delivered event: it is scheduled for later, takes long, or failed and will be retried. Work
-- that was done immediately has no row.
create table event_tasks (
  school_id int not null,
  event_id bigint not null,
  -- Name of the event handler.
  handler text not null,
  -- The next run. While a server runs it, the time after which that server counts as failed.
  run_at timestamptz not null,
  -- How often it was started.
  attempts int not null default 0,
  -- When it failed for the last time; it won't run again.
  failed_at timestamptz,
  -- Message of its last error.
  error text,
  primary key (school_id, event_id, handler),
  foreign key (school_id, event_id) references outbox (school_id, id) on delete cascade
);
create index event_tasks_due on event_tasks (handler, run_at, event_id) where failed_at is null;

-- Words that a school doesn't allow in posts and comments.
create table word_lists (
  school_id int primary key references schools (school_id) on delete cascade,
  -- Increases with every change, so that two people who edit at the same time don't overwrite each other.
  version int not null default 1,
  -- The words, each with an action: [{"word": "…", "action": "refuse" | "review"}].
  words jsonb not null check (jsonb_typeof(words) = 'array' and jsonb_array_length(words) <= 500)
);

-- The response to a call that created something, by the `clientId` that the author sent; repeating the call returns it. Endpoints
-- that store the result elsewhere have a client_id column. `reply` is encrypted; null: it contained a secret, which hourly
-- maintenance removes after a day.
create table client_results (
  school_id int not null references schools,
  author_id bigint not null,
  call text not null check (length(call) <= 80),
  client_id uuid not null,
  reply text,
  holds_secret boolean not null,
  created_at timestamptz not null,
  primary key (school_id, author_id, call, client_id)
);
create index client_results_secrets on client_results (school_id, created_at) where holds_secret and reply is not null;
