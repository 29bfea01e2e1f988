-- Storage used by uploads and pictures, with a limit per person and one for the school. What people use is always added up from
-- their rows, so it can't drift, and no transaction waits for another person's.

create table storage_limits (
  school_id int not null references schools,
  person_bytes bigint not null check (person_bytes >= 0),
  -- Null: no limit.
  school_bytes bigint check (school_bytes >= 0),
  primary key (school_id)
);

-- Limits of single people, instead of the school's limit per person.
create table storage_person_limits (
  school_id int not null,
  user_id bigint not null,
  bytes bigint not null check (bytes >= 0),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- What a school used at its last recount, and what has changed since. Changes are only added, so that uploads of one school never
-- wait for each other's commit.
create table storage_totals (
  school_id int not null references schools,
  upload_bytes bigint not null default 0,
  picture_bytes bigint not null default 0,
  primary key (school_id)
);
create table storage_changes (
  school_id int not null references schools,
  id bigint generated always as identity,
  is_picture boolean not null,
  bytes bigint not null,
  primary key (school_id, id)
);

-- 'club': club files count toward the club's limit. 'school': only a report needs the file, and its owner could tell from their own
-- storage that the report exists.
alter table uploads add column counts_for text not null default 'person' check (counts_for in ('person', 'club', 'school'));
create index uploads_of_person on uploads (school_id, owner_id, size desc, id desc) where counts_for = 'person';
-- All files of a profile picture. Zero for pictures that were set before they were measured.
alter table pictures add column bytes bigint not null default 0 check (bytes >= 0);

create function person_storage(school int, person bigint) returns bigint language sql stable as $$
  select ((select coalesce(sum(f.size), 0) from uploads f
      where f.school_id = school and f.owner_id = person and f.counts_for = 'person')
    + (select coalesce(sum(p.bytes), 0) from pictures p where p.school_id = school and p.user_id = person))::bigint
$$;

create function default_storage_limit(school int) returns bigint language sql stable as $$
  select coalesce((select l.person_bytes from storage_limits l where l.school_id = school), 1000000000)
$$;

create function person_storage_limit(school int, person bigint) returns bigint language sql stable as $$
  select coalesce((select l.bytes from storage_person_limits l where l.school_id = school and l.user_id = person),
    default_storage_limit(school))
$$;

create function school_storage(school int) returns bigint language sql stable as $$
  select (coalesce((select t.upload_bytes + t.picture_bytes from storage_totals t where t.school_id = school), 0)
    + (select coalesce(sum(c.bytes), 0) from storage_changes c where c.school_id = school))::bigint
$$;

-- Refuses what would pass the person's limit. The lock makes two uploads of one person wait for each other: each then counts the other.
create function check_person_storage(school int, person bigint, more bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person storage:' || school || ':' || person, 1));
  if person_storage(school, person) + more > person_storage_limit(school, person) then
    raise exception 'the person has no storage left' using errcode = 'check_violation', constraint = 'storage_full';
  end if;
end $$;

create function check_upload_storage() returns trigger language plpgsql as $$
begin
  perform check_person_storage(new.school_id, new.owner_id, 0);
  return null;
end $$;
-- In the order of their names: a transaction locks the person first and then the school.
create trigger uploads_person_added after insert on uploads
  for each row execute function check_upload_storage();
create trigger uploads_person_grown after update of size on uploads
  for each row when (new.size > old.size and new.counts_for = 'person') execute function check_upload_storage();

create function check_picture_storage() returns trigger language plpgsql as $$
begin
  perform check_person_storage(new.school_id, new.user_id, 0);
  return null;
end $$;
create trigger pictures_person_added after insert on pictures
  for each row when (new.bytes > 0) execute function check_picture_storage();
create trigger pictures_person_grown after update of bytes on pictures
  for each row when (new.bytes > old.bytes) execute function check_picture_storage();

create function note_storage_change() returns trigger language plpgsql as $$
begin
  insert into storage_changes (school_id, is_picture, bytes) values (
    case when tg_op = 'DELETE' then old.school_id else new.school_id end, false,
    case when tg_op = 'DELETE' then 0 else new.size end - case when tg_op = 'INSERT' then 0 else old.size end);
  return null;
end $$;
create trigger uploads_school_changed after insert or delete on uploads
  for each row execute function note_storage_change();
create trigger uploads_school_resized after update of size on uploads
  for each row when (new.size <> old.size) execute function note_storage_change();

-- Only schools with a limit lock, and only until the announcement of a file has been committed.
create function check_school_storage() returns trigger language plpgsql as $$
declare most bigint := (select l.school_bytes from storage_limits l where l.school_id = new.school_id);
begin
  if most is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('school storage:' || new.school_id, 1));
  if school_storage(new.school_id) > most then
    raise exception 'the school has no storage left' using errcode = 'check_violation', constraint = 'school_storage_full';
  end if;
  return null;
end $$;
create trigger storage_changes_checked after insert on storage_changes
  for each row when (new.bytes > 0) execute function check_school_storage();

create function set_counts_for_club() returns trigger language plpgsql as $$
declare version record := case when tg_op = 'DELETE' then old else new end;
begin
  update uploads f set counts_for = case when tg_op = 'INSERT' then 'club' else 'person' end
  where f.school_id = version.school_id and f.id = version.upload_id
    and f.counts_for = case when tg_op = 'INSERT' then 'person' else 'club' end
    and (tg_op = 'INSERT' or not exists (select from club_file_versions v where v.school_id = f.school_id and v.upload_id = f.id));
  return null;
end $$;
create trigger club_file_versions_storage after insert or delete on club_file_versions
  for each row execute function set_counts_for_club();

alter table uploads no force row level security;
alter table club_file_versions no force row level security;
update uploads f set counts_for = 'club'
  where exists (select from club_file_versions v where v.school_id = f.school_id and v.upload_id = f.id);
insert into storage_totals (school_id, upload_bytes)
  select f.school_id, sum(f.size) from uploads f group by 1;
alter table uploads force row level security;
alter table club_file_versions force row level security;
