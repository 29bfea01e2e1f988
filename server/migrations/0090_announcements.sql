-- Announcements: a line that a school shows above every page, to some of its people, for a while.
create table announcements (
  school_id int not null references schools,
  id bigint not null default new_id(),
  text text not null,
  link_url text,
  link_label text,
  kind text not null check (kind in ('info', 'warning')),
  -- Empty: everyone.
  account_types text[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  version int not null default 1,
  primary key (school_id, id),
  check ((link_url is null) = (link_label is null))
);

create table announcement_dismissals (
  school_id int not null,
  user_id bigint not null,
  announcement_id bigint not null,
  dismissed_at timestamptz not null,
  primary key (school_id, user_id, announcement_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, announcement_id) references announcements (school_id, id) on delete cascade
);
create index announcement_dismissals_announcement on announcement_dismissals (school_id, announcement_id);
