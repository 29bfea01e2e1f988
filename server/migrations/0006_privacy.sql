-- Who sees which field. What one may not see can neither be found nor counted, so the inverted tables carry the
-- audience of each entry. The school's defaults and locks are applied when reading: changing them rewrites nobody.

alter table users
  add column audiences jsonb not null default '{}' check (jsonb_typeof(audiences) = 'object'),
  add column has_hold boolean not null default false,
  add column is_adviser boolean not null default false;
alter table schools add column field_rules jsonb not null default '{}' check (jsonb_typeof(field_rules) = 'object');

-- The year by which everyone may sort: only where everyone may know it.
alter table users add column listed_year int generated always as (
  case when not has_hold and coalesce(audiences ->> 'yearOfGraduation', 'everyone') = 'everyone' then year_of_graduation end) stored;
-- One index for each order that is offered; a name backward is the same index read backward.
drop index users_by_year, users_newest;
create index users_by_year on users (school_id, listed_year, sort_name, id) where not is_disabled;
create index users_by_latest_year on users (school_id, listed_year desc nulls last, sort_name, id) where not is_disabled;
create index users_by_created on users (school_id, created_at, id) where not is_disabled;

-- Row-level security hides an index from lower(), which may leak its argument; a stored key is compared plainly.
drop index users_email;
alter table users add column email_key text generated always as (lower(email)) stored;
create unique index users_email on users (school_id, email_key);
create index users_held on users (school_id, id) where has_hold;

-- Place of a field in the contract's profileFields, from 1. 0 stands for the person's being there at all: name, picture, account type.
create function field_number(field text) returns int language sql immutable parallel safe as $$
  select coalesce(array_position(array['genderPronoun', 'yearOfGraduation', 'major', 'bio', 'languages', 'work', 'lookingFor', 'industries',
    'interests', 'sports', 'email', 'phoneWork', 'phoneHome', 'phoneMobile', 'place', 'currentAddress'], field), 0)
$$;

-- What an entry of an inverted table is about and what its person chose: field × 16 + choice (0 everyone, 1 connections,
-- 2 only me, 3 none) + 4 when a private profile hides it + 8 when the person's directory information is held.
create function audience_of(u users, field text, is_always_listed boolean) returns smallint language sql immutable parallel safe as $$
  select (field_number(field) * 16
    + case u.audiences ->> field when 'everyone' then 0 when 'connections' then 1 when 'me' then 2 else 3 end
    + case when u.is_listed or is_always_listed then 0 else 4 end
    + case when u.has_hold then 8 else 0 end)::smallint
$$;

alter table user_facets add column audience smallint not null default 3;
-- A count is the sum of its entries: a save adds entries and waits for nobody. One save in a hundred folds them.
alter table facet_counts
  add column audience smallint not null default 3,
  add column entry bigint generated always as identity,
  drop constraint facet_counts_pkey,
  add primary key (school_id, facet, audience, entry);
alter table user_words add column audience smallint not null default 3;
alter table user_words drop constraint user_words_pkey, add primary key (school_id, word, user_id, audience);

drop trigger users_index_insert on users;
drop trigger users_index_update on users;
drop function facets_of(users);
drop function words_of(users);

-- As before, and each name of several words also written together: 'Abd al-Rahman' is found by abdalrahman.
create or replace function name_words(first_name text, last_name text, romanized_name text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct unnest(
      search_words(first_name) || search_words(last_name) || search_words(romanized_name)
      || search_words(regexp_replace(first_name, '\s+', '', 'g')) || search_words(regexp_replace(last_name, '\s+', '', 'g'))
      || case when (first_name || last_name) ~ '[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
           then search_words(last_name || first_name) || search_words(first_name || last_name) else '{}' end))
$$;

create function facets_of(u users) returns table (facet text, audience smallint) language sql immutable as $$
  select 'all:', audience_of(u, '', true)
  union all select 'account_type:' || u.account_type, audience_of(u, '', true)
  union all select 'year_of_graduation:' || u.year_of_graduation, audience_of(u, 'yearOfGraduation', true) where u.year_of_graduation is not null
  union all select 'major:' || u.major, audience_of(u, 'major', true) where u.major is not null
  union all select 'city:' || u.city, audience_of(u, 'place', false) where u.city is not null
  union all select 'country:' || u.country, audience_of(u, 'place', false) where u.country is not null
  union select 'languages:' || v, audience_of(u, 'languages', false) from unnest(u.languages) as v
  union select 'looking_for:' || v, audience_of(u, 'lookingFor', false) from unnest(u.looking_for) as v
  union select 'industries:' || v, audience_of(u, 'industries', false) from unnest(u.industries) as v
  union select 'interests:' || v, audience_of(u, 'interests', false) from unnest(u.interests) as v
  union select 'sports:' || v, audience_of(u, 'sports', false) from unnest(u.sports) as v
$$;

