-- Reset links and invitations share one table of tokens; each purpose has its own lifetime.
alter table password_resets add column purpose text not null default 'reset' check (purpose in ('reset', 'invitation'));

-- The newest invitation of each person who has no password yet. `is_waiting`: its email is still to be sent, not before `due_at`.
-- `origin`: the address of the school that the link leads to.
create table invitations (
  school_id int not null references schools,
  user_id bigint not null,
  asked_at timestamptz not null,
  origin text not null,
  is_waiting boolean not null default true,
  due_at timestamptz not null,
  claimed_at timestamptz,
  tries int not null default 0,
  sent_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index invitations_waiting on invitations (school_id, due_at, user_id) where is_waiting;

-- Whether an admin chose to invite the people that a run adds.
alter table import_runs add column invites boolean not null default false;
