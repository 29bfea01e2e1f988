-- A term. Imports fill terms, courses, sections, meetings and members (decision 057). A term has the school's time zone: a class at
-- 10:00 is at 10:00 local time in that zone.
create table terms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- The term's id in files: a code, or the sourcedId of a roster.
  code text not null check (length(code) between 1 and 120),
  name text not null check (length(name) between 1 and 120),
  starts_on date not null,
  ends_on date not null,
  time_zone text not null,
  -- Days without classes.
  holidays date[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, code),
  constraint terms_order check (ends_on >= starts_on)
);

create table courses (
  school_id int not null references schools,
  id bigint not null default new_id(),
  code text not null check (length(code) between 1 and 120),
  -- The code that people use, such as CHEM 101.
  number text not null check (length(number) between 1 and 120),
  title text not null check (length(title) between 1 and 300),
  description text,
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, code)
);

-- A course in one term.
create table course_sections (
  school_id int not null references schools,
  id bigint not null default new_id(),
  code text not null check (length(code) between 1 and 120),
  course_id bigint not null,
  term_id bigint not null,
  -- Such as Lecture 1; null if the course has one section.
  name text,
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, code),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade,
  foreign key (school_id, term_id) references terms (school_id, id) on delete cascade
);
create index course_sections_course on course_sections (school_id, course_id);
create index course_sections_term on course_sections (school_id, term_id);

-- The meetings of a section: weekly on some days, or once. Occurrences are computed from this and the term, and never stored.
create table section_meetings (
  school_id int not null references schools,
  section_id bigint not null,
  -- The id in files, unique within the section.
  code text not null check (length(code) between 1 and 60),
  kind text not null default 'lecture' check (kind in ('lecture', 'recitation', 'lab', 'seminar', 'studio', 'exam', 'other')),
  -- Weekdays, 1 is Monday; empty for one meeting on `first_on`.
  weekdays smallint[] not null default '{}',
  begins time not null,
  minutes int not null check (minutes between 1 and 1440),
  -- Null: the dates of the term.
  first_on date,
  last_on date,
  -- Number of weeks between meetings; 1 is weekly.
  every smallint not null default 1 check (every between 1 and 10),
  -- Days without this meeting, in addition to the term's holidays.
  exceptions date[] not null default '{}',
  room text,
  updated_at timestamptz not null default now(),
  primary key (school_id, section_id, code),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade,
  constraint section_meetings_day check (cardinality(weekdays) > 0 or first_on is not null),
  constraint section_meetings_order check (last_on >= first_on)
);

-- A student, teacher or assistant of a section.
create table section_members (
  school_id int not null references schools,
  section_id bigint not null,
  user_id bigint not null,
  role text not null default 'student' check (role in ('student', 'teacher', 'assistant')),
  -- False: dropped.
  is_active boolean not null default true,
  -- True if only an LMS names the member, and no file of the school. Only such members can be removed by an LMS. The first file
  -- that names the member sets it to false.
  is_from_lti boolean not null default false,
  primary key (school_id, section_id, user_id),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index section_members_user on section_members (school_id, user_id);

-- A grading category, such as lab reports (decision 062). A category can serve several sections. Imports fill it.
create table course_categories (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- The id in files: the sourcedId of a roster.
  code text not null check (length(code) between 1 and 255),
  title text not null check (length(title) between 1 and 300),
  -- Its weight relative to the section's other categories; the sum can be any number. Null: only points count.
  weight numeric(9, 4) check (weight >= 0),
  -- The number of lowest results that don't count.
  drop_lowest smallint not null default 0 check (drop_lowest between 0 and 50),
  is_active boolean not null default true,
  primary key (school_id, id),
  unique (school_id, code)
);

-- An assignment or quiz of a section.
create table course_assignments (
  school_id int not null references schools,
  id bigint not null default new_id(),
  code text not null check (length(code) between 1 and 255),
  section_id bigint not null,
  category_id bigint,
  kind text not null default 'assignment' check (kind in ('assignment', 'quiz')),
  title text not null check (length(title) between 1 and 500),
  description text,
  assigned_at timestamptz,
  due_at timestamptz,
  -- The maximum score; null if it isn't scored.
  points numeric(9, 2) check (points >= 0),
  -- For quizzes: the time limit in minutes, and the number of attempts.
  minutes int check (minutes between 1 and 10080),
  attempts int check (attempts between 1 and 1000),
  -- Its URL in the LMS.
  url text check (length(url) <= 2000),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, code),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade,
  foreign key (school_id, category_id) references course_categories (school_id, id) on delete set null (category_id)
);
create index course_assignments_section on course_assignments (school_id, section_id, due_at);
create index course_assignments_category on course_assignments (school_id, category_id);
create index course_assignments_due on course_assignments (school_id, due_at) where is_active;

