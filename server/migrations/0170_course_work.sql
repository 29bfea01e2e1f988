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
create trigger course_assignments_changed before update on course_assignments for each row execute function note_course_change();

-- What one student did about an assignment; no row: nothing yet.
create table course_results (
  school_id int not null references schools,
  assignment_id bigint not null,
  user_id bigint not null,
  state text not null check (state in ('submitted', 'graded', 'excused', 'missing')),
  score numeric(9, 2),
  -- What the score is called, such as A-, complete.
  label text check (length(label) <= 120),
  is_late boolean not null default false,
  comment text,
  submitted_at timestamptz,
  graded_at timestamptz,
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
create table course_choices (
  school_id int not null references schools,
  user_id bigint not null,
  -- Notifications of grades name the grade, in pushes and mails, too.
  shows_grades boolean not null default false,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

do $$
declare t record;
begin
  for t in select * from (values ('course_categories', 'id'), ('course_assignments', 'id'), ('course_results', 'user_id, assignment_id'),
    ('course_announcements', 'id'), ('course_links', 'id')) as ledgered (name, key)
  loop
    execute format('create trigger %s after insert on %I referencing new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_insert', t.name, t.key);
    execute format('create trigger %s after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_update', t.name, t.key);
  end loop;
end $$;
