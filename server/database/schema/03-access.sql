-- A person's password hash.
create table credentials (
  school_id int not null,
  user_id bigint not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A signed-in browser.
create table sessions (
  school_id int not null,
  id uuid not null default gen_random_uuid(),
  user_id bigint not null,
  token_hash bytea not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whether the session is inside a host page's frame. Its cookies are then partitioned, also when they are renewed.
  in_frame boolean not null default false,
  -- How the person signed in: password, oidc, saml, or code (an embed code).
  method text not null default 'password',
  -- When the person last proved their identity. Sensitive actions need a recent confirmation, in case someone left the session
  -- open.
  confirmed_at timestamptz,
  primary key (school_id, id),
  unique (school_id, token_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  constraint sessions_method_check check (method in ('password', 'oidc', 'saml', 'code'))
);
create index sessions_user on sessions (school_id, user_id);
-- Cleanup finds sessions by their end.
create index sessions_expired on sessions (school_id, expires_at);

-- A one-time token for a link to set a password.
create table password_resets (
  school_id int not null,
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Reset links and invitations share this table. Each purpose has its own lifetime.
  purpose text not null default 'reset' check (purpose in ('reset', 'invitation')),
  primary key (school_id, token_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index password_resets_user on password_resets (school_id, user_id);
create index password_resets_expired on password_resets (school_id, expires_at);

-- A person's id at a provider. `deleted_at`: the provider deleted the person, so they are disabled; the same external id restores
-- them.
create table scim_users (
  school_id int not null,
  user_id bigint not null,
  external_id text check (length(external_id) between 1 and 255),
  deleted_at timestamptz,
  primary key (school_id, user_id),
  unique (school_id, external_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A group of the identity provider.
create table scim_groups (
  school_id int not null references schools,
  id bigint not null default new_id(),
  external_id text check (length(external_id) between 1 and 255),
  display_name text not null check (length(display_name) between 1 and 255),
  -- A stored value is compared, because row-level security keeps lower() from using an index.
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

-- A school's identity provider. `metadata` is what was read from it (endpoints and certificates), `read_error` the reason why the
-- last attempt failed. `client_secret` is encrypted with the installation's secret. `test` is the result of the last test sign-on.
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
  requested_at timestamptz not null,
  read_error text,
  created_at timestamptz not null,
  primary key (school_id, id)
);

-- The link between a provider's subject and a person, created at the first sign-on. It stays even if the identifier changes. A
-- person has one subject per provider.
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

-- A sign-on between the redirect to the provider and the callback. It can be used once.
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

-- An accepted SAML assertion, stored until it expires so that it can't be used again.
create table sso_assertions (
  school_id int not null,
  provider_id bigint not null,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (school_id, provider_id, assertion_id),
  foreign key (school_id, provider_id) references sso_providers (school_id, id) on delete cascade
);
create index sso_assertions_expired on sso_assertions (school_id, expires_at);

-- A school where people can't sign in with passwords, except those in sso_fallbacks.
create table sso_required (
  school_id int not null references schools,
  since timestamptz not null,
  primary key (school_id)
);

-- A person who can sign in with a password at a school that requires single sign-on.
create table sso_fallbacks (
  school_id int not null,
  user_id bigint not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- An embed code, which signs in one person, once, on a page of one origin. Only its hash is stored.
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

-- A token of a school's provisioning (SCIM 2.0, RFC 7643 and 7644). Only its hash is stored.
create table api_keys (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  name text not null check (length(name) between 1 and 80),
  token_hash bytea not null,
  created_at timestamptz not null,
  created_by bigint,
  last_used_at timestamptz,
  ended_at timestamptz,
  scopes text[] not null,
  -- The owner of a personal key, which acts as this person. Null: a key of the school.
  user_id bigint,
  -- The first characters after the prefix, which identify a key that leaked. Null for older keys.
  hint text check (length(hint) = 4),
  expires_at timestamptz,
  primary key (school_id, id),
  unique (school_id, token_hash),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  constraint api_keys_user_id_fkey foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  constraint api_keys_scopes_check check (cardinality(scopes) > 0
  and scopes <@ case when user_id is null then array['provisioning', 'embed', 'finance.write'] else array['read', 'write'] end)
);
create index api_keys_made_by on api_keys (school_id, created_by);
create index api_keys_person on api_keys (school_id, user_id);

-- A school's choice to allow personal API keys. No row: allowed.
create table key_policies (
  school_id int primary key references schools,
  allows_personal boolean not null
);

-- A school's URL that receives events.
create table webhooks (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  url text not null check (length(url) between 1 and 1000),
  events text[] not null check (cardinality(events) > 0),
  is_on boolean not null default true,
  -- The reason why it is off: an admin turned it off, it failed for days, or the receiver said that it is gone (410).
  off_reason text check (off_reason in ('admin', 'failing', 'gone')),
  -- The first failure since the last success.
  failing_since timestamptz,
  -- Encrypted with the installation's secret, because signing needs the plain value.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  created_at timestamptz not null,
  created_by bigint,
  primary key (school_id, id),
  check (is_on = (off_reason is null)),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index webhooks_made_by on webhooks (school_id, created_by);

-- The delivery of one event to one webhook. `body` is stored byte for byte because it is signed.
create table webhook_deliveries (
  school_id int not null,
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  -- The same for every attempt, so that receivers can detect duplicates.
  message text not null,
  kind text not null,
  body text not null,
  -- The outbox event; null: a test. An event whose handler runs twice is delivered once.
  event_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts int not null default 0,
  next_at timestamptz,
  -- A server is sending it until this time at the latest.
  claimed_until timestamptz,
  created_at timestamptz not null,
  -- Due, but the receiver has reached its limit of concurrent deliveries. The next delivery that ends starts it.
  is_queued boolean not null default false,
  -- An admin requested this attempt, so it is made even while the webhook is off.
  is_manual boolean not null default false,
  primary key (school_id, id),
  unique (school_id, webhook_id, event_id),
  foreign key (school_id, webhook_id) references webhooks (school_id, id) on delete cascade
);
create index webhook_deliveries_hook on webhook_deliveries (school_id, webhook_id, id);
create index webhook_deliveries_claimed on webhook_deliveries (school_id, webhook_id) where claimed_until is not null;
create index webhook_deliveries_turn on webhook_deliveries (school_id, webhook_id, id) where is_queued;

-- An attempt to deliver an event to a webhook.
create table webhook_attempts (
  school_id int not null,
  delivery_id bigint not null,
  number int not null,
  at timestamptz not null,
  took_ms int not null,
  -- The response, or the reason why there was none.
  status int,
  problem text,
  answer text not null default '',
  primary key (school_id, delivery_id, number),
  foreign key (school_id, delivery_id) references webhook_deliveries (school_id, id) on delete cascade
);

-- A role: a named set of permissions of one scope (contract/src/permissions.ts).
create table roles (
  school_id int not null references schools,
  id bigint not null default new_id(),
  scope text not null,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null check (cardinality(permissions) <= 100),
  position int not null default 0,
  created_at timestamptz not null,
  -- The client's id for the creation of a position: the same id returns the first result.
  created_by bigint,
  client_id uuid,
  primary key (school_id, id),
  constraint roles_scope_check check (scope in ('school', 'club'))
);
create unique index roles_name on roles (school_id, scope, lower(name));
create unique index roles_client on roles (school_id, created_by, client_id);

-- A role that a person holds. `scope_id` is the club and so on; 0 is the school. `ends_at` null: until it is revoked.
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
-- People with a position in a club. The school has scope 0.
create index role_grants_scope on role_grants (school_id, scope_id) where scope_id <> 0;

-- The newest invitation of a person who has no password yet. `is_waiting`: its email isn't sent yet, and will be sent at `due_at`
-- at the earliest. `origin`: the address of the school in the link.
create table invitations (
  school_id int not null references schools,
  user_id bigint not null,
  requested_at timestamptz not null,
  origin text not null,
  is_waiting boolean not null default true,
  due_at timestamptz not null,
  claimed_at timestamptz,
  attempts int not null default 0,
  sent_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index invitations_waiting on invitations (school_id, due_at, user_id) where is_waiting;

-- Roles and positions that are valid now. Every query about them uses this view, because a grant can end and rules would forget to
-- check. Row-level security applies as for the table, with the rights of the caller.
create view current_grants with (security_invoker = true) as
  select * from role_grants g where g.ends_at is null or g.ends_at > now();
