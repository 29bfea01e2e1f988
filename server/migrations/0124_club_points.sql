-- Points of members: lines that are never edited, only reversed; the sum of the lines is the balance.

-- How many points a club gives for what, by source; a source that is not named gives none.
create table club_point_settings (
  school_id int not null,
  club_id bigint not null,
  points jsonb not null default '{}' check (jsonb_typeof(points) = 'object'),
  version int not null default 1,
  primary key (school_id, club_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);

create table club_point_lines (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  user_id bigint not null,
  -- What it is for, and which of its kind: the same thing is counted once.
  source text not null check (length(source) between 1 and 40),
  source_id text not null check (length(source_id) between 1 and 80),
  points int not null check (points <> 0 and abs(points) <= 1000),
  reason text not null default '' check (length(reason) <= 200),
  -- Null: counted by itself, or somebody who has been erased.
  by_id bigint,
  at timestamptz not null,
  -- The line that this one takes back.
  reverses_id bigint,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, by_id) references users (school_id, id) on delete set null (by_id),
  foreign key (school_id, reverses_id) references club_point_lines (school_id, id) on delete cascade,
  check ((source = 'reversal') = (reverses_id is not null))
);
create unique index club_point_lines_source on club_point_lines (school_id, club_id, user_id, source, source_id);
create unique index club_point_lines_reverses on club_point_lines (school_id, reverses_id) where reverses_id is not null;
create index club_point_lines_person on club_point_lines (school_id, club_id, user_id, at desc, id desc);
create index club_point_lines_user on club_point_lines (school_id, user_id);
create index club_point_lines_by on club_point_lines (school_id, by_id) where by_id is not null;

-- The sum of somebody's lines, kept by the trigger below, so that lists add nothing up.
create table club_point_balances (
  school_id int not null,
  club_id bigint not null,
  user_id bigint not null,
  points int not null,
  primary key (school_id, club_id, user_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_point_balances_user on club_point_balances (school_id, user_id);

create function add_club_points() returns trigger language plpgsql as $$
begin
  insert into club_point_balances as b (school_id, club_id, user_id, points)
  values (new.school_id, new.club_id, new.user_id, new.points)
  on conflict (school_id, club_id, user_id) do update set points = b.points + excluded.points;
  return null;
end $$;
create trigger club_point_lines_added after insert on club_point_lines for each row execute function add_club_points();

-- A line stays as it was written; only the name of an officer who is erased goes.
create function keep_club_points() returns trigger language plpgsql as $$
begin
  if new.by_id is null and to_jsonb(new) - 'by_id' = to_jsonb(old) - 'by_id' then
    return new;
  end if;
  raise exception 'lines of points are only added and reversed' using errcode = '42501';
end $$;
create trigger club_point_lines_kept before update on club_point_lines for each row execute function keep_club_points();

-- Positions that edit their club also give its points.
alter table roles no force row level security;
update roles set permissions = permissions || array['points.manage'] where scope = 'club' and 'clubs.edit' = any(permissions);
alter table roles force row level security;
