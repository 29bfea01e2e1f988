-- What people tell the school's moderators about each other.

create table reports (
  school_id int not null,
  id bigint not null default new_id(),
  reporter_id bigint not null,
  person_id bigint not null,
  reason text not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, reporter_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, person_id) references users (school_id, id) on delete cascade
);
create index reports_queue on reports (school_id, state, changed_at);
create index reports_person on reports (school_id, person_id);
create index reports_reporter on reports (school_id, reporter_id);

create table report_notes (
  school_id int not null,
  report_id bigint not null,
  number int not null,
  author_id bigint not null,
  text text not null,
  from_state text not null,
  to_state text not null,
  created_at timestamptz not null,
  primary key (school_id, report_id, number),
  foreign key (school_id, report_id) references reports (school_id, id) on delete cascade
);
