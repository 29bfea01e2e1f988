-- A person with an account. The inverted tables user_facets and user_words answer filters and searches: row-level security keeps
-- operators that aren't leakproof (array overlap, LIKE, trigrams) from using an index, but allows equality and ranges on text, so
-- both tables have ordinary b-trees.
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
  -- The audience of each field. People can neither find nor count values that they can't see, so entries of the inverted tables
  -- have an audience. The school's defaults and locks apply when reading, so changing them rewrites no one.
  audiences jsonb not null default '{}' check (jsonb_typeof(audiences) = 'object'),
  has_hold boolean not null default false,
  is_advisor boolean not null default false,
  -- The graduation year for sorting; null unless everyone can see it.
  listed_year int generated always as (
  case when not has_hold and coalesce(audiences ->> 'yearOfGraduation', 'everyone') = 'everyone' then year_of_graduation end) stored,
  email_key text generated always as (lower(email)) stored,
  -- Whether the person can be suggested to others.
  is_suggested boolean not null default true,
  -- Providers compare usernames case-insensitively (RFC 7643, 4.1.1).
  username_key text generated always as (lower(username)) stored,
  -- null: no choice, the school's rule applies.
  is_counted boolean,
  primary key (school_id, id),
  unique (school_id, username),
  check (first_name <> '' or last_name <> '')
);
create index users_by_name on users (school_id, sort_name, id) where not is_disabled;
create index users_by_year on users (school_id, listed_year, sort_name, id) where not is_disabled;
create index users_by_latest_year on users (school_id, listed_year desc nulls last, sort_name, id) where not is_disabled;
create index users_by_created on users (school_id, created_at, id) where not is_disabled;
create unique index users_email on users (school_id, email_key);
create index users_held on users (school_id, id) where has_hold;
-- Cleanup asks for thousands of file names at a time, every hour and after each upload, whether someone uses them. Without these
-- indexes, each question would read all people. Most people have no cover and no original.
create index users_photo on users (school_id, photo) where photo is not null;
create index users_cover on users (school_id, cover) where cover is not null;
-- People who manage approvals review steps that have no one else.
create index users_admins on users (school_id, id) where is_admin;
create unique index users_username_folded on users (school_id, username_key);

alter table client_results add foreign key (school_id, author_id) references users (school_id, id) on delete cascade;

-- A facet of a person (facets_of), for filters and counts of the directory.
create table user_facets (
  school_id int not null,
  facet text collate "C" not null,
  user_id bigint not null,
  audience smallint not null default 3,
  -- The name for sorting, copied from the person: a filtered page reads one index, and a search is ranked without reading people.
  sort_name text collate "und-x-icu" not null,
  primary key (school_id, facet, user_id) include (audience),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index user_facets_by_name on user_facets (school_id, facet, sort_name, user_id) include (audience);
create index user_facets_user on user_facets (school_id, user_id) include (facet, audience);

-- A part of the number of people with a facet and audience.
create table facet_counts (
  school_id int not null references schools,
  facet text collate "C" not null,
  people int not null,
  -- The count is the sum of the rows for a facet and audience. A transaction adds rows and waits for no one; one in a hundred
  -- merges them (fold_facet_counts).
  audience smallint not null default 3,
  entry bigint generated always as identity,
  primary key (school_id, facet, audience, entry)
);

-- A search word of a person (words_of).
create table user_words (
  school_id int not null,
  word text collate "C" not null,
  user_id bigint not null,
  audience smallint not null default 3,
  sort_name text collate "und-x-icu" not null,
  primary key (school_id, word, sort_name, user_id, audience),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index user_words_user on user_words (school_id, user_id) include (word, audience);

-- A spelling of a name word with one letter left out. Two words that are one typo apart share a spelling.
create table word_deletions (
  school_id int not null references schools,
  deletion text collate "C" not null,
  word text collate "C" not null,
  primary key (school_id, deletion, word)
);

-- A connection or request; one row per pair, so that two people who ask each other at the same time meet in the same row.
create table connections (
  school_id int not null,
  low_id bigint not null,
  high_id bigint not null,
  requested_by bigint not null,
  is_accepted boolean not null default false,
  requested_at timestamptz not null default now(),
  accepted_at timestamptz,
  primary key (school_id, low_id, high_id) include (is_accepted),
  check (low_id < high_id),
  check (requested_by in (low_id, high_id)),
  check (is_accepted = (accepted_at is not null)),
  foreign key (school_id, low_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, high_id) references users (school_id, id) on delete cascade
);
create index connections_high on connections (school_id, high_id, low_id) include (is_accepted);

-- A block. It hides two people from each other.
create table blocks (
  school_id int not null,
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, blocker_id, blocked_id),
  check (blocker_id <> blocked_id),
  foreign key (school_id, blocker_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, blocked_id) references users (school_id, id) on delete cascade
);
create index blocks_blocked on blocks (school_id, blocked_id, blocker_id);

-- A person that another person doesn't want suggested again.
create table suggestion_dismissals (
  school_id int not null,
  user_id bigint not null,
  dismissed_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, user_id, dismissed_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, dismissed_id) references users (school_id, id) on delete cascade
);
create index suggestion_dismissals_dismissed on suggestion_dismissals (school_id, dismissed_id);

