-- Entries of the inverted tables carry the name people are sorted by: a filtered page is read off one index, and a search
-- is ranked without opening anybody's row. Positions in the list of all are kept, so that its middle is as near as its beginning.

alter table user_facets add column sort_name text collate "und-x-icu" not null default '';
alter table user_words add column sort_name text collate "und-x-icu" not null default '';

-- How many people of each audience stand from one post on to the next, in the order of names. Entries add up, as in facet_counts.
-- A school that has no posts yet is counted through.
create table name_posts (
  school_id int not null references schools,
  start_name text collate "und-x-icu" not null,
  start_id bigint not null,
  audience smallint not null,
  entry bigint generated always as identity,
  people int not null,
  primary key (school_id, start_name, start_id, audience, entry)
);

-- As before, with the name: an entry whose name changed goes and comes again.
create or replace function index_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    with wanted as (
      select u.school_id, u.id, u.sort_name, f.facet, f.audience from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
        lateral facets_of(u) as f where not u.is_disabled
    )
    delete from user_facets x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.facet = x.facet
        and w.audience = x.audience and w.sort_name = x.sort_name);
  end if;
  insert into user_facets (school_id, facet, user_id, audience, sort_name)
  select u.school_id, f.facet, u.id, f.audience, u.sort_name from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
    lateral facets_of(u) as f where not u.is_disabled
  order by 1, 2, 3 on conflict do nothing;

  if tg_op = 'UPDATE' then
    with wanted as (
      select u.school_id, u.id, u.sort_name, w.word, w.audience from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
        lateral words_of(u) as w where not u.is_disabled
    )
    delete from user_words x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.word = x.word
        and w.audience = x.audience and w.sort_name = x.sort_name);
  end if;
  insert into user_words (school_id, word, user_id, audience, sort_name)
  select u.school_id, w.word, u.id, w.audience, u.sort_name from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
    lateral words_of(u) as w where not u.is_disabled
  order by 1, 2, 3, 4 on conflict do nothing;
  return null;
end $$;

-- The post somebody stands behind. No row where the school has no posts.
create function post_of(school int, name text, id bigint) returns table (start_name text, start_id bigint) language sql stable as $$
  select p.start_name, p.start_id from name_posts p
  where p.school_id = school and (p.start_name, p.start_id) <= (name collate "und-x-icu", id)
  order by p.school_id desc, p.start_name desc, p.start_id desc limit 1
$$;

-- Whoever moves people between posts holds this shared; whoever sets the posts anew holds it alone.
create function hold_posts(school int) returns void language sql volatile as $$ select pg_advisory_xact_lock_shared(7267666, school) $$;

create or replace function count_facets() returns trigger language plpgsql as $$
declare sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into facet_counts (school_id, facet, audience, people)
  select school_id, facet, audience, count(*) * sign
  from changed group by 1, 2, 3;
  -- In statements of their own: posts are looked at as they are once the wait for the lock is over.
  perform hold_posts(s) from (select distinct school_id as s from changed where facet = 'all:') as touched;
  insert into name_posts (school_id, start_name, start_id, audience, people)
  select c.school_id, p.start_name, p.start_id, c.audience, count(*) * sign
  from changed c cross join lateral post_of(c.school_id, c.sort_name, c.user_id) as p
  where c.facet = 'all:' group by 1, 2, 3, 4;
  if random() < 0.01 then perform fold_facet_counts(); end if;
  return null;
end $$;

-- Sets the posts of a school anew, so many people apart that to add up the posts and to walk on from one cost the same.
-- Answers false where others are moving people just now; the posts there are stay right.
create function set_name_posts(school int) returns boolean language plpgsql as $$
declare
  everybody int;
  step int;
begin
  if not pg_try_advisory_xact_lock(7267666, school) then return false; end if;
  select coalesce(sum(people), 0) into everybody from facet_counts where school_id = school and facet = 'all:';
  delete from name_posts where school_id = school;
  -- A small school is walked through as fast.
  if everybody < 2000 then return true; end if;
  step := ceil(sqrt(everybody));
  insert into name_posts (school_id, start_name, start_id, audience, people)
  with placed as (
    select sort_name, user_id, audience, (row_number() over (order by sort_name, user_id) - 1) / step as post
    from user_facets where school_id = school and facet = 'all:'
  ), starts as (
    select distinct on (post) post, case when post = 0 then '' else sort_name end as name, case when post = 0 then 0 else user_id end as id
    from placed order by post, sort_name, user_id
  )
  select school, s.name, s.id, p.audience, count(*) from placed p join starts s using (post) group by 2, 3, 4;
  return true;
end $$;

-- Sets them anew where they are out of date: none though the school is large, or much added since. Answers whether it did.
create function keep_name_posts(school int) returns boolean language plpgsql as $$
declare
  everybody int;
  posts int;
  entries int;
  largest int;
begin
  select coalesce(sum(people), 0) into everybody from facet_counts where school_id = school and facet = 'all:';
  select count(*), coalesce(sum(n), 0), coalesce(max(people), 0) into posts, entries, largest
  from (select count(*) as n, sum(people) as people from name_posts where school_id = school group by start_name, start_id) as post;
  if everybody < 2000 and posts > 0 or everybody >= 2000 and (posts = 0 or greatest(entries, largest) > 4 * sqrt(everybody)) then
    return set_name_posts(school);
  end if;
  return false;
end $$;

-- What stands already gets its names, school by school: the fences hold the owner too.
alter table user_facets disable trigger user;
alter table user_words disable trigger user;
do $$ declare s int; begin
  for s in select distinct school_id from school_hosts loop
    perform set_config('commons.school_id', s::text, true);
    update user_facets f set sort_name = u.sort_name from users u where u.school_id = f.school_id and u.id = f.user_id;
    update user_words w set sort_name = u.sort_name from users u where u.school_id = w.school_id and u.id = w.user_id;
  end loop;
  perform set_config('commons.school_id', '', true);
end $$;
alter table user_facets enable trigger user;
alter table user_words enable trigger user;
alter table user_facets alter column sort_name drop default;
alter table user_words alter column sort_name drop default;

create index user_facets_by_name on user_facets (school_id, facet, sort_name, user_id) include (audience);
alter table user_words drop constraint user_words_pkey, add primary key (school_id, word, user_id, audience) include (sort_name);
