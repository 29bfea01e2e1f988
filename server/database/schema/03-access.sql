-- Passwords, sessions and the limits that guard them.
create table credentials (
  school_id int not null,
  user_id bigint not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table sessions (
  school_id int not null,
  id uuid not null default gen_random_uuid(),
  user_id bigint not null,
  token_hash bytea not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- A session remembers whether it lives inside a host's frame: its cookies are then partitioned, also when they are renewed.
  in_frame boolean not null default false,
  -- Single sign-on: a school's providers, whom their subjects are here, and sign-ons under way.
  -- How a person proved who they are: password, oidc or saml.
  method text not null default 'password',
  -- When somebody last proved again who they are, for what a session that was left open must not do.
  confirmed_at timestamptz,
  primary key (school_id, id),
  unique (school_id, token_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  constraint sessions_method_check check (method in ('password', 'oidc', 'saml', 'code'))
);
create index sessions_user on sessions (school_id, user_id);
-- What upkeep removes is found by when it ended.
create index sessions_expired on sessions (school_id, expires_at);

create table password_resets (
  school_id int not null,
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Reset links and invitations share one table of tokens; each purpose has its own lifetime.
  purpose text not null default 'reset' check (purpose in ('reset', 'invitation')),
  primary key (school_id, token_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index password_resets_user on password_resets (school_id, user_id);
create index password_resets_expired on password_resets (school_id, expires_at);

-- What a provider calls a person. `deleted_at`: it has removed them, and they are ended; the same external id brings them back.
create table scim_users (
  school_id int not null,
  user_id bigint not null,
  external_id text check (length(external_id) between 1 and 255),
  deleted_at timestamptz,
  primary key (school_id, user_id),
  unique (school_id, external_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table scim_groups (
  school_id int not null references schools,
  id bigint not null default new_id(),
  external_id text check (length(external_id) between 1 and 255),
  display_name text not null check (length(display_name) between 1 and 255),
  -- A stored key is compared plainly: row-level security hides an index from lower().
  display_key text not null generated always as (lower(display_name)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id),
  unique (school_id, external_id)
);
create index scim_groups_name on scim_groups (school_id, display_key);

create table scim_group_members (
  school_id int not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (school_id, group_id, user_id),
  foreign key (school_id, group_id) references scim_groups (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index scim_group_members_user on scim_group_members (school_id, user_id);

-- `metadata` is what was read of the provider (its endpoints and certificates), `read_error` why the last reading failed.
-- `client_secret` is sealed with the installation's secret. `test` is what the last test sign-on brought.
create table sso_providers (
  school_id int not null references schools,
  id bigint not null default new_id(),
  kind text not null check (kind in ('oidc', 'saml')),
  name text not null,
  is_on boolean not null default false,
  issuer text not null,
  metadata_url text,
  metadata jsonb not null,
  client_id text,
  client_secret text,
  identifier_claim text not null,
  match_by text not null check (match_by in ('username', 'sourced_id', 'identifier', 'master_identifier')),
  first_name_claim text not null,
  last_name_claim text not null,
  email_claim text not null,
  makes_people boolean not null default false,
  allows_unasked boolean not null default false,
  test jsonb,
  tested_at timestamptz,
  read_at timestamptz not null,
  asked_at timestamptz not null,
  read_error text,
  created_at timestamptz not null,
  primary key (school_id, id)
);

-- Made at the first sign-on. A subject stays who it is, whatever identifier comes with it later; a person has one subject a provider.
create table sso_links (
  school_id int not null,
  provider_id bigint not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (school_id, provider_id, subject),
  unique (school_id, provider_id, user_id),
  foreign key (school_id, provider_id) references sso_providers (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index sso_links_user on sso_links (school_id, user_id);

-- A browser that has left for its provider and has not come back. Used once.
create table sso_requests (
  school_id int not null,
  state_hash bytea not null,
  provider_id bigint not null,
  browser_hash bytea not null,
  request_id text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  tested_by bigint,
  expires_at timestamptz not null,
  primary key (school_id, state_hash),
  foreign key (school_id, provider_id) references sso_providers (school_id, id) on delete cascade
);
create index sso_requests_provider on sso_requests (school_id, provider_id);
create index sso_requests_expired on sso_requests (school_id, expires_at);

-- SAML assertions that were accepted, until they would not be anyway.
create table sso_assertions (
  school_id int not null,
  provider_id bigint not null,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (school_id, provider_id, assertion_id),
  foreign key (school_id, provider_id) references sso_providers (school_id, id) on delete cascade
);
create index sso_assertions_expired on sso_assertions (school_id, expires_at);

-- Schools where passwords sign in nobody but the people of sso_fallbacks.
create table sso_required (
  school_id int not null references schools,
  since timestamptz not null,
  primary key (school_id)
);

create table sso_fallbacks (
  school_id int not null,
  user_id bigint not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A code signs one person in, once, inside a page of one origin. Only its hash is kept.
create table embed_codes (
  school_id int not null,
  code_hash bytea not null,
  user_id bigint not null,
  origin text not null,
  expires_at timestamptz not null,
  primary key (school_id, code_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index embed_codes_user on embed_codes (school_id, user_id);
create index embed_codes_expired on embed_codes (school_id, expires_at);

-- Provisioning by a school's identity provider (SCIM 2.0, RFC 7643 and 7644).
-- Keys of a school's provisioning; only hashes are kept.
create table api_keys (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  name text not null check (length(name) between 1 and 80),
  token_hash bytea not null,
  made_at timestamptz not null,
  made_by bigint,
  last_used_at timestamptz,
  ended_at timestamptz,
  scopes text[] not null,
  -- Whose own key it is, that acts as them; null: the school's.
  person_id bigint,
  -- The first characters after the prefix, by which a key that turns up somewhere is told from the others; unknown of older keys.
  hint text check (length(hint) = 4),
  expires_at timestamptz,
  primary key (school_id, id),
  unique (school_id, token_hash),
  foreign key (school_id, made_by) references users (school_id, id) on delete set null (made_by),
  constraint api_keys_person_id_fkey foreign key (school_id, person_id) references users (school_id, id) on delete cascade,
  constraint api_keys_scopes_check check (cardinality(scopes) > 0
  and scopes <@ case when person_id is null then array['provisioning', 'embed', 'finance.write'] else array['read', 'write'] end)
);
create index api_keys_made_by on api_keys (school_id, made_by);
create index api_keys_person on api_keys (school_id, person_id);

-- Whether people of a school may have keys of their own; no row: they may.
create table key_policies (
  school_id int primary key references schools,
  allows_personal boolean not null
);

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
  -- Due, but its receiver has enough in hand: the next that ends there leads to it.
  waits_turn boolean not null default false,
  -- An admin asked for this very try: it is made also while the webhook is off.
  by_hand boolean not null default false,
  primary key (school_id, id),
  unique (school_id, hook_id, event_id),
  foreign key (school_id, hook_id) references webhooks (school_id, id) on delete cascade
);
create index webhook_deliveries_hook on webhook_deliveries (school_id, hook_id, id);
create index webhook_deliveries_claimed on webhook_deliveries (school_id, hook_id) where claimed_until is not null;
create index webhook_deliveries_turn on webhook_deliveries (school_id, hook_id, id) where waits_turn;

create table webhook_attempts (
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

-- Roles: a name for some permissions of one scope (contract/src/permissions.ts), and who holds it where.
create table roles (
  school_id int not null references schools,
  id bigint not null default new_id(),
  scope text not null,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null check (cardinality(permissions) <= 100),
  place int not null default 0,
  created_at timestamptz not null,
  -- As in 0098, of positions that staff create.
  created_by bigint,
  client_id uuid,
  primary key (school_id, id),
  constraint roles_scope_check check (scope in ('school', 'club'))
);
create unique index roles_name on roles (school_id, scope, lower(name));
create unique index roles_client on roles (school_id, created_by, client_id);

-- `scope_id`: of the club and so on; 0 is the school. `ends_at` null: until it is taken back.
create table role_grants (
  school_id int not null,
  role_id bigint not null,
  user_id bigint not null,
  scope_id bigint not null default 0,
  granted_at timestamptz not null,
  granted_by bigint,
  ends_at timestamptz,
  primary key (school_id, user_id, scope_id, role_id),
  foreign key (school_id, role_id) references roles (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index role_grants_role on role_grants (school_id, role_id, scope_id);
-- Who holds a position in a club. At the school itself the scope is 0.
create index role_grants_scope on role_grants (school_id, scope_id) where scope_id <> 0;

-- The newest invitation of each person who has no password yet. `is_waiting`: its email is still to be sent, not before `due_at`.
-- `origin`: the address of the school that the link leads to.
create table invitations (
  school_id int not null references schools,
  user_id bigint not null,
  asked_at timestamptz not null,
  origin text not null,
  is_waiting boolean not null default true,
  due_at timestamptz not null,
  claimed_at timestamptz,
  tries int not null default 0,
  sent_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index invitations_waiting on invitations (school_id, due_at, user_id) where is_waiting;

-- Roles and positions that people hold now. Whatever asks who holds one asks this: half of the rules forgot that a grant can end.
-- Row-level security is that of the caller, as for the table.
create view current_grants with (security_invoker = true) as
  select * from role_grants g where g.ends_at is null or g.ends_at > now();
