-- Learning systems: a school's client there, what people have allowed, and the copies of what it answered (decision 062).

-- The learning system of a school. `client_secret` is encrypted with the school's key.
create table lms_systems (
  school_id int not null references schools,
  kind text not null default 'canvas' check (kind in ('canvas')),
  -- What people call it, such as Canvas.
  name text not null check (length(name) between 1 and 60),
  -- Without a slash at its end.
  base_url text not null check (length(base_url) <= 500),
  client_id text not null check (length(client_id) between 1 and 200),
  client_secret text not null,
  is_on boolean not null default false,
  -- Changes with the address or client: what was allowed before does not hold for the new one.
  generation int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (school_id)
);

-- What a person has allowed the school to read for them. Tokens are encrypted with the school's key; null once the grant has ended.
create table lms_grants (
  school_id int not null references schools,
  user_id bigint not null,
  generation int not null,
  tokens text,
  expires_at timestamptz,
  connected_at timestamptz not null,
  ended_at timestamptz,
  -- Why it ended: the system refused it, or the school has another system now.
  end_reason text check (end_reason in ('revoked', 'replaced')),
  -- When all was last read, when that was last tried, and what went wrong then.
  read_at timestamptz,
  tried_at timestamptz,
  problem text check (length(problem) <= 60),
  failures int not null default 0,
  -- Not before this, where the system asked us to wait.
  retry_at timestamptz,
  -- Who reads now, so that one person has at most one call in flight, whichever server makes it.
  lease text,
  leased_until timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((tokens is null) = (ended_at is not null))
);
create index lms_grants_due on lms_grants (school_id, tried_at) where ended_at is null;

-- Sign-ons at the learning system that came back and wait for their person to take them up.
create table lms_returns (
  school_id int not null references schools,
  ticket_hash bytea not null,
  user_id bigint not null,
  session_id text not null,
  generation int not null,
  tokens text not null,
  token_expires_at timestamptz,
  expires_at timestamptz not null,
  primary key (school_id, ticket_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lms_returns_user on lms_returns (school_id, user_id);

-- States that were used: each one is good for one answer.
create table lms_used_states (
  school_id int not null references schools,
  state_hash bytea not null,
  expires_at timestamptz not null,
  primary key (school_id, state_hash)
);

-- The copy of one thing that was read for a person, such as their courses, encrypted with the school's key.
create table lms_copies (
  school_id int not null references schools,
  user_id bigint not null,
  -- courses, announcements; work:7, quizzes:7, links:7 of the course 7 there.
  resource text not null check (length(resource) between 1 and 80),
  -- By which the system says whether it has changed; of each page of the answer.
  etags text[] not null default '{}',
  content text not null,
  read_at timestamptz not null,
  primary key (school_id, user_id, resource),
  foreign key (school_id, user_id) references lms_grants (school_id, user_id) on delete cascade
);

-- What is due by those copies, for calendars and reminders. The title is encrypted, too.
create table lms_due (
  school_id int not null references schools,
  user_id bigint not null,
  -- Course and assignment there.
  course text not null check (length(course) <= 40),
  item text not null check (length(item) <= 40),
  kind text not null check (kind in ('assignment', 'quiz')),
  title text not null,
  due_at timestamptz not null,
  is_done boolean not null,
  updated_at timestamptz not null,
  primary key (school_id, user_id, course, item),
  foreign key (school_id, user_id) references lms_grants (school_id, user_id) on delete cascade
);
create index lms_due_person on lms_due (school_id, user_id, due_at);
create index lms_due_open on lms_due (school_id, due_at) where not is_done;
