-- Lists of people that officers have read into their clubs, kept for as long as they can be taken back.
create table club_rosters (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  by_id bigint,
  client_id uuid not null,
  at timestamptz not null,
  -- Rows of the list by what became of them.
  added int not null,
  accepted int not null,
  already int not null,
  skipped int not null,
  undone_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, by_id) references users (school_id, id) on delete set null (by_id)
);
create index club_rosters_club on club_rosters (school_id, club_id, at);
create unique index club_rosters_client on club_rosters (school_id, by_id, client_id);
create index club_rosters_at on club_rosters (school_id, at);

-- Whom a list made a member, with what they were to the club before; nothing where they were nothing.
create table club_roster_rows (
  school_id int not null,
  roster_id bigint not null,
  user_id bigint not null,
  status text check (status in ('requested', 'invited')),
  since timestamptz,
  check ((status is null) = (since is null)),
  primary key (school_id, roster_id, user_id),
  foreign key (school_id, roster_id) references club_rosters (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_roster_rows_user on club_roster_rows (school_id, user_id);
