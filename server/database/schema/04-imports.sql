-- An import that changed something. Ids are unique in the installation, so that an operator can name an import without its school.
-- The roster_ tables below have the current data of the student information system (OneRoster).
create table imports (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  at timestamptz not null,
  source text not null,
  format text not null,
  counts jsonb not null default '{}',
  undone_at timestamptz,
  -- The admin who started the import in the browser. Null: from the command line or a watched folder, or the account was deleted.
  actor_id bigint,
  primary key (school_id, id),
  foreign key (school_id, actor_id) references users (school_id, id) on delete set null (actor_id)
);
create index imports_by on imports (school_id, actor_id);

-- A row that an import changed or deleted. `before` and `after` have the changed columns. If an import deleted the row, `before`
-- has the whole row and `after` is null. Both are null if an import added the row, which only the oldest imports recorded here.
create table import_journal (
  school_id int not null,
  import_id bigint not null,
  table_name text not null,
  key text not null,
  before jsonb,
  after jsonb,
  -- Whether `before` has pictures that an undo would show again. It is a column because row-level security keeps conditions on
  -- jsonb from using an index.
  holds_pictures boolean not null
  generated always as (table_name = 'users' and coalesce(before ? 'photo' or before ? 'cover', false)) stored,
  primary key (school_id, import_id, table_name, key),
  foreign key (school_id, import_id) references imports (school_id, id) on delete cascade
);
create index import_journal_pictures on import_journal (school_id, import_id) where holds_pictures;

-- An organization of the OneRoster files, such as the school or a department. The roster_ tables have the files' columns;
-- `is_ended` rows are no longer active.
create table roster_orgs (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  name text,
  type text,
  identifier text,
  parent_sourced_id text,
  primary key (school_id, sourced_id)
);

create table roster_academic_sessions (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  type text,
  start_date date,
  end_date date,
  parent_sourced_id text,
  school_year int,
  primary key (school_id, sourced_id)
);

create table roster_courses (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  school_year_sourced_id text,
  title text,
  course_code text,
  grades text[],
  org_sourced_id text,
  subjects text[],
  subject_codes text[],
  primary key (school_id, sourced_id)
);

create table roster_classes (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  grades text[],
  course_sourced_id text,
  class_code text,
  class_type text,
  location text,
  school_sourced_id text,
  term_sourced_ids text[],
  subjects text[],
  subject_codes text[],
  periods text[],
  primary key (school_id, sourced_id)
);
create index roster_classes_course on roster_classes (school_id, course_sourced_id);

-- A person in the roster, and their account here. `user_id` is null if no account was created, because the roster had already ended
-- them, or if the account no longer exists. `role` and `is_advisor` come from roster_roles if the roster has those.
create table roster_users (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  user_id bigint,
  is_enabled boolean,
  org_sourced_ids text[],
  role text,
  is_advisor boolean not null default false,
  username text,
  user_ids text[],
  given_name text,
  family_name text,
  middle_name text,
  identifier text,
  email text,
  sms text,
  phone text,
  agent_sourced_ids text[],
  grades text[],
  user_master_identifier text,
  resource_sourced_ids text[],
  preferred_given_name text,
  preferred_middle_name text,
  preferred_family_name text,
  primary_org_sourced_id text,
  pronouns text,
  -- The person deleted their account. Only the sourcedId remains of the roster's data, so that the next roster doesn't create them
  -- again.
  is_erased boolean not null default false,
  primary key (school_id, sourced_id),
  unique (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id)
);
-- Check-in, single sign-on and host pages find people by their number in the roster.
create index roster_users_identifier on roster_users (school_id, identifier) where identifier is not null;

create table roster_roles (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  user_sourced_id text,
  role_type text,
  role text,
  begin_date date,
  end_date date,
  org_sourced_id text,
  user_profile_sourced_id text,
  primary key (school_id, sourced_id)
);
create index roster_roles_user on roster_roles (school_id, user_sourced_id);

create table roster_enrollments (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  class_sourced_id text,
  school_sourced_id text,
  user_sourced_id text,
  role text,
  is_primary boolean,
  begin_date date,
  end_date date,
  primary key (school_id, sourced_id)
);
create index roster_enrollments_class on roster_enrollments (school_id, class_sourced_id, user_sourced_id);
create index roster_enrollments_user on roster_enrollments (school_id, user_sourced_id);

-- The key is the sourcedId of the person.
create table roster_demographics (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  birth_date date,
  sex text,
  american_indian_or_alaska_native boolean,
  asian boolean,
  black_or_african_american boolean,
  native_hawaiian_or_other_pacific_islander boolean,
  white boolean,
  two_or_more_races boolean,
  hispanic_or_latino boolean,
  country_of_birth text,
  state_of_birth text,
  city_of_birth text,
  public_school_residence_status text,
  primary key (school_id, sourced_id)
);

-- An import in the browser, from its first file to its end, or an undo. `state` decides what happens next: each step moves the run
-- from one state to the next, and the transaction that stores an import includes that step, so a run that was canceled or
-- abandoned before it stores nothing. `heartbeat_at` is the last sign that a server is working on it.
create table import_runs (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  kind text not null check (kind in ('import', 'undo')),
  state text not null check (state in ('collecting', 'waiting', 'checking', 'ready', 'confirmed', 'storing', 'done', 'refused', 'failed', 'cancelled')),
  actor_id bigint,
  source text not null,
  -- The import that it stored or is undoing.
  import_id bigint,
  progress jsonb,
  report jsonb,
  reason text,
  -- The maximum number of people that it can disable, as confirmed by the admin.
  disable_up_to int,
  started_at timestamptz not null,
  stage_at timestamptz not null,
  heartbeat_at timestamptz not null,
  ended_at timestamptz,
  -- True if the person who started the run can import only finance files. Other files are ignored.
  only_finances boolean not null default false,
  -- Whether the admin chose to invite the people that the run adds.
  invites boolean not null default false,
  primary key (school_id, id),
  foreign key (school_id, actor_id) references users (school_id, id) on delete set null (actor_id)
);
create unique index import_runs_one on import_runs (school_id)
  where state in ('collecting', 'waiting', 'checking', 'ready', 'confirmed', 'storing');
create index import_runs_by on import_runs (school_id, actor_id);

-- The keys of up to 1,000 rows that an import added to a table. An undo needs only the key of an added row. One row per key would
-- be too large: the journal of 300,000 connections was larger than the connections.
create table import_additions (
  school_id int not null,
  import_id bigint not null,
  table_name text not null,
  id bigint generated always as identity,
  keys text[] not null,
  primary key (school_id, import_id, table_name, id),
  foreign key (school_id, import_id) references imports (school_id, id) on delete cascade
);

-- A grading category of a OneRoster gradebook. Categories, line items and results are stored as in the files (decision 062).
create table roster_categories (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  weight float8,
  primary key (school_id, sourced_id)
);

create table roster_line_items (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  description text,
  assign_date text,
  due_date text,
  class_sourced_id text,
  category_sourced_id text,
  grading_period_sourced_id text,
  academic_session_sourced_id text,
  school_sourced_id text,
  result_value_min float8,
  result_value_max float8,
  primary key (school_id, sourced_id)
);

create table roster_results (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  line_item_sourced_id text,
  student_sourced_id text,
  class_sourced_id text,
  score_status text,
  score float8,
  text_score text,
  score_date text,
  comment text,
  is_in_progress boolean,
  is_incomplete boolean,
  is_late boolean,
  is_missing boolean,
  primary key (school_id, sourced_id)
);
create index roster_results_student on roster_results (school_id, student_sourced_id);
