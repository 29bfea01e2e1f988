-- Approvals: submissions that go through the school's ordered steps. Which kinds there are, the features that use it say.
create table approval_processes (
  school_id int not null references schools,
  kind text not null check (length(kind) between 1 and 40),
  -- Reviewers are reminded every so many days; null: never.
  reminder_days int check (reminder_days between 1 and 90),
  version int not null default 1,
  primary key (school_id, kind)
);

-- The steps of later submissions. `role_id`: an office where `reviewers` is `role`, a position in the club where it is `position`.
create table approval_steps (
  school_id int not null,
  kind text not null,
  place int not null,
  name text not null check (length(name) between 1 and 60),
  reviewers text not null check (reviewers in ('people', 'role', 'position')),
  role_id bigint,
  primary key (school_id, kind, place),
  foreign key (school_id, kind) references approval_processes (school_id, kind) on delete cascade,
  foreign key (school_id, role_id) references roles (school_id, id) on delete set null (role_id)
);
create index approval_steps_role on approval_steps (school_id, role_id) where role_id is not null;

create table approval_step_people (
  school_id int not null,
  kind text not null,
  place int not null,
  user_id bigint not null,
  primary key (school_id, kind, place, user_id),
  foreign key (school_id, kind, place) references approval_steps (school_id, kind, place) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index approval_step_people_user on approval_step_people (school_id, user_id);

-- `title`, `link`, `club_id` and `fields` are what the subject said of itself when it was last submitted: that is decided upon.
create table approval_submissions (
  school_id int not null references schools,
  id bigint not null default new_id(),
  kind text not null check (length(kind) between 1 and 40),
  subject_id bigint not null,
  title text not null default '' check (length(title) <= 200),
  link text,
  club_id bigint,
  fields jsonb not null default '[]',
  -- Null: erased.
  submitter_id bigint,
  state text not null check (state in ('draft', 'submitted', 'changes_requested', 'approved', 'denied', 'withdrawn')),
  -- The step that decides, or that asked for changes.
  step int check ((step is not null) = (state in ('submitted', 'changes_requested'))),
  -- When that began.
  waiting_since timestamptz check ((waiting_since is not null) = (state in ('submitted', 'changes_requested'))),
  -- Nobody else could decide when the step began.
  may_decide_own boolean not null default false,
  reminder_days int,
  remind_at timestamptz check (remind_at is null or state = 'submitted'),
  created_at timestamptz not null,
  submitted_at timestamptz,
  ended_at timestamptz check ((ended_at is not null) = (state in ('approved', 'denied', 'withdrawn'))),
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete set null (club_id),
  foreign key (school_id, submitter_id) references users (school_id, id) on delete set null (submitter_id)
);
create unique index approval_submissions_open on approval_submissions (school_id, kind, subject_id) where ended_at is null;
create index approval_submissions_subject on approval_submissions (school_id, kind, subject_id, created_at);
create index approval_submissions_waiting on approval_submissions (school_id, waiting_since, id) where waiting_since is not null;
create index approval_submissions_ended on approval_submissions (school_id, ended_at, id) where ended_at is not null;
create index approval_submissions_remind on approval_submissions (school_id, remind_at) where remind_at is not null;
create index approval_submissions_submitter on approval_submissions (school_id, submitter_id) where submitter_id is not null;
create index approval_submissions_club on approval_submissions (school_id, club_id) where club_id is not null;

-- The steps of a submission, copied when it was submitted.
create table approval_stages (
  school_id int not null,
  submission_id bigint not null,
  place int not null,
  -- Empty: the process had no steps.
  name text not null check (length(name) <= 60),
  approved_at timestamptz,
  approved_by bigint,
  primary key (school_id, submission_id, place),
  foreign key (school_id, submission_id) references approval_submissions (school_id, id) on delete cascade,
  foreign key (school_id, approved_by) references users (school_id, id) on delete set null (approved_by)
);
create index approval_stages_approved_by on approval_stages (school_id, approved_by) where approved_by is not null;

-- Who reviews a step of a submission: a person, whoever holds a role there (`scope_id` as in role_grants), or, where both are null,
-- whoever manages approvals; so it falls to them where a role is deleted or a person erased. `waiting_since`: it waits for them now.
create table approval_assignees (
  school_id int not null,
  submission_id bigint not null,
  place int not null,
  number int not null,
  user_id bigint,
  role_id bigint,
  scope_id bigint not null default 0,
  waiting_since timestamptz,
  -- When the submission ended.
  ended_at timestamptz,
  primary key (school_id, submission_id, place, number),
  foreign key (school_id, submission_id, place) references approval_stages (school_id, submission_id, place) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id),
  foreign key (school_id, role_id) references roles (school_id, id) on delete set null (role_id),
  check (user_id is null or role_id is null)
);
-- What waits for somebody is read from the first three, what has ended from the others.
create index approval_assignees_user_waiting on approval_assignees (school_id, user_id, waiting_since, submission_id) where waiting_since is not null;
create index approval_assignees_role_waiting on approval_assignees (school_id, role_id, scope_id, waiting_since, submission_id) where waiting_since is not null;
create index approval_assignees_managers_waiting on approval_assignees (school_id, waiting_since, submission_id)
  where waiting_since is not null and user_id is null and role_id is null;
create index approval_assignees_user on approval_assignees (school_id, user_id, ended_at, submission_id) where user_id is not null;
create index approval_assignees_role on approval_assignees (school_id, role_id, scope_id, ended_at, submission_id) where role_id is not null;

-- What happened to a submission, in order. Decisions of people who are erased stay, by nobody.
create table approval_entries (
  school_id int not null,
  submission_id bigint not null,
  number int not null,
  kind text not null check (kind in ('submitted', 'resubmitted', 'approved', 'changes_requested', 'denied', 'withdrawn', 'comment')),
  -- The step that was decided; null of what no step decided.
  place int,
  author_id bigint,
  text text not null default '' check (length(text) <= 2000),
  created_at timestamptz not null,
  primary key (school_id, submission_id, number),
  foreign key (school_id, submission_id) references approval_submissions (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id) on delete set null (author_id)
);
create index approval_entries_author on approval_entries (school_id, author_id) where author_id is not null;

-- Whoever manages approvals is asked where a step has nobody else.
create index users_admins on users (school_id, id) where is_admin;

-- What a notification is about where it is no conversation: what it is called, and where it stands in the app.
alter table notifications add column about_title text, add column about_path text, add check ((about_title is null) = (about_path is null));
