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
