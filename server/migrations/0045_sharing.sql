-- What people show to anybody: a public profile, and links that end. What of a profile is shown is chosen field by field.

alter table schools add column share_mode boolean not null default true;
alter table schools add column share_indexed boolean not null default false;

create table public_profiles (
  school_id int not null,
  user_id bigint not null,
  is_public boolean not null,
  -- Of those a visitor may be shown at all (contract/src/sharing.ts); what its audience keeps back stays back.
  fields text[] not null,
  changed_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table share_links (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  token_hash bytea not null,
  -- The token itself, encrypted: its owner can copy the link again.
  token_sealed text not null,
  created_at timestamptz not null,
  -- null: until it is withdrawn.
  expires_at timestamptz,
  withdrawn_at timestamptz,
  opened int not null default 0,
  opened_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index share_links_token on share_links (school_id, token_hash);
create index share_links_of_person on share_links (school_id, user_id, created_at);
