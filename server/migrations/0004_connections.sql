-- One row a pair, whoever asked: two people who ask each other at once meet in the same row.

create table connections (
  school_id int not null,
  low_id bigint not null,
  high_id bigint not null,
  requested_by bigint not null,
  is_accepted boolean not null default false,
  requested_at timestamptz not null default now(),
  accepted_at timestamptz,
  primary key (school_id, low_id, high_id),
  check (low_id < high_id),
  check (requested_by in (low_id, high_id)),
  check (is_accepted = (accepted_at is not null)),
  foreign key (school_id, low_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, high_id) references users (school_id, id) on delete cascade
);
create index connections_high on connections (school_id, high_id, low_id);

-- Both directions of every accepted connection.
create view connected with (security_invoker = true) as
  select school_id, low_id as user_id, high_id as other_id, accepted_at from connections where is_accepted
  union all
  select school_id, high_id, low_id, accepted_at from connections where is_accepted;
