-- When the school's files last said anything about courses: whoever reads their courses sees how old that is.
create table course_feeds (
  school_id int not null references schools,
  fed_at timestamptz not null,
  primary key (school_id)
);
