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
  -- Host pages that may embed a school's campus, and the codes with which somebody is signed in there.
  -- Exact origins, one text each. They are written into headers, so that nothing but an origin's own signs may stand in them.
  embed_origins text[] not null default '{}'
  check (array_to_string(embed_origins, ' ') ~ '^(https?://[a-z0-9.-]+(:[0-9]+)?( https?://[a-z0-9.-]+(:[0-9]+)?)*)?$'),
  -- Parts of the shell that a school has. As the product text has it: no top bar, the slide-out menu in a host's frame only.
  layout jsonb not null default '{"topBar": false, "slideOut": "framed"}' check (jsonb_typeof(layout) = 'object'),
  -- What people show to anybody: a public profile, and links that end. What of a profile is shown is chosen field by field.
  share_mode boolean not null default true,
  share_indexed boolean not null default false,
  -- Usage analytics by a script of somebody else: whose, for a school; and whether a person lets themselves be counted.
  -- As contract/src/analytics.ts declares it; null: none.
  analytics jsonb check (analytics is null or jsonb_typeof(analytics) = 'object'),
  -- How long a session may rest and how long it may last at a school; null: as long as at any.
  session_idle_minutes int check (session_idle_minutes between 15 and 43200),
  session_hours int check (session_hours between 1 and 8760),
  -- Pages of clubs that anybody may see: the school allows them, and each club chooses its own.
  share_clubs boolean not null default false,
  -- Whether events of a school may be shown to anybody: the school allows them, and hosts choose the audience `public`. Schools that have
  -- such events go on showing them.
  share_events boolean not null default false,
  -- The paper on which the school prints; null: what is usual where its language is spoken.
  paper text check (paper in ('A4', 'LETTER')),
  -- Whether profiles show the clubs somebody is in (product text §2: the section exists and is switched off).
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

-- @unfenced: secrets and marks of the installation; the application role may not read them.
create table installation (
  name text primary key,
  value text not null
);

-- How often a subject (an account, a person) did something in the current window.
create table limits (
  school_id int not null references schools,
  subject text not null,
  window_ends_at timestamptz not null,
  used int not null,
  primary key (school_id, subject)
);
create index limits_ended on limits (school_id, window_ends_at);

-- What happened, written in the transaction that made it happen and told to others after it has committed.
create table outbox (
  school_id int not null references schools,
  id bigint generated always as identity,
  kind text not null,
  actor_id bigint,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- Webhooks: what happens at a school, told to addresses its admins name.
  -- An event that is to be told later: a try after a pause.
  due_at timestamptz,
  -- The address of the school at which whoever caused an event came in, so that later work knows where its links lead.
  origin text,
  primary key (school_id, id)
);
create index outbox_delivered on outbox (school_id, delivered_at) where delivered_at is not null;
create index outbox_waiting on outbox (coalesce(due_at, '-infinity'::timestamptz), id) where delivered_at is null;
-- The realtime hub: every server reads what was written after what it has read, whoever wrote it and in whichever school.
create index outbox_in_order on outbox (id);

-- What those who run a campus did and which protected fields were read, each entry sealed by the one before:
-- a changed, missing or inserted entry breaks the chain from there on. Verified by `campus audit verify`.
create table activity_log (
  school_id int not null references schools,
  number bigint not null,
  at timestamptz not null,
  actor_id bigint,
  kind text not null,
  detail jsonb not null,
  seal bytea not null,
  -- What the officers of a club read: who did what in it, and how its membership grew.
  -- The club an entry is about, as a column: row level security lets an index serve no expression on the detail.
  club_id bigint
  generated always as (case when detail ->> 'club' ~ '^[0-9]{1,18}$' then (detail ->> 'club')::bigint end) stored,
  primary key (school_id, number)
);
create index activity_log_actor on activity_log (school_id, actor_id, number);
create index activity_log_club on activity_log (school_id, club_id, number) where club_id is not null;

-- What event handlers still have to do of events that are marked as delivered: what waits for its time, takes long, or has failed and
-- is tried again. What a handler did at once has no row.
create table event_tasks (
  school_id int not null,
  event_id bigint not null,
  -- Name of the event handler.
  handler text not null,
  -- When it is to be run; while a server runs it, when that server counts as dead.
  run_at timestamptz not null,
  -- How often it was begun.
  tries int not null default 0,
  -- When it failed for the last time; it is not run again.
  failed_at timestamptz,
  -- Message of its last error.
  error text,
  primary key (school_id, event_id, handler),
  foreign key (school_id, event_id) references outbox (school_id, id) on delete cascade
);
create index event_tasks_due on event_tasks (handler, run_at, event_id) where failed_at is null;

-- Words that a school does not want to read in posts and comments.
create table word_lists (
  school_id int primary key references schools (school_id) on delete cascade,
  -- Counts its changes: two who edit it at once do not overwrite each other.
  version int not null default 1,
  -- Each with what happens to a post that has it: [{"word": "…", "action": "refuse" | "review"}].
  words jsonb not null check (jsonb_typeof(words) = 'array' and jsonb_array_length(words) <= 500)
);

-- The reply of each call that created something, by the `clientId` its author sent: the same call again answers it. Endpoints
-- that keep their reply elsewhere have a client_id column of their own. `reply` is encrypted; null: it held a secret, which the
-- hourly maintenance removes after a day.
create table client_results (
  school_id int not null references schools,
  author_id bigint not null,
  call text not null check (length(call) <= 80),
  client_id uuid not null,
  reply text,
  holds_secret boolean not null,
  made_at timestamptz not null,
  primary key (school_id, author_id, call, client_id)
);
create index client_results_secrets on client_results (school_id, made_at) where holds_secret and reply is not null;
