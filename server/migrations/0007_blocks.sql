-- Two people of whom one has blocked the other vanish for each other.

create table blocks (
  school_id int not null,
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, blocker_id, blocked_id),
  check (blocker_id <> blocked_id),
  foreign key (school_id, blocker_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, blocked_id) references users (school_id, id) on delete cascade
);
create index blocks_blocked on blocks (school_id, blocked_id, blocker_id);

-- Both directions of every block.
create view blocked_pairs with (security_invoker = true) as
  select school_id, blocker_id as user_id, blocked_id as other_id from blocks
  union
  select school_id, blocked_id, blocker_id from blocks;
grant select on blocked_pairs to commons_app;