-- A student's result for an assignment. No row: nothing yet.
create table course_results (
  school_id int not null references schools,
  assignment_id bigint not null,
  user_id bigint not null,
  state text check (state in ('submitted', 'graded', 'excused', 'missing')),
  score numeric(9, 2),
  -- The name of the score, such as A- or complete.
  label text check (length(label) <= 120),
  is_late boolean not null default false,
  comment text,
  submitted_at timestamptz,
  graded_at timestamptz,
  arrived_at timestamptz,
  primary key (school_id, user_id, assignment_id),
  foreign key (school_id, assignment_id) references course_assignments (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index course_results_assignment on course_results (school_id, assignment_id);

create table course_announcements (
  school_id int not null references schools,
  id bigint not null default new_id(),
  code text not null check (length(code) between 1 and 255),
  section_id bigint not null,
  author_id bigint,
  title text not null check (length(title) between 1 and 500),
  -- Rich text from people at the school.
  body text not null default '',
  posted_at timestamptz not null,
  url text check (length(url) <= 2000),
  is_active boolean not null default true,
  primary key (school_id, id),
  unique (school_id, code),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id) on delete set null (author_id)
);
create index course_announcements_section on course_announcements (school_id, section_id, posted_at desc);
create index course_announcements_author on course_announcements (school_id, author_id);

-- A link to a file or page for a section.
create table course_links (
  school_id int not null references schools,
  id bigint not null default new_id(),
  code text not null check (length(code) between 1 and 255),
  section_id bigint not null,
  -- The heading above it.
  module text not null default '',
  title text not null check (length(title) between 1 and 500),
  url text not null check (length(url) between 1 and 2000),
  position int not null default 0,
  is_active boolean not null default true,
  primary key (school_id, id),
  unique (school_id, code),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade
);
create index course_links_section on course_links (school_id, section_id, position);

-- A person's last visit to a course. Later items are new to them. `course`: the id as in calls.
create table course_visits (
  school_id int not null references schools,
  user_id bigint not null,
  course text not null check (length(course) between 1 and 60),
  seen_at timestamptz not null,
  primary key (school_id, user_id, course),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A person's course settings. No row: the defaults.
create table course_preferences (
  school_id int not null references schools,
  user_id bigint not null,
  -- Whether notifications of grades, including push notifications and emails, contain the grade.
  shows_grades boolean not null default false,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A school's LMS, and the school's OAuth client there (decision 062). `client_secret` is encrypted with the school's key.
create table lms_systems (
  school_id int not null references schools,
  kind text not null default 'canvas' check (kind in ('canvas')),
  -- The name that people use, such as Canvas.
  name text not null check (length(name) between 1 and 60),
  -- Without a slash at the end.
  base_url text not null check (length(base_url) <= 500),
  client_id text not null check (length(client_id) between 1 and 200),
  client_secret text not null,
  is_on boolean not null default false,
  -- Changes with the URL or client. Grants for an older value aren't valid.
  generation int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (school_id)
);

-- A person's grant that lets the school read their LMS data. Tokens are encrypted with the school's key; null once the grant has
-- ended.
create table lms_grants (
  school_id int not null references schools,
  user_id bigint not null,
  generation int not null,
  tokens text,
  expires_at timestamptz,
  connected_at timestamptz not null,
  ended_at timestamptz,
  -- The reason why it ended: the LMS refused it, or the school has another LMS now.
  end_reason text check (end_reason in ('revoked', 'replaced')),
  -- When everything was last synced, when a sync was last tried, and its error.
  read_at timestamptz,
  attempted_at timestamptz,
  problem text check (length(problem) <= 60),
  failures int not null default 0,
  -- No calls before this time, because the LMS asked us to wait.
  retry_at timestamptz,
  -- The server that syncs now, so that a person has at most one call at a time across all servers.
  lease text,
  leased_until timestamptz,
  -- When the person's sync was queued, so that the next round skips people who are still waiting.
  queued_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((tokens is null) = (ended_at is not null))
);
create index lms_grants_due on lms_grants (school_id, attempted_at) where ended_at is null;

-- An OAuth sign-on that returned from the LMS and waits for the person to complete it.
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

-- An OAuth state that was used. Each state is valid once.
create table lms_used_states (
  school_id int not null references schools,
  state_hash bytea not null,
  expires_at timestamptz not null,
  primary key (school_id, state_hash)
);

-- A copy of LMS data of a person, such as their courses, encrypted with the school's key.
create table lms_copies (
  school_id int not null references schools,
  user_id bigint not null,
  -- courses, announcements; work:7, quizzes:7, links:7 for course 7 in the LMS.
  resource text not null check (length(resource) between 1 and 80),
  -- The ETag of each page, by which the LMS reports whether the data changed.
  etags text[] not null default '{}',
  content text not null,
  read_at timestamptz not null,
  primary key (school_id, user_id, resource),
  foreign key (school_id, user_id) references lms_grants (school_id, user_id) on delete cascade
);

-- An item with a due date from the copies, for calendars and reminders. The title is encrypted, too.
create table lms_due (
  school_id int not null references schools,
  user_id bigint not null,
  -- The ids of the course and assignment in the LMS.
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

-- A reminder that was sent about due work, once per due date (decision 062). `item`: an assignment, or `lms-` with the ids of the
-- course and item in the LMS.
create table course_reminders (
  school_id int not null references schools,
  user_id bigint not null,
  item text not null check (length(item) <= 90),
  due_at timestamptz not null,
  primary key (school_id, user_id, item, due_at),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index course_reminders_due on course_reminders (school_id, due_at);

-- A key pair with which the school signs as an LTI 1.3 tool (decision 065). LTI requires RSA
-- (https://www.imsglobal.org/spec/security/v1p0/, 5.1.1.5).
create table lti_keys (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- A JSON Web Key (RFC 7517).
  public_key jsonb not null,
  encrypted_key text not null,
  created_at timestamptz not null,
  -- It signs nothing anymore; the public key stays available for some days.
  retired_at timestamptz,
  primary key (school_id, id)
);
create unique index lti_keys_active on lti_keys (school_id) where retired_at is null;

-- An LMS that opens Commons as an LTI 1.3 tool.
create table lti_platforms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- The name that people use, such as Canvas.
  name text not null check (length(name) between 1 and 60),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 300),
  authorization_url text not null check (length(authorization_url) <= 1000),
  token_url text not null check (length(token_url) <= 1000),
  -- The audience of our assertions at the token endpoint, if it isn't the endpoint's URL.
  token_audience text check (length(token_audience) <= 1000),
  keys_url text not null check (length(keys_url) <= 1000),
  deployments text[] not null default '{}' check (cardinality(deployments) <= 100),
  -- The field that is compared with the platform's person_sourcedid at a first launch; null: none.
  match_by text check (match_by in ('username', 'sourced_id', 'identifier', 'master_identifier')),
  trusts_emails boolean not null default false,
  is_on boolean not null default false,
  -- True if the platform registered itself.
  is_dynamic boolean not null default false,
  -- The deployment of a launch that was refused because the deployment isn't listed.
  refused_deployment text check (length(refused_deployment) <= 255),
  -- The platform's public keys as last read, and when that was tried.
  keys jsonb,
  keys_attempted_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1,
  -- A server is reading the keys. A whole class can launch at the same time when a platform's key is new: one request reads the
  -- keys and the others wait.
  keys_leased_until timestamptz,
  -- The origin of the configuration of a platform that registered itself, because its issuer is only its own claim.
  configuration_host text check (length(configuration_host) <= 300),
  primary key (school_id, id),
  unique (school_id, issuer, client_id)
);

-- A one-time URL for dynamic registration.
create table lti_invitations (
  school_id int not null references schools,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (school_id, token_hash)
);

-- A login that was sent to a platform. Used logins stay until they expire, so that the server can distinguish repeated logins from
-- unknown ones.
create table lti_logins (
  school_id int not null references schools,
  state_hash bytea not null,
  platform_id bigint not null,
  browser_hash bytea not null,
  -- The hash of the value that the page put into the platform's storage, if the platform has one.
  proof_hash bytea,
  storage_frame text check (length(storage_frame) <= 100),
  nonce text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (school_id, state_hash),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade
);
create index lti_logins_platform on lti_logins (school_id, platform_id);

-- A verified launch that waits for its page. `content` is encrypted with the school's key.
create table lti_launches (
  school_id int not null references schools,
  ticket_hash bytea not null,
  platform_id bigint not null,
  browser_hash bytea not null,
  proof_hash bytea,
  content text not null,
  -- The person that the launch signed in. Only they can continue with it.
  user_id bigint,
  expires_at timestamptz not null,
  primary key (school_id, ticket_hash),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_launches_platform on lti_launches (school_id, platform_id);
create index lti_launches_user on lti_launches (school_id, user_id) where user_id is not null;

-- The link between a platform's user and a person.
create table lti_links (
  school_id int not null references schools,
  platform_id bigint not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null,
  -- True if the person, signed in here, connected it themselves.
  is_own boolean not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (school_id, platform_id, subject),
  unique (school_id, platform_id, user_id),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_links_user on lti_links (school_id, user_id);

-- A platform's course, and the section that it is here.
create table lti_contexts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  platform_id bigint not null,
  deployment text not null check (length(deployment) <= 255),
  -- The id at the platform, unique within the deployment.
  context text not null check (length(context) between 1 and 255),
  label text not null default '' check (length(label) <= 200),
  title text not null default '' check (length(title) <= 300),
  section_id bigint,
  -- The URL of its members (Names and Role Provisioning Services 2.0).
  memberships_url text check (length(memberships_url) <= 1000),
  seen_at timestamptz not null,
  -- The roster: when it was last read, when that was tried, and its error.
  read_at timestamptz,
  attempted_at timestamptz,
  problem text check (length(problem) <= 60),
  failures int not null default 0,
  -- The number of people in the roster, and of those who match no person here.
  listed int not null default 0,
  unknown int not null default 0,
  -- The server that reads the roster now, so that two servers don't at the same time.
  lease text,
  leased_until timestamptz,
  -- When reading the roster was queued, so that the next round skips courses that are still waiting.
  queued_at timestamptz,
  primary key (school_id, id),
  unique (school_id, platform_id, deployment, context),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete set null (section_id)
);
create index lti_contexts_section on lti_contexts (school_id, section_id) where section_id is not null;
create index lti_contexts_due on lti_contexts (school_id, attempted_at) where section_id is not null and memberships_url is not null;

-- A teacher of a platform's course, from their last launch. Teachers can choose the section.
create table lti_teachers (
  school_id int not null references schools,
  context_id bigint not null,
  user_id bigint not null,
  primary key (school_id, context_id, user_id),
  foreign key (school_id, context_id) references lti_contexts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_teachers_user on lti_teachers (school_id, user_id);

-- A person that a platform added to a section. Members from the school's files have no row here.
create table lti_members (
  school_id int not null references schools,
  context_id bigint not null,
  user_id bigint not null,
  -- The user id at the platform, so that people who are still listed aren't removed if their link to a person is gone. Null: added
  -- before this column existed, and not listed since.
  subject text check (length(subject) between 1 and 255),
  -- False: the last roster didn't list them.
  is_listed boolean not null default true,
  primary key (school_id, context_id, user_id),
  foreign key (school_id, context_id) references lti_contexts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_members_user on lti_members (school_id, user_id);

-- A response to deep linking that waits for the page that posts it. `content` is encrypted with the school's key.
create table lti_answers (
  school_id int not null references schools,
  code_hash bytea not null,
  content text not null,
  expires_at timestamptz not null,
  primary key (school_id, code_hash)
);

-- The chat of a section.
create table course_chats (
  school_id int not null references schools,
  -- No foreign key: the conversation remains if the section's import is undone.
  section_id bigint not null,
  conversation_id bigint not null,
  primary key (school_id, section_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);
create unique index course_chats_conversation on course_chats (school_id, conversation_id);

-- The section that a person's LMS course is. The LMS data then replaces the school's files on pages, in calendars and in
-- notifications.
create table lms_joins (
  school_id int not null references schools,
  user_id bigint not null,
  -- The id of the course in the LMS.
  course text not null check (length(course) <= 40),
  -- Null: the person said that it is none of their sections.
  section_id bigint,
  -- True if the person chose it; otherwise it follows from codes, numbers and dates.
  is_manual boolean not null default false,
  primary key (school_id, user_id, course),
  unique (school_id, user_id, section_id),
  foreign key (school_id, user_id) references lms_grants (school_id, user_id) on delete cascade,
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade
);
create index lms_joins_section on lms_joins (school_id, section_id);

-- When the school's files last had data about courses, which people see on their courses page.
create table course_feeds (
  school_id int not null references schools,
  imported_at timestamptz not null,
  primary key (school_id)
);
