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

-- Items of the setup checklist that the school doesn't need, and when an admin dismissed the checklist.
alter table schools add setup_skipped text[] not null default '{}'
  check (setup_skipped <@ array['brand', 'people', 'signOn', 'menu', 'club', 'invite']);
alter table schools add setup_ended_at timestamptz;
-- The school's time zone; null: that of the newest term.
alter table schools add time_zone text check (length(time_zone) between 1 and 64);

-- People who have used the product before don't need a welcome, and schools with people don't need the checklist.
alter table first_runs no force row level security;
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
update schools s set setup_ended_at = now()
where exists (select from users u where u.school_id = s.school_id and not u.is_admin);
