-- A form that belongs to a row of another feature (`owner_kind`, `owner_id`), such as a survey or an event.
create table forms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  owner_kind text not null,
  owner_id bigint not null,
  is_anonymous boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  opens_at timestamptz,
  closes_at timestamptz,
  answer_limit int check (answer_limit > 0),
  -- Increases with every change, so that two people who edit at the same time don't overwrite each other.
  version int not null default 1,
  -- The number of the current definition.
  revision int not null default 1,
  answers int not null default 0 check (answers >= 0),
  primary key (school_id, id),
  check (closes_at > opens_at)
);
create unique index forms_owner on forms (school_id, owner_kind, owner_id);

-- The questions of a form. Once a definition has a response, a change adds a new one, so that responses stay with their questions.
create table form_definitions (
  school_id int not null,
  form_id bigint not null,
  revision int not null,
  definition jsonb not null,
  primary key (school_id, form_id, revision),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade
);

-- A person's response to a form.
create table form_responses (
  school_id int not null,
  id bigint not null default new_id(),
  form_id bigint not null,
  revision int not null,
  user_id bigint not null,
  answers jsonb not null,
  responded_at timestamptz not null,
  client_id uuid,
  primary key (school_id, id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  -- No cascade: questions with responses can't be deleted alone.
  foreign key (school_id, form_id, revision) references form_definitions (school_id, form_id, revision),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index form_responses_person on form_responses (school_id, form_id, user_id);
create index form_responses_newest on form_responses (school_id, form_id, responded_at desc, id desc);
create index form_responses_revision on form_responses (school_id, form_id, revision);
create index form_responses_user on form_responses (school_id, user_id);

-- A person who responded to an anonymous form. Nothing here reveals when, or which response is theirs.
create table form_participations (
  school_id int not null,
  form_id bigint not null,
  user_id bigint not null,
  -- A hash: the id itself may reveal when it was created, and so when the person responded.
  client_digest text,
  primary key (school_id, form_id, user_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index form_participations_user on form_participations (school_id, user_id);

-- All responses to an anonymous form, in one row that every response rewrites, in the order of random keys. So no number, time or
-- transaction of a row identifies a response.
create table form_pools (
  school_id int not null,
  form_id bigint not null,
  answers jsonb not null default '[]',
  -- Anonymous responses that aren't in the results yet. Five at a time are released, so that no two results differ by one response.
  waiting jsonb not null default '[]',
  primary key (school_id, form_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade
);

-- A person's unfinished response. Anonymous forms have no drafts.
create table form_drafts (
  school_id int not null,
  form_id bigint not null,
  user_id bigint not null,
  answers jsonb not null,
  saved_at timestamptz not null,
  primary key (school_id, form_id, user_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index form_drafts_user on form_drafts (school_id, user_id);

-- A file in a person's response or draft.
create table form_files (
  school_id int not null,
  form_id bigint not null,
  user_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, form_id, user_id, upload_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index form_files_upload on form_files (school_id, upload_id);
create index form_files_user on form_files (school_id, user_id);

-- A survey: a form that a club sends to its members or to everyone at the school.
create table surveys (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  title text not null check (length(title) <= 120),
  description text not null default '' check (length(description) <= 1000),
  audience text not null default 'members' check (audience in ('members', 'tags', 'school')),
  -- The member tags of the audience `tags`.
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  published_at timestamptz,
  -- The last reminder to people who haven't responded.
  reminded_at timestamptz,
  announced_at timestamptz,
  -- The type of experience, if the survey counts as service. Each response then proposes an experience with the hours that one of
  -- its questions asks for.
  service_type_id bigint,
  -- The id of the question for the hours, which has a numeric answer.
  service_question text check (length(service_question) <= 12),
  -- If true, survey_audience has the people who are asked. Surveys for the whole school have no rows there, because officers can't
  -- change who belongs to the school.
  is_audience_fixed boolean not null default false,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create unique index surveys_client on surveys (school_id, created_by, client_id);
create index surveys_club on surveys (school_id, club_id, created_at desc, id desc);
create index surveys_service_kind on surveys (school_id, service_type_id) where service_type_id is not null;

-- A school's approval process for a kind of submission. Features declare the kinds.
create table approval_processes (
  school_id int not null references schools,
  kind text not null check (length(kind) between 1 and 40),
  -- Days between reminders to reviewers; null: never.
  reminder_days int check (reminder_days between 1 and 90),
  version int not null default 1,
  primary key (school_id, kind)
);

-- A step of the process, for later submissions. `role_id`: a role at the school if `reviewers` is `role`, a position in the club if
-- it is `position`.
create table approval_steps (
  school_id int not null,
  kind text not null,
  position int not null,
  name text not null check (length(name) between 1 and 60),
  reviewers text not null check (reviewers in ('people', 'role', 'position')),
  role_id bigint,
  primary key (school_id, kind, position),
  foreign key (school_id, kind) references approval_processes (school_id, kind) on delete cascade,
  foreign key (school_id, role_id) references roles (school_id, id) on delete set null (role_id)
);
create index approval_steps_role on approval_steps (school_id, role_id) where role_id is not null;

-- A person who reviews a step.
create table approval_step_people (
  school_id int not null,
  kind text not null,
  position int not null,
  user_id bigint not null,
  primary key (school_id, kind, position, user_id),
  foreign key (school_id, kind, position) references approval_steps (school_id, kind, position) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index approval_step_people_user on approval_step_people (school_id, user_id);

-- A submission that passes through approval steps. `title`, `link`, `club_id` and `fields` have the subject's data from the last
-- submission, on which reviewers decide.
create table approval_submissions (
  school_id int not null references schools,
  id bigint not null default new_id(),
  kind text not null check (length(kind) between 1 and 40),
  subject_id bigint not null,
  title text not null default '' check (length(title) <= 200),
  link text,
  club_id bigint,
  fields jsonb not null default '[]',
  -- Null: the account was deleted.
  submitter_id bigint,
  state text not null check (state in ('draft', 'submitted', 'changes_requested', 'approved', 'denied', 'withdrawn')),
  -- The current step, or the one that asked for changes.
  step int check ((step is not null) = (state in ('submitted', 'changes_requested'))),
  -- When the current step started.
  waiting_since timestamptz check ((waiting_since is not null) = (state in ('submitted', 'changes_requested'))),
  -- True if no one else could review the step when it started.
  may_decide_own boolean not null default false,
  reminder_days int,
  remind_at timestamptz check (remind_at is null or state = 'submitted'),
  created_at timestamptz not null,
  submitted_at timestamptz,
  ended_at timestamptz check ((ended_at is not null) = (state in ('approved', 'denied', 'withdrawn'))),
  version int not null default 1,
  -- When the submitter last reminded the reviewers.
  nudged_at timestamptz,
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

-- A step of a submission, copied when it was submitted.
create table approval_stages (
  school_id int not null,
  submission_id bigint not null,
  position int not null,
  -- Empty if the process has no steps.
  name text not null check (length(name) <= 60),
  approved_at timestamptz,
  approved_by bigint,
  primary key (school_id, submission_id, position),
  foreign key (school_id, submission_id) references approval_submissions (school_id, id) on delete cascade,
  foreign key (school_id, approved_by) references users (school_id, id) on delete set null (approved_by)
);
create index approval_stages_approved_by on approval_stages (school_id, approved_by) where approved_by is not null;

-- A reviewer of a submission's step: a person, everyone with a role (`scope_id` as in role_grants), or, if both are null, everyone
-- who manages approvals. So these people take over if a role or account is deleted. `waiting_since`: it is waiting for them since
-- then.
create table approval_assignees (
  school_id int not null,
  submission_id bigint not null,
  position int not null,
  number int not null,
  user_id bigint,
  role_id bigint,
  scope_id bigint not null default 0,
  waiting_since timestamptz,
  -- When the submission ended.
  ended_at timestamptz,
  primary key (school_id, submission_id, position, number),
  foreign key (school_id, submission_id, position) references approval_stages (school_id, submission_id, position) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id),
  foreign key (school_id, role_id) references roles (school_id, id) on delete set null (role_id),
  check (user_id is null or role_id is null)
);
-- The first three indexes find open submissions, the others closed ones.
create index approval_assignees_user_waiting on approval_assignees (school_id, user_id, waiting_since, submission_id) where waiting_since is not null;
create index approval_assignees_role_waiting on approval_assignees (school_id, role_id, scope_id, waiting_since, submission_id) where waiting_since is not null;
create index approval_assignees_managers_waiting on approval_assignees (school_id, waiting_since, submission_id)
  where waiting_since is not null and user_id is null and role_id is null;
create index approval_assignees_user on approval_assignees (school_id, user_id, ended_at, submission_id) where user_id is not null;
create index approval_assignees_role on approval_assignees (school_id, role_id, scope_id, ended_at, submission_id) where role_id is not null;

-- An action on a submission, in order. Decisions stay without a name when the account is deleted.
create table approval_events (
  school_id int not null,
  submission_id bigint not null,
  number int not null,
  kind text not null check (kind in ('submitted', 'resubmitted', 'approved', 'changes_requested', 'denied', 'withdrawn', 'comment')),
  -- The step that was decided; null if the action decided no step.
  position int,
  author_id bigint,
  text text not null default '' check (length(text) <= 2000),
  created_at timestamptz not null,
  client_id uuid,
  primary key (school_id, submission_id, number),
  foreign key (school_id, submission_id) references approval_submissions (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id) on delete set null (author_id)
);
create index approval_events_author on approval_events (school_id, author_id) where author_id is not null;
create unique index approval_events_client on approval_events (school_id, submission_id, author_id, client_id) where client_id is not null;

-- A person that an anonymous survey asks, recorded when it is published. Otherwise, an officer could narrow the audience to one
-- person by changing tags or removing members, and read that person's response.
create table survey_audience (
  school_id int not null,
  survey_id bigint not null,
  user_id bigint not null,
  primary key (school_id, survey_id, user_id),
  foreign key (school_id, survey_id) references surveys (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index survey_audience_user on survey_audience (school_id, user_id);
