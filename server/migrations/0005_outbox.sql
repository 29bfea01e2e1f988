-- What happened, written in the transaction that made it happen and told to others after it has committed.

create table outbox (
  school_id int not null references schools,
  id bigint generated always as identity,
  kind text not null,
  actor_id bigint,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (school_id, id)
);
create index outbox_waiting on outbox (id) where delivered_at is null;
