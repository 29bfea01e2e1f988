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
  primary key (school_id, section_id, user_id),
  foreign key (school_id, section_id) references course_sections (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index section_members_user on section_members (school_id, user_id);

-- Calendars that people subscribe to ask when something was changed, whoever did it.
create function note_course_change() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger terms_changed before update on terms for each row execute function note_course_change();
create trigger courses_changed before update on courses for each row execute function note_course_change();
create trigger course_sections_changed before update on course_sections for each row execute function note_course_change();
create trigger section_meetings_changed before update on section_meetings for each row execute function note_course_change();

-- The series of a meeting, as server/src/kernel/time/series.ts has it.
create function meeting_series(m section_meetings, t terms) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'start', d.first || 'T' || to_char(m.begins, 'HH24:MI:SS'),
    'zone', t.time_zone,
    'length', m.minutes,
    'rule', case when cardinality(m.weekdays) > 0 then
      'FREQ=WEEKLY' || case when m.every > 1 then ';INTERVAL=' || m.every else '' end
        || ';UNTIL=' || to_char(coalesce(m.last_on, t.ends_on), 'YYYYMMDD') || 'T235959'
        || ';BYDAY=' || (select string_agg((array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[w], ',' order by w) from unnest(m.weekdays) as w) end,
    'exceptions', (select coalesce(jsonb_agg(distinct x || 'T' || to_char(m.begins, 'HH24:MI:SS')), '[]')
      from unnest(m.exceptions || case when cardinality(m.weekdays) > 0 then t.holidays else '{}' end) as x),
    'overrides', '{}'::jsonb)
  from (select case when cardinality(m.weekdays) = 0 then m.first_on else (
      -- The first of its days from where it begins.
      select min(g.day)::date from generate_series(coalesce(m.first_on, t.starts_on)::timestamp, coalesce(m.first_on, t.starts_on)::timestamp + interval '6 days', interval '1 day') as g (day)
      where extract(isodow from g.day) = any(m.weekdays)) end as first) as d
$$;

do $$
declare t record;
begin
  for t in select * from (values ('terms', 'id'), ('courses', 'id'), ('course_sections', 'id'), ('section_meetings', 'section_id, code'),
    ('section_members', 'section_id, user_id')) as ledgered (name, key)
  loop
    execute format('create trigger %s after insert on %I referencing new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_insert', t.name, t.key);
    execute format('create trigger %s after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_update', t.name, t.key);
  end loop;
end $$;
