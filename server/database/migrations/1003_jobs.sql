-- A job that a club or the school posted. `club_id` is null for jobs of the school and of employers.
create table jobs (
  school_id int not null references schools,
  id bigint not null default new_id(),
  club_id bigint,
  -- The name of an employer or department. Jobs of clubs have none.
  employer text not null default '' check (length(employer) <= 120),
  title text not null check (length(title) between 1 and 120),
  kind text not null check (kind in ('on_campus', 'part_time', 'full_time', 'internship', 'research', 'volunteer')),
  description text not null check (length(description) between 1 and 4000),
  requirements text not null default '' check (length(requirements) <= 2000),
  location text not null default '' check (length(location) <= 120),
  hours text not null default '' check (length(hours) <= 80),
  starts_on date,
  ends_on date,
  -- In minor units of the currency. `pay_max` is null if `pay_min` is the pay; all are null if the pay isn't stated.
  pay_min bigint check (pay_min >= 0),
  pay_max bigint check (pay_max > pay_min),
  pay_currency text check (pay_currency ~ '^[A-Z]{3}$'),
  pay_per text check (pay_per in ('hour', 'month', 'year', 'once')),
  -- The address to apply at. Null if people apply in Commons.
  url text check (length(url) <= 500),
  asks_files boolean not null default true,
  -- An open job is closed once `closes_at` has passed, even if its state is still `open`.
  state text not null default 'draft' check (state in ('draft', 'in_approval', 'open', 'closed')),
  closes_at timestamptz not null,
  -- When someone closed it before `closes_at`.
  closed_at timestamptz check (closed_at is null or state = 'closed'),
  -- When it opened first.
  opened_at timestamptz,
  -- When the school last approved its content.
  checked_at timestamptz,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  -- Sorts lists: the first opening, and before it the creation.
  listed_at timestamptz not null,
  -- Increases with every change of the content, so that two people who edit at the same time don't overwrite each other.
  version int not null default 1,
  words text[] not null generated always as (search_words(title || ' ' || employer || ' ' || location)) stored,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  check (club_id is null or employer = ''),
  check ((pay_min is null) = (pay_currency is null) and (pay_min is null) = (pay_per is null)),
  check (pay_max is null or pay_min is not null),
  check (ends_on >= starts_on)
);
create unique index jobs_client on jobs (school_id, created_by, client_id);
create index jobs_newest on jobs (school_id, listed_at desc, id desc);
create index jobs_club on jobs (school_id, club_id, listed_at desc, id desc);
create index jobs_opened on jobs (school_id, opened_at) where opened_at is not null;

-- An application. Its answers are in form_responses.
create table job_applications (
  school_id int not null,
  id bigint not null default new_id(),
  job_id bigint not null,
  user_id bigint not null,
  note text not null default '' check (length(note) <= 2000),
  state text not null default 'sent' check (state in ('sent', 'shortlisted', 'declined', 'hired')),
  -- The message with the decision, which the applicant reads.
  message text not null default '' check (length(message) <= 1000),
  sent_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  primary key (school_id, id),
  foreign key (school_id, job_id) references jobs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, decided_by) references users (school_id, id) on delete set null (decided_by)
);
create unique index job_applications_person on job_applications (school_id, job_id, user_id);
create index job_applications_newest on job_applications (school_id, job_id, sent_at desc, id desc);
create index job_applications_user on job_applications (school_id, user_id);
create index job_applications_decided_by on job_applications (school_id, decided_by) where decided_by is not null;

-- A file of an application, such as a résumé.
create table job_application_files (
  school_id int not null,
  application_id bigint not null,
  upload_id bigint not null,
  position int not null,
  primary key (school_id, application_id, upload_id),
  foreign key (school_id, application_id) references job_applications (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index job_application_files_upload on job_application_files (school_id, upload_id);

-- A job that a person saved. Only they see it.
create table saved_jobs (
  school_id int not null,
  job_id bigint not null,
  user_id bigint not null,
  saved_at timestamptz not null,
  primary key (school_id, job_id, user_id),
  foreign key (school_id, job_id) references jobs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index saved_jobs_user on saved_jobs (school_id, user_id);

-- A saved search for jobs, with alerts about new ones.
create table job_searches (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  search text not null default '' check (length(search) <= 100),
  kind text check (kind in ('on_campus', 'part_time', 'full_time', 'internship', 'research', 'volunteer')),
  club_id bigint,
  is_paid boolean not null default false,
  alerts text not null check (alerts in ('off', 'daily', 'instant')),
  -- Daily alerts are about jobs that opened after this time.
  alerted_at timestamptz not null,
  client_id uuid not null,
  created_at timestamptz not null,
  words text[] not null generated always as (search_words(search)) stored,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);
create unique index job_searches_client on job_searches (school_id, user_id, client_id);
create index job_searches_due on job_searches (school_id, alerted_at) where alerts = 'daily';
create index job_searches_instant on job_searches (school_id, id) where alerts = 'instant';
create index job_searches_club on job_searches (school_id, club_id) where club_id is not null;

-- Officers who appoint other officers also post jobs, as in new schools.
alter table roles no force row level security;
update roles set permissions = permissions || '{jobs.manage}' where scope = 'club' and 'clubs.manage_officers' = any (permissions);