-- A checkpoint: the number of people of an audience from one position in the order of names up to the next. Rows add up, as in
-- facet_counts. Schools without checkpoints are counted from the beginning.
create table name_checkpoints (
  school_id int not null references schools,
  start_name text collate "und-x-icu" not null,
  start_id bigint not null,
  audience smallint not null,
  entry bigint generated always as identity,
  people int not null,
  primary key (school_id, start_name, start_id, audience, entry)
);

-- A saved search of the directory. `params`: filters under their wire names, order, layout.
create table saved_searches (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  name text not null check (length(name) between 1 and 60),
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  position int not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index saved_searches_of_person on saved_searches (school_id, user_id, position);

-- A person's choice for their public profile.
create table public_profiles (
  school_id int not null,
  user_id bigint not null,
  is_public boolean not null,
  -- The fields that visitors can see, from contract/src/sharing.ts. A field's audience can still hide it.
  fields text[] not null,
  changed_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A link that shows a person's public page until it expires or is revoked.
create table share_links (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  token_hash bytea not null,
  -- The token, encrypted, so that its owner can copy the link again.
  encrypted_token text not null,
  created_at timestamptz not null,
  -- null: until it is revoked.
  expires_at timestamptz,
  withdrawn_at timestamptz,
  open_count int not null default 0,
  last_opened_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index share_links_token on share_links (school_id, token_hash);
create index share_links_of_person on share_links (school_id, user_id, created_at);

-- A person whose username differed from another one only in case when the database started to refuse that (RFC 7643, 4.1.1:
-- userName isn't case-exact). `username` is the name they had; `kept_id` is the person who keeps it. Until an operator resolves the
-- row (npm run campus -- person doubles), no other person can sign in with the name, and imports that use it are refused.
create table duplicate_usernames (
  school_id int not null references schools,
  user_id bigint not null,
  username text not null,
  username_key text not null generated always as (lower(username)) stored,
  kept_id bigint not null,
  found_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, kept_id) references users (school_id, id) on delete cascade
);
create index duplicate_usernames_key on duplicate_usernames (school_id, username_key);
create index duplicate_usernames_kept on duplicate_usernames (school_id, kept_id);

-- Accepted connections in both directions.
create view connected with (security_invoker = true) as
  select school_id, low_id as user_id, high_id as other_id, accepted_at from connections where is_accepted
  union all
  select school_id, high_id, low_id, accepted_at from connections where is_accepted;

-- Blocked pairs in both directions, without pairs that have an admin. The directions are combined first, so that the check for admins runs
-- once per pair instead of once per direction.
create view blocked_pairs with (security_invoker = true) as
  select pairs.school_id, pairs.user_id, pairs.other_id from (
    select school_id, blocker_id as user_id, blocked_id as other_id from blocks
    union
    select school_id, blocked_id, blocker_id from blocks
  ) as pairs
  join users one on one.school_id = pairs.school_id and one.id = pairs.user_id and not one.is_admin
  join users other on other.school_id = pairs.school_id and other.id = pairs.other_id and not other.is_admin;
