-- A passkey of a person. `host`: the host where it was added, which is the relying party; browsers offer it only there. `counter`: the
-- authenticator's count of uses, 0 if it has none. `is_synced`: a password manager copies it to other devices.
create table passkeys (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  credential_id bytea not null,
  host text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null check (cardinality(transports) <= 10),
  is_synced boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (school_id, id),
  unique (school_id, credential_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index passkeys_user on passkeys (school_id, user_id);

-- A challenge that a passkey has signed, stored until it expires so that it can't be used again.
create table used_challenges (
  school_id int not null references schools,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (school_id, challenge_hash)
);
create index used_challenges_expired on used_challenges (school_id, expires_at);

-- A person's two-step verification. `enabled_at` null: off. `app_secret`: the encrypted secret of their authenticator app, and
-- `app_last_step` the time step of its last accepted code, so that no code works twice. `pending_secret`: a secret that they haven't
-- confirmed with a code yet.
create table two_step (
  school_id int not null,
  user_id bigint not null,
  enabled_at timestamptz,
  app_secret text,
  app_added_at timestamptz,
  app_last_step bigint,
  pending_secret text,
  pending_until timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  constraint two_step_app_check check ((app_secret is null) = (app_added_at is null)),
  constraint two_step_pending_check check ((pending_secret is null) = (pending_until is null))
);

-- A recovery code, which replaces the second step once. The hash uses a key of the installation.
create table recovery_codes (
  school_id int not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (school_id, user_id, code_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A sign-in that waits for its second step, after a correct password. It belongs to one browser and works once. `is_setup`: the person
-- has to set up two-step verification first, with the encrypted `pending_secret`.
create table sign_in_steps (
  school_id int not null,
  challenge_hash bytea not null,
  user_id bigint not null,
  browser_hash bytea not null,
  in_frame boolean not null,
  is_setup boolean not null,
  pending_secret text,
  tries int not null default 0,
  expires_at timestamptz not null,
  primary key (school_id, challenge_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index sign_in_steps_user on sign_in_steps (school_id, user_id);
create index sign_in_steps_expired on sign_in_steps (school_id, expires_at);

-- Who has to use two-step verification at a school. Each date is when the school started to require it, or null. `grace_days`: days until
-- people have to set it up, counted from that date, from the role, or from the creation of the account.
create table two_step_rules (
  school_id int not null references schools,
  grace_days int not null check (grace_days between 0 and 90),
  admins_since timestamptz,
  everyone_since timestamptz,
  primary key (school_id)
);
create table two_step_roles (
  school_id int not null,
  role_id bigint not null,
  since timestamptz not null,
  primary key (school_id, role_id),
  foreign key (school_id, role_id) references roles (school_id, id) on delete cascade
);

-- `passkey`: the person signed in with a passkey instead of a password.
alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check check (method in ('password', 'oidc', 'saml', 'code', 'passkey'));
