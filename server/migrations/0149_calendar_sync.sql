-- What a calendar program was told of a calendar, by the token it was given, so that it can ask what has changed since.
create table calendar_sync_states (
  school_id int not null,
  password_id bigint not null,
  token text not null check (length(token) between 1 and 80),
  -- The tag of each entry by its name.
  tags jsonb not null check (jsonb_typeof(tags) = 'object'),
  created_at timestamptz not null,
  primary key (school_id, password_id, token),
  foreign key (school_id, password_id) references calendar_passwords (school_id, id) on delete cascade
);
