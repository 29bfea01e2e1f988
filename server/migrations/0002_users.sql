-- People: the record, and two inverted tables that answer filters and searches.
-- Row-level security hides an index from operators that are not leakproof (array overlap, LIKE, trigrams);
-- plain equality and ranges on text are, so both tables are ordinary b-trees.

create table users (
  school_id int not null references schools,
  id bigint not null default new_id(),
  username text not null check (length(username) between 1 and 120),
  is_admin boolean not null default false,
  is_disabled boolean not null default false,
  first_name text not null default '',
  last_name text not null default '',
  romanized_name text,
  gender_pronoun text,
  account_type text not null default 'Student',
  year_of_graduation int check (year_of_graduation between 1900 and 2200),
  major text,
  bio text,
  languages text[] not null default '{}',
  company_name text,
  work_title text,
  looking_for text[] not null default '{}',
  industries text[] not null default '{}',
  interests text[] not null default '{}',
  sports text[] not null default '{}',
  email text,
  phone_work text,
  phone_home text,
  phone_mobile text,
  city text,
  zipcode text,
  state text,
  country text,
  current_address text,
  photo text,
  cover text,
  is_listed boolean not null default true,
  locale text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "und-x-icu" not null
    generated always as (case when last_name = '' then first_name when first_name = '' then last_name else last_name || ', ' || first_name end) stored,
  primary key (school_id, id),
  unique (school_id, username),
  check (first_name <> '' or last_name <> '')
);
create unique index users_email on users (school_id, lower(email));
create index users_by_name on users (school_id, sort_name, id) where not is_disabled;
create index users_newest on users (school_id, created_at desc, id) where not is_disabled;
create index users_by_year on users (school_id, year_of_graduation, sort_name, id) where not is_disabled;

