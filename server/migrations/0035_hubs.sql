-- Hubs: parts of a school that people move into. Who belongs: everyone, people of some account types or majors, and who was added by hand.

create table hubs (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 160),
  -- An icon by its name in the web app's set; no stored file.
  symbol text,
  is_for_everyone boolean not null default false,
  account_types text[] not null default '{}',
  majors text[] not null default '{}',
  place int not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (school_id, id)
);

create table hub_members (
  school_id int not null,
  hub_id bigint not null,
  user_id bigint not null,
  added_at timestamptz not null,
  primary key (school_id, hub_id, user_id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index hub_members_user on hub_members (school_id, user_id);

-- The hub somebody is in. It stays while they do not belong, so that an archived hub that comes back has its people.
create table hub_choices (
  school_id int not null,
  user_id bigint not null,
  hub_id bigint not null,
  primary key (school_id, user_id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index hub_choices_hub on hub_choices (school_id, hub_id);

-- The hubs somebody belongs to: the one place where the rule stands.
create function hubs_of(person bigint) returns setof hubs language sql stable as $$
  select h.* from users u join hubs h on h.school_id = u.school_id
  where u.school_id = current_school() and u.id = person and h.archived_at is null
    and (h.is_for_everyone or u.account_type = any (h.account_types) or u.major = any (h.majors)
      or exists (select from hub_members m where m.school_id = h.school_id and m.hub_id = h.id and m.user_id = u.id))
$$;
