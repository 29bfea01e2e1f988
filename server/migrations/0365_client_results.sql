-- The reply of each call that created something, by the `clientId` its author sent: the same call again answers it. Endpoints
-- that keep their reply elsewhere have a client_id column of their own. `reply` is encrypted; null: it held a secret, which the
-- hourly maintenance removes after a day.
create table client_results (
  school_id int not null references schools,
  author_id bigint not null,
  call text not null check (length(call) <= 80),
  client_id uuid not null,
  reply text,
  holds_secret boolean not null,
  made_at timestamptz not null,
  primary key (school_id, author_id, call, client_id),
  foreign key (school_id, author_id) references users (school_id, id) on delete cascade
);
create index client_results_secrets on client_results (school_id, made_at) where holds_secret and reply is not null;
