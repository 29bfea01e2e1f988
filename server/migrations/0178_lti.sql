-- LTI 1.3 (decision 065): learning platforms in which this campus is a tool, whom their users are here, and what their courses are.

-- What the school signs with as a tool. LTI asks for RSA (https://www.imsglobal.org/spec/security/v1p0/, 5.1.1.5).
create table lti_keys (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- A JSON Web Key (RFC 7517).
  public_key jsonb not null,
  encrypted_key text not null,
  created_at timestamptz not null,
  -- Signs no more; its public half is still answered for some days.
  retired_at timestamptz,
  primary key (school_id, id)
);
create unique index lti_keys_active on lti_keys (school_id) where retired_at is null;

create table lti_platforms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- What people call it, such as Canvas.
  name text not null check (length(name) between 1 and 60),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 300),
  authorization_url text not null check (length(authorization_url) <= 1000),
  token_url text not null check (length(token_url) <= 1000),
  -- For whom our assertions are at the token endpoint, where that is not its address.
  token_audience text check (length(token_audience) <= 1000),
  keys_url text not null check (length(keys_url) <= 1000),
  deployments text[] not null default '{}' check (cardinality(deployments) <= 100),
  -- What the platform's person_sourcedid is compared with at a first launch; null: with nothing.
  match_by text check (match_by in ('username', 'sourced_id', 'identifier', 'master_identifier')),
  trusts_emails boolean not null default false,
  is_on boolean not null default false,
  -- It registered itself.
  is_dynamic boolean not null default false,
  -- Of a launch that was refused because its deployment is not listed.
  refused_deployment text check (length(refused_deployment) <= 255),
  -- Its public keys as they were read last, and when that was tried.
  keys jsonb,
  keys_tried_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (school_id, id),
  unique (school_id, issuer, client_id)
);

-- One-time addresses for dynamic registration.
create table lti_invitations (
  school_id int not null references schools,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (school_id, token_hash)
);

-- Logins that went to a platform. Used ones stay until they expire, so that a second use is told from one that is unknown.
create table lti_logins (
  school_id int not null references schools,
  state_hash bytea not null,
  platform_id bigint not null,
  browser_hash bytea not null,
  -- Of what the page put into the platform's storage, where it has one.
  proof_hash bytea,
  storage_frame text check (length(storage_frame) <= 100),
  nonce text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (school_id, state_hash),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade
);
create index lti_logins_platform on lti_logins (school_id, platform_id);

-- Launches that were checked and wait for their page to take them up. `content` is encrypted with the school's key.
create table lti_launches (
  school_id int not null references schools,
  ticket_hash bytea not null,
  platform_id bigint not null,
  browser_hash bytea not null,
  proof_hash bytea,
  content text not null,
  -- Whom it has signed in: only they go on with it.
  user_id bigint,
  expires_at timestamptz not null,
  primary key (school_id, ticket_hash),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_launches_platform on lti_launches (school_id, platform_id);
create index lti_launches_user on lti_launches (school_id, user_id) where user_id is not null;

-- Who a platform's user is here.
create table lti_links (
  school_id int not null references schools,
  platform_id bigint not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null,
  -- They connected it themselves, signed in here.
  is_own boolean not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (school_id, platform_id, subject),
  unique (school_id, platform_id, user_id),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_links_user on lti_links (school_id, user_id);

-- Courses of platforms, and which section each is here.
create table lti_contexts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  platform_id bigint not null,
  deployment text not null check (length(deployment) <= 255),
  -- Its id there, unique within the deployment.
  context text not null check (length(context) between 1 and 255),
  label text not null default '' check (length(label) <= 200),
  title text not null default '' check (length(title) <= 300),
  section_id bigint,
  -- Where its members are read (Names and Role Provisioning Services 2.0).
  memberships_url text check (length(memberships_url) <= 1000),
  seen_at timestamptz not null,
  -- Its roster: when it was last read, when that was tried, what went wrong then.
  read_at timestamptz,
  tried_at timestamptz,
  problem text check (length(problem) <= 60),
  failures int not null default 0,
  -- People it listed, and those of them whom nobody here is known to be.
  listed int not null default 0,
  unknown int not null default 0,
  -- Who reads now, so that two servers do not at once.
  lease text,
  leased_until timestamptz,
  primary key (school_id, id),
  unique (school_id, platform_id, deployment, context),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete set null (section_id)
);
create index lti_contexts_section on lti_contexts (school_id, section_id) where section_id is not null;
create index lti_contexts_due on lti_contexts (school_id, tried_at) where section_id is not null and memberships_url is not null;

-- Who teaches a course of a platform by their last launch: they may say which section it is.
create table lti_teachers (
  school_id int not null references schools,
  context_id bigint not null,
  user_id bigint not null,
  primary key (school_id, context_id, user_id),
  foreign key (school_id, context_id) references lti_contexts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_teachers_user on lti_teachers (school_id, user_id);

-- Whom a platform has brought into a section. Who is in it by files of the school does not stand here.
create table lti_members (
  school_id int not null references schools,
  context_id bigint not null,
  user_id bigint not null,
  primary key (school_id, context_id, user_id),
  foreign key (school_id, context_id) references lti_contexts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_members_user on lti_members (school_id, user_id);

-- Answers to deep linking that wait for the page that posts them. `content` is encrypted with the school's key.
create table lti_answers (
  school_id int not null references schools,
  code_hash bytea not null,
  content text not null,
  expires_at timestamptz not null,
  primary key (school_id, code_hash)
);
