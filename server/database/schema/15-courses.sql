-- Courses: terms, courses, their sections, when those meet, and who is in them. Filled by imports (decision 057).
-- A term has the zone of the school: what meets at 10:00 meets at 10:00 by that zone's clocks.
create table terms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- What files call it: a code, or the sourcedId of a roster.
  code text not null check (length(code) between 1 and 120),
  name text not null check (length(name) between 1 and 120),
  starts_on date not null,
  ends_on date not null,
  time_zone text not null,
  -- Days on which no class meets.
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
  -- What people call it, such as CHEM 101.
  number text not null check (length(number) between 1 and 120),
  title text not null check (length(title) between 1 and 300),
  description text,
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, code)
);

create table course_sections (
  school_id int not null references schools,
  id bigint not null default new_id(),
  code text not null check (length(code) between 1 and 120),
  course_id bigint not null,
  term_id bigint not null,
  -- Such as Lecture 1; null where the course has one section.
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

-- When a section meets: each week on some days, or once. Occurrences are worked out from this and the term, never stored.
create table section_meetings (
  school_id int not null references schools,
  section_id bigint not null,
  -- What files call it within the section.
  code text not null check (length(code) between 1 and 60),
  kind text not null default 'lecture' check (kind in ('lecture', 'recitation', 'lab', 'seminar', 'studio', 'exam', 'other')),
  -- Days of the week, 1 is Monday; empty where it meets once, on `first_on`.
  weekdays smallint[] not null default '{}',
  begins time not null,
  minutes int not null check (minutes between 1 and 1440),
  -- Null: as the term.
  first_on date,
  last_on date,
  -- Every so many weeks.
  every smallint not null default 1 check (every between 1 and 10),
  -- Days on which it does not meet, beside the holidays of the term.
  exceptions date[] not null default '{}',
  room text,
  updated_at timestamptz not null default now(),
  primary key (school_id, section_id, code),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade,
  constraint section_meetings_day check (cardinality(weekdays) > 0 or first_on is not null),
  constraint section_meetings_order check (last_on >= first_on)
);

create table section_members (
  school_id int not null references schools,
  section_id bigint not null,
  user_id bigint not null,
  role text not null default 'student' check (role in ('student', 'teacher', 'assistant')),
  -- False: dropped.
  is_active boolean not null default true,
  -- Members that only learning platforms name, told from those that files of the school name: platforms take out nobody else.
  -- True: no file of the school has named them. The first that does takes them over.
  is_from_platform boolean not null default false,
  primary key (school_id, section_id, user_id),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index section_members_user on section_members (school_id, user_id);

-- What courses ask of their students: assignments, results, announcements and links (decision 062). Filled by imports.
-- A part of the grade of courses, such as lab reports. One category may serve several sections.
create table course_categories (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- What files call it: the sourcedId of a roster.
  code text not null check (length(code) between 1 and 255),
  title text not null check (length(title) between 1 and 300),
  -- Its share beside the other categories of a section; they need not sum to 1 or 100. Null: the points alone count.
  weight numeric(9, 4) check (weight >= 0),
  -- So many of the lowest results do not count.
  drop_lowest smallint not null default 0 check (drop_lowest between 0 and 50),
  is_active boolean not null default true,
  primary key (school_id, id),
  unique (school_id, code)
);

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
  -- The score of a perfect result; null where nothing is scored.
  points numeric(9, 2) check (points >= 0),
  -- Of quizzes: minutes from opening to the end, and how many tries.
  minutes int check (minutes between 1 and 10080),
  attempts int check (attempts between 1 and 1000),
  -- Where it stands in the learning system.
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

-- What one student did about an assignment; no row: nothing yet.
create table course_results (
  school_id int not null references schools,
  assignment_id bigint not null,
  user_id bigint not null,
  state text check (state in ('submitted', 'graded', 'excused', 'missing')),
  score numeric(9, 2),
  -- What the score is called, such as A-, complete.
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
  -- Rich text as people of the school write it.
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

-- Files and pages of a section, as links to where they are kept.
create table course_links (
  school_id int not null references schools,
  id bigint not null default new_id(),
  code text not null check (length(code) between 1 and 255),
  section_id bigint not null,
  -- The heading it stands under.
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

-- When somebody last looked at a course: what came later is new to them. `course`: as calls name it.
create table course_visits (
  school_id int not null references schools,
  user_id bigint not null,
  course text not null check (length(course) between 1 and 60),
  seen_at timestamptz not null,
  primary key (school_id, user_id, course),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- What somebody has chosen about their courses; no row: as it begins.
create table course_preferences (
  school_id int not null references schools,
  user_id bigint not null,
  -- Notifications of grades name the grade, in pushes and mails, too.
  shows_grades boolean not null default false,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

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
  -- When somebody's reading of the learning system was queued, so that the next round passes over whoever still waits.
  queued_at timestamptz,
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

-- Who was reminded of what is due: once for each due date (decision 062). `item`: an assignment, or `lms-` with course and item there.
create table course_reminders (
  school_id int not null references schools,
  user_id bigint not null,
  item text not null check (length(item) <= 90),
  due_at timestamptz not null,
  primary key (school_id, user_id, item, due_at),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index course_reminders_due on course_reminders (school_id, due_at);

-- LTI 1.3 (decision 065): learning platforms in which this campus is a tool, whom their users are here, and what their courses are.
-- What the school signs with as a tool. LTI asks for RSA (https://www.imsglobal.org/spec/security/v1p0/, 5.1.1.5).
create table lti_keys (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- A JSON Web Key (RFC 7517).
  public_key jsonb not null,
  encrypted_key text not null,
  created_at timestamptz not null,
  -- Signs no more; its public half is still answered for some days.
  retired_at timestamptz,
  primary key (school_id, id)
);
create unique index lti_keys_active on lti_keys (school_id) where retired_at is null;

create table lti_platforms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- What people call it, such as Canvas.
  name text not null check (length(name) between 1 and 60),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 300),
  authorization_url text not null check (length(authorization_url) <= 1000),
  token_url text not null check (length(token_url) <= 1000),
  -- For whom our assertions are at the token endpoint, where that is not its address.
  token_audience text check (length(token_audience) <= 1000),
  keys_url text not null check (length(keys_url) <= 1000),
  deployments text[] not null default '{}' check (cardinality(deployments) <= 100),
  -- What the platform's person_sourcedid is compared with at a first launch; null: with nothing.
  match_by text check (match_by in ('username', 'sourced_id', 'identifier', 'master_identifier')),
  trusts_emails boolean not null default false,
  is_on boolean not null default false,
  -- It registered itself.
  is_dynamic boolean not null default false,
  -- Of a launch that was refused because its deployment is not listed.
  refused_deployment text check (length(refused_deployment) <= 255),
  -- Its public keys as they were read last, and when that was tried.
  keys jsonb,
  keys_tried_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1,
  -- A whole class may launch at once when a platform's key is new: one of them reads the keys, the others wait for that reading.
  keys_leased_until timestamptz,
  -- Whence a platform that registered itself was configured: its issuer is only what it says of itself.
  configuration_host text check (length(configuration_host) <= 300),
  primary key (school_id, id),
  unique (school_id, issuer, client_id)
);

-- One-time addresses for dynamic registration.
create table lti_invitations (
  school_id int not null references schools,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (school_id, token_hash)
);

-- Logins that went to a platform. Used ones stay until they expire, so that a second use is told from one that is unknown.
create table lti_logins (
  school_id int not null references schools,
  state_hash bytea not null,
  platform_id bigint not null,
  browser_hash bytea not null,
  -- Of what the page put into the platform's storage, where it has one.
  proof_hash bytea,
  storage_frame text check (length(storage_frame) <= 100),
  nonce text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (school_id, state_hash),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade
);
create index lti_logins_platform on lti_logins (school_id, platform_id);

-- Launches that were checked and wait for their page to take them up. `content` is encrypted with the school's key.
create table lti_launches (
  school_id int not null references schools,
  ticket_hash bytea not null,
  platform_id bigint not null,
  browser_hash bytea not null,
  proof_hash bytea,
  content text not null,
  -- Whom it has signed in: only they go on with it.
  user_id bigint,
  expires_at timestamptz not null,
  primary key (school_id, ticket_hash),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_launches_platform on lti_launches (school_id, platform_id);
create index lti_launches_user on lti_launches (school_id, user_id) where user_id is not null;

-- Who a platform's user is here.
create table lti_links (
  school_id int not null references schools,
  platform_id bigint not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null,
  -- They connected it themselves, signed in here.
  is_own boolean not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (school_id, platform_id, subject),
  unique (school_id, platform_id, user_id),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_links_user on lti_links (school_id, user_id);

-- Courses of platforms, and which section each is here.
create table lti_contexts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  platform_id bigint not null,
  deployment text not null check (length(deployment) <= 255),
  -- Its id there, unique within the deployment.
  context text not null check (length(context) between 1 and 255),
  label text not null default '' check (length(label) <= 200),
  title text not null default '' check (length(title) <= 300),
  section_id bigint,
  -- Where its members are read (Names and Role Provisioning Services 2.0).
  memberships_url text check (length(memberships_url) <= 1000),
  seen_at timestamptz not null,
  -- Its roster: when it was last read, when that was tried, what went wrong then.
  read_at timestamptz,
  tried_at timestamptz,
  problem text check (length(problem) <= 60),
  failures int not null default 0,
  -- People it listed, and those of them whom nobody here is known to be.
  listed int not null default 0,
  unknown int not null default 0,
  -- Who reads now, so that two servers do not at once.
  lease text,
  leased_until timestamptz,
  -- When reading a roster was queued, so that the next round passes over whatever still waits.
  queued_at timestamptz,
  primary key (school_id, id),
  unique (school_id, platform_id, deployment, context),
  foreign key (school_id, platform_id) references lti_platforms (school_id, id) on delete cascade,
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete set null (section_id)
);
create index lti_contexts_section on lti_contexts (school_id, section_id) where section_id is not null;
create index lti_contexts_due on lti_contexts (school_id, tried_at) where section_id is not null and memberships_url is not null;

-- Who teaches a course of a platform by their last launch: they may say which section it is.
create table lti_teachers (
  school_id int not null references schools,
  context_id bigint not null,
  user_id bigint not null,
  primary key (school_id, context_id, user_id),
  foreign key (school_id, context_id) references lti_contexts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_teachers_user on lti_teachers (school_id, user_id);

-- Whom a platform has brought into a section. Who is in it by files of the school does not stand here.
create table lti_members (
  school_id int not null references schools,
  context_id bigint not null,
  user_id bigint not null,
  -- Their user id at the platform, so that somebody who is still listed is not taken for gone when nobody knows any more who that is.
  -- Null: brought before this column, and not listed since.
  subject text check (length(subject) between 1 and 255),
  -- False: the last roster did not have them.
  is_listed boolean not null default true,
  primary key (school_id, context_id, user_id),
  foreign key (school_id, context_id) references lti_contexts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index lti_members_user on lti_members (school_id, user_id);

-- Answers to deep linking that wait for the page that posts them. `content` is encrypted with the school's key.
create table lti_answers (
  school_id int not null references schools,
  code_hash bytea not null,
  content text not null,
  expires_at timestamptz not null,
  primary key (school_id, code_hash)
);

create table course_chats (
  school_id int not null references schools,
  -- No foreign key: the conversation outlives a section whose import is undone.
  section_id bigint not null,
  conversation_id bigint not null,
  primary key (school_id, section_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);
create unique index course_chats_conversation on course_chats (school_id, conversation_id);

-- Which section of the school a course of somebody's learning system is. What the system says of its work then stands in place of the
-- school's files: on pages, in calendars, and in what people are told.
create table lms_joins (
  school_id int not null references schools,
  user_id bigint not null,
  -- The course there.
  course text not null check (length(course) <= 40),
  -- Null: the person said that it is none of their sections.
  section_id bigint,
  -- The person said so; else it follows from codes, numbers and dates.
  is_by_hand boolean not null default false,
  primary key (school_id, user_id, course),
  unique (school_id, user_id, section_id),
  foreign key (school_id, user_id) references lms_grants (school_id, user_id) on delete cascade,
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade
);
create index lms_joins_section on lms_joins (school_id, section_id);

-- When the school's files last said anything about courses: whoever reads their courses sees how old that is.
create table course_feeds (
  school_id int not null references schools,
  fed_at timestamptz not null,
  primary key (school_id)
);
