-- When a person last used Commons and last signed in. These times change often, so they are in a separate table: a new version of the
-- row in `users` would change the person's version for identity providers, and update the indexes of the directory.
create table user_activity (
  school_id int not null,
  user_id bigint not null,
  -- The epoch means never, so that one index sorts everyone.
  last_seen_at timestamptz not null default 'epoch',
  signed_in_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index user_activity_seen on user_activity (school_id, last_seen_at, user_id);

-- The number of people who were active in a week (from Monday, UTC). The count is the sum of the week's rows: a visit adds a row and waits
-- for no one, and maintenance merges the rows.
create table active_weeks (
  school_id int not null references schools,
  week date not null,
  people int not null,
  entry bigint generated always as identity,
  primary key (school_id, week, entry)
);

-- A person that an admin suspended. Their account is disabled, and stays so when an import or identity provider enables it.
create table suspensions (
  school_id int not null,
  user_id bigint not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Null: the admin's account was deleted.
  suspended_by bigint,
  suspended_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, suspended_by) references users (school_id, id) on delete set null (suspended_by)
);
create index suspensions_by on suspensions (school_id, suspended_by);

-- The person that an entry is about. It is a column for the same reason as `club_id`.
alter table activity_log add column person_id bigint
  generated always as (case when detail ->> 'person' ~ '^[0-9]{1,18}$' then (detail ->> 'person')::bigint end) stored;
create index activity_log_person on activity_log (school_id, person_id, number) where person_id is not null;

-- Admins also list disabled people. Prefixes need the collation "C".
create index users_by_name_all on users (school_id, sort_name, id);
create index users_by_created_all on users (school_id, created_at, id);
create index users_by_type on users (school_id, account_type, sort_name, id);
create index users_username_prefix on users (school_id, username_key collate "C");
create index users_email_prefix on users (school_id, email_key collate "C");
create index users_disabled on users (school_id, id) where is_disabled;

alter table users no force row level security;
alter table sessions no force row level security;
alter table user_activity no force row level security;
alter table active_weeks no force row level security;
insert into user_activity (school_id, user_id, last_seen_at, signed_in_at)
select u.school_id, u.id, coalesce(s.seen, 'epoch'), s.signed_in from users u
left join (select school_id, user_id, max(last_seen_at) as seen, max(created_at) as signed_in from sessions group by 1, 2) s
  on s.school_id = u.school_id and s.user_id = u.id;
insert into active_weeks (school_id, week, people)
select school_id, date_trunc('week', last_seen_at at time zone 'UTC')::date, count(*) from user_activity
where last_seen_at > 'epoch' group by 1, 2;
