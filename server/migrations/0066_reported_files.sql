-- Files of reported messages: they stay for the moderators, whatever becomes of the message.
create table reported_files (
  school_id int not null,
  file_id bigint not null,
  at timestamptz not null,
  primary key (school_id, file_id),
  foreign key (school_id, file_id) references chat_files (school_id, id) on delete cascade
);
