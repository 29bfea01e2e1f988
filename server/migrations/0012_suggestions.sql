-- Who does not want to be suggested, and whom somebody does not want to see suggested again.
alter table users add column is_suggested boolean not null default true;

create table suggestion_dismissals (
  school_id int not null,
  user_id bigint not null,
  dismissed_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, user_id, dismissed_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, dismissed_id) references users (school_id, id) on delete cascade
);
create index suggestion_dismissals_dismissed on suggestion_dismissals (school_id, dismissed_id);
