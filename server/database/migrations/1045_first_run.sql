-- A person's first run: the steps of the welcome page that they completed or skipped. People without a row haven't opened it.
create table first_runs (
  school_id int not null,
  user_id bigint not null,
  passed text[] not null default '{}' check (passed <@ array['picture', 'about', 'clubs', 'people', 'notifications']),
  opened_at timestamptz not null,
  -- When they finished or dismissed it. Null while they can resume it.
  ended_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A school's setup checklist: the items that it doesn't need, and when an admin dismissed the checklist.
create table school_setups (
  school_id int not null references schools,
  skipped text[] not null default '{}' check (skipped <@ array['brand', 'people', 'signOn', 'menu', 'club', 'invite']),
  ended_at timestamptz,
  primary key (school_id)
);
-- The school's time zone; null: that of the newest term.
alter table schools add time_zone text check (length(time_zone) between 1 and 64);

-- People who have used the product before don't need a welcome, and schools with people don't need the checklist.
alter table first_runs no force row level security;
alter table school_setups no force row level security;
alter table schools no force row level security;
alter table users no force row level security;
alter table credentials no force row level security;
alter table sso_links no force row level security;
alter table lti_links no force row level security;
alter table sessions no force row level security;
insert into first_runs (school_id, user_id, opened_at, ended_at)
select u.school_id, u.id, now(), now() from users u
where exists (select from credentials c where c.school_id = u.school_id and c.user_id = u.id)
  or exists (select from sso_links l where l.school_id = u.school_id and l.user_id = u.id)
  or exists (select from lti_links t where t.school_id = u.school_id and t.user_id = u.id)
  or exists (select from sessions s where s.school_id = u.school_id and s.user_id = u.id);
insert into school_setups (school_id, ended_at)
select s.school_id, now() from schools s
where exists (select from users u where u.school_id = s.school_id and not u.is_admin);
