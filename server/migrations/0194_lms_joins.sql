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
