-- Provisioning by a school's identity provider (SCIM 2.0, RFC 7643 and 7644).

-- Keys of a school's provisioning; only hashes are kept.
create table provisioning_keys (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  name text not null check (length(name) between 1 and 80),
  token_hash bytea not null,
  made_at timestamptz not null,
  made_by bigint,
  last_used_at timestamptz,
  ended_at timestamptz,
  primary key (school_id, id),
  unique (school_id, token_hash),
  foreign key (school_id, made_by) references users (school_id, id) on delete set null (made_by)
);
create index provisioning_keys_made_by on provisioning_keys (school_id, made_by);

-- The living key a token's hash names, for admission; notes its use at most once a minute.
create function open_key(hash bytea, at timestamptz) returns jsonb language plpgsql as $$
declare
  found provisioning_keys;
begin
  select * into found from provisioning_keys k where k.token_hash = hash and k.ended_at is null;
  if found.id is null then return null; end if;
  if found.last_used_at is null or found.last_used_at < at - interval '1 minute' then
    update provisioning_keys k set last_used_at = at where k.id = found.id;
  end if;
  return jsonb_build_object('id', found.id, 'name', found.name);
end $$;

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

-- Providers compare user names without regard to capitals (RFC 7643, 4.1.1).
alter table users add column username_key text generated always as (lower(username)) stored;
create index users_username_key on users (school_id, username_key);