create table user_facets (
  school_id int not null,
  facet text collate "C" not null,
  user_id bigint not null,
  primary key (school_id, facet, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index user_facets_user on user_facets (school_id, user_id);

create table facet_counts (
  school_id int not null references schools,
  facet text collate "C" not null,
  people int not null,
  primary key (school_id, facet)
);

create table user_words (
  school_id int not null,
  word text collate "C" not null,
  user_id bigint not null,
  primary key (school_id, word, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index user_words_user on user_words (school_id, user_id);

-- Each name word under every spelling with one letter left out: two words one typo apart share such a spelling.
create table word_deletions (
  school_id int not null references schools,
  deletion text collate "C" not null,
  word text collate "C" not null,
  primary key (school_id, deletion, word)
);

-- Folds a text for search: compatibility forms, lower case, no accents, no vowel points, no invisible
-- characters, and letters that Unicode does not decompose written as people type them.
create function fold(input text) returns text language sql immutable parallel safe as $$
  select translate(
    replace(replace(replace(replace(
      regexp_replace(
        normalize(lower(normalize(input, NFKC) collate "und-x-icu"), NFKD),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\ufe00-\ufe0f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıħŋĸſəǝأإآٱىة', 'olddihnksee' || 'اااايه')
$$;

-- Words of a text as search sees them. 'O''Brien-Smith' gives o, brien, smith and obriensmith.
create function search_words(input text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(w, 60)) filter (where w <> ''), '{}')
  from regexp_split_to_table(fold(coalesce(input, '')), '\s+') as chunk,
    lateral (
      select regexp_replace(chunk, '[[:punct:]$+<=>^`|~´’ʼ‘]+', '', 'g') as w
      union
      select part from regexp_split_to_table(chunk, '[[:punct:]$+<=>^`|~´’ʼ‘]+') as part
    ) as words
$$;

-- Name words of a person: given and family name, the Latin spelling, and for scripts written without
-- spaces the full name in both orders.
create function name_words(first_name text, last_name text, romanized_name text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct unnest(
      search_words(first_name) || search_words(last_name) || search_words(romanized_name)
      || case when (first_name || last_name) ~ '[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
           then search_words(last_name || first_name) || search_words(first_name || last_name) else '{}' end))
$$;

create function word_spellings(word text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) as i) || word
$$;

-- Facets of a person: what filters match and counts count. What a private profile hides is not among them.
create function facets_of(u users) returns setof text language sql immutable as $$
  select 'all:'
  union all select 'account_type:' || u.account_type
  union all select 'year_of_graduation:' || u.year_of_graduation where u.year_of_graduation is not null
  union all select 'major:' || u.major where u.major is not null
  union all select 'city:' || u.city where u.city is not null and u.is_listed
  union all select 'country:' || u.country where u.country is not null and u.is_listed
  union select 'languages:' || v from unnest(u.languages) as v where u.is_listed
  union select 'looking_for:' || v from unnest(u.looking_for) as v where u.is_listed
  union select 'industries:' || v from unnest(u.industries) as v where u.is_listed
  union select 'interests:' || v from unnest(u.interests) as v where u.is_listed
  union select 'sports:' || v from unnest(u.sports) as v where u.is_listed
$$;

-- Search words of a person: name words as they are, words of other visible fields behind a '~'.
create function words_of(u users) returns setof text language sql immutable as $$
  select unnest(name_words(u.first_name, u.last_name, u.romanized_name))
  union select '~' || w from unnest(search_words(u.major)) as w
  union select '~' || w from unnest(search_words(array_to_string(u.interests || u.sports || u.languages, ' '))) as w where u.is_listed
  union select '~' || w from unnest(search_words(concat_ws(' ', u.company_name, u.city))) as w where u.is_listed
$$;

-- Keeps facets and words equal to what facets_of and words_of say; touches only what differs, in a fixed
-- order, so that two people saving at once neither wait for each other nor deadlock.
create function index_users() returns trigger language plpgsql as $$
begin
  with wanted as (
    select u.school_id, u.id, f as facet from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
      lateral facets_of(u) as f where not u.is_disabled
  ), gone as (
    delete from user_facets x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.facet = x.facet)
  )
  insert into user_facets (school_id, facet, user_id)
  select school_id, facet, id from wanted order by 1, 2, 3 on conflict do nothing;

  with wanted as (
    select u.school_id, u.id, w as word from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
      lateral words_of(u) as w where not u.is_disabled
  ), gone as (
    delete from user_words x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.word = x.word)
  )
  insert into user_words (school_id, word, user_id)
  select school_id, word, id from wanted order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
create trigger users_index_insert after insert on users
  referencing new table as new_rows for each statement execute function index_users();
create trigger users_index_update after update on users
  referencing new table as new_rows for each statement execute function index_users();

create function count_facets() returns trigger language plpgsql as $$
begin
  insert into facet_counts as c (school_id, facet, people)
  select school_id, facet, count(*) * (case tg_op when 'DELETE' then -1 else 1 end)
  from changed group by 1, 2 order by 1, 2
  on conflict (school_id, facet) do update set people = c.people + excluded.people;
  return null;
end $$;
create trigger user_facets_count_insert after insert on user_facets
  referencing new table as changed for each statement execute function count_facets();
create trigger user_facets_count_delete after delete on user_facets
  referencing old table as changed for each statement execute function count_facets();

create function spell_words() returns trigger language plpgsql as $$
begin
  insert into word_deletions (school_id, deletion, word)
  select fresh.school_id, spelling, fresh.word
  from (
    select distinct school_id, word from new_rows
    where word !~ '^~' and length(word) between 4 and 30
  ) as fresh, lateral unnest(word_spellings(fresh.word)) as spelling
  where not exists (
    select from word_deletions d where d.school_id = fresh.school_id and d.deletion = fresh.word and d.word = fresh.word)
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;
create trigger user_words_spell after insert on user_words
  referencing new table as new_rows for each statement execute function spell_words();

-- One letter too many, too few, wrong, or two neighbours swapped (Damerau 1964).
create function is_one_typo(a text, b text) returns boolean language plpgsql immutable parallel safe as $$
declare
  head int := 0;
  tail int := 0;
  shorter int := least(length(a), length(b));
  left_a text;
  left_b text;
begin
  if abs(length(a) - length(b)) > 1 or a = b then return false; end if;
  while head < shorter and substr(a, head + 1, 1) = substr(b, head + 1, 1) loop head := head + 1; end loop;
  while tail < shorter - head and substr(a, length(a) - tail, 1) = substr(b, length(b) - tail, 1) loop tail := tail + 1; end loop;
  left_a := substr(a, head + 1, length(a) - head - tail);
  left_b := substr(b, head + 1, length(b) - head - tail);
  return greatest(length(left_a), length(left_b)) <= 1 or (length(left_a) = 2 and left_a = reverse(left_b));
end $$;
