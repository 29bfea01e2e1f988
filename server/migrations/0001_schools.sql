-- Schools, the hosts they answer on, and what the installation itself keeps.

-- Ids are random below 2^53: they fit a JavaScript number and tell nothing about how many people a school has.
create function new_id() returns bigint language sql volatile as
  $$ select ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint * 32 + floor(random() * 32)::bigint $$;

-- The school of the current transaction, set by the kernel; null (and so no rows) when none is set.
create function current_school() returns int language sql stable as
  $$ select nullif(current_setting('commons.school_id', true), '')::int $$;

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
  created_at timestamptz not null default now()
);

-- @unfenced: host names are read before the school is known; only open_request() may read them.
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
