-- Who wants to hear when somebody who offers meetings has a free time again. Told once, all at the same time: whoever books first has it.
create table booking_waits (
  school_id int not null,
  host_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (school_id, host_id, user_id),
  foreign key (school_id, host_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check (host_id <> user_id)
);
create index booking_waits_user on booking_waits (school_id, user_id);
