-- Events that somebody does not want recommended; what is like them is recommended less.
create table event_dismissals (
  school_id int not null,
  user_id bigint not null,
  event_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id, event_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);
create index event_dismissals_event on event_dismissals (school_id, event_id);

-- Whether somebody wants events recommended.
create table event_choices (
  school_id int not null,
  user_id bigint not null,
  recommends boolean not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
