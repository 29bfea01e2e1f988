-- Searches of the directory that somebody keeps under a name. `params`: filters under their wire names, order, layout.

create table saved_searches (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 60),
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  place int not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index saved_searches_of_person on saved_searches (school_id, user_id, place);
