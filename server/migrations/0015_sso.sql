-- Single sign-on: a school's providers, whom their subjects are here, and sign-ons under way.

-- How a person proved who they are: password, oidc or saml.
alter table sessions add column method text not null default 'password' check (method in ('password', 'oidc', 'saml'));

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