create function words_of(u users) returns table (word text, audience smallint) language sql immutable as $$
  select w, audience_of(u, '', true) from unnest(name_words(u.first_name, u.last_name, u.romanized_name)) as w
  union select '~' || w, audience_of(u, 'major', true) from unnest(search_words(u.major)) as w
  union select '~' || w, audience_of(u, 'interests', false) from unnest(search_words(array_to_string(u.interests, ' '))) as w
  union select '~' || w, audience_of(u, 'sports', false) from unnest(search_words(array_to_string(u.sports, ' '))) as w
  union select '~' || w, audience_of(u, 'languages', false) from unnest(search_words(array_to_string(u.languages, ' '))) as w
  union select '~' || w, audience_of(u, 'work', false) from unnest(search_words(u.company_name)) as w
  union select '~' || w, audience_of(u, 'place', false) from unnest(search_words(u.city)) as w
$$;

-- As before, with audiences: an entry whose audience changed goes and comes again, so that the counts follow.
create or replace function index_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    with wanted as (
      select u.school_id, u.id, f.facet, f.audience from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
        lateral facets_of(u) as f where not u.is_disabled
    )
    delete from user_facets x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.facet = x.facet and w.audience = x.audience);
  end if;
  insert into user_facets (school_id, facet, user_id, audience)
  select u.school_id, f.facet, u.id, f.audience from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
    lateral facets_of(u) as f where not u.is_disabled
  order by 1, 2, 3 on conflict do nothing;

  with wanted as (
    select u.school_id, u.id, w.word, w.audience from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
      lateral words_of(u) as w where not u.is_disabled
  ), gone as (
    delete from user_words x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.word = x.word and w.audience = x.audience)
  )
  insert into user_words (school_id, word, user_id, audience)
  select school_id, word, id, audience from wanted order by 1, 2, 3, 4 on conflict do nothing;
  return null;
end $$;

-- Makes one entry of several, or none of those that cancel out. Entries another transaction holds wait for the next time.
create function fold_facet_counts() returns void language sql as $$
  with several as (
    select school_id, facet, audience from facet_counts group by 1, 2, 3 having count(*) > 1 or sum(people) = 0
  ), held as (
    select c.school_id, c.facet, c.audience, c.entry from facet_counts c join several s using (school_id, facet, audience)
    for update of c skip locked
  ), gone as (
    delete from facet_counts c using held h
    where c.school_id = h.school_id and c.facet = h.facet and c.audience = h.audience and c.entry = h.entry
    returning c.school_id, c.facet, c.audience, c.people
  )
  insert into facet_counts (school_id, facet, audience, people)
  select school_id, facet, audience, sum(people) from gone group by 1, 2, 3 having sum(people) <> 0
$$;

create or replace function count_facets() returns trigger language plpgsql as $$
begin
  insert into facet_counts (school_id, facet, audience, people)
  select school_id, facet, audience, count(*) * (case tg_op when 'DELETE' then -1 else 1 end)
  from changed group by 1, 2, 3;
  if random() < 0.01 then perform fold_facet_counts(); end if;
  return null;
end $$;

-- What stood before is indexed anew, school by school: the fences hold the owner too.
truncate user_facets, user_words, facet_counts;
do $$ declare s int; begin
  for s in select distinct school_id from school_hosts loop
    perform set_config('commons.school_id', s::text, true);
    insert into user_facets (school_id, facet, user_id, audience)
      select u.school_id, f.facet, u.id, f.audience from users u, lateral facets_of(u) as f where not u.is_disabled order by 1, 2, 3 on conflict do nothing;
    insert into user_words (school_id, word, user_id, audience)
      select u.school_id, w.word, u.id, w.audience from users u, lateral words_of(u) as w where not u.is_disabled order by 1, 2, 3, 4 on conflict do nothing;
  end loop;
  perform set_config('commons.school_id', '', true);
end $$;

create trigger users_index_insert after insert on users
  referencing new table as new_rows for each statement execute function index_users();
create trigger users_index_update after update on users
  referencing new table as new_rows for each statement execute function index_users();

create or replace function open_request(full_host text, label text, bare boolean, token bytea, session uuid, at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = public as $$
declare
  found_school int;
  answer jsonb;
begin
  select h.school_id into found_school from school_hosts h
  where (h.host = full_host and full_host ~ '[.]') or h.host = label or (h.is_default and bare)
  order by (h.host = full_host) desc, (h.host = label) desc limit 1;
  if found_school is null then return null; end if;
  perform set_config('commons.school_id', found_school::text, true);
  select jsonb_build_object('school', to_jsonb(s) - 'created_at') into answer from schools s where s.school_id = found_school;
  if token is null and session is null then return answer; end if;
  return answer || coalesce((
    select jsonb_build_object('session', jsonb_build_object('id', x.id, 'userId', x.user_id, 'isAdmin', u.is_admin, 'isAdviser', u.is_adviser,
      'isStale', x.last_seen_at < at - interval '5 minutes'))
    from sessions x join users u on u.school_id = x.school_id and u.id = x.user_id
    where x.school_id = found_school and (x.token_hash = token or x.id = session)
      and x.expires_at > at and not u.is_disabled), '{}');
end $$;
