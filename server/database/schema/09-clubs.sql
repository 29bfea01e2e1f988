-- A type, category or tag by which staff sort clubs.
create table club_labels (
  school_id int not null references schools,
  id bigint not null default new_id(),
  list text not null check (list in ('types', 'categories', 'tags')),
  name text not null check (length(name) between 1 and 60),
  -- Only types have it.
  kind text check ((kind is not null) = (list = 'types')),
  -- The client's id for the creation: the same id returns the first result.
  created_by bigint,
  client_id uuid,
  primary key (school_id, id)
);
create unique index club_labels_name on club_labels (school_id, list, lower(name));
create unique index club_labels_client on club_labels (school_id, created_by, client_id);

-- A club.
create table clubs (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 120),
  acronym text not null default '' check (length(acronym) <= 20),
  description text not null default '' check (length(description) <= 300),
  -- Sanitized HTML.
  about text not null default '',
  url text,
  address text not null default '' check (length(address) <= 400),
  type_id bigint,
  parent_id bigint,
  hub_id bigint,
  status text not null default 'active' check (status in ('pending', 'active', 'frozen', 'archived')),
  is_published boolean not null default true,
  is_hidden boolean not null default false,
  is_featured boolean not null default false,
  membership text not null check (membership in ('open', 'request', 'invitation', 'closed')),
  are_officers_locked boolean not null default false,
  logo text,
  cover text,
  created_at timestamptz not null,
  created_by bigint,
  client_id uuid not null,
  updated_at timestamptz not null,
  -- The last action of an officer in the club (record_club_managed).
  managed_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  sort_name text collate "und-x-icu" not null generated always as (fold(name) collate "und-x-icu") stored,
  words text[] not null generated always as (search_words(name || ' ' || acronym || ' ' || description)) stored,
  posts_for text not null default 'everyone' check (posts_for in ('everyone', 'members')),
  posts_by text not null default 'members' check (posts_by in ('members', 'officers')),
  -- The tabs of the club's page, in order.
  tabs text[] not null default '{feed,about,events,members,forum,news,surveys,files}' check (cardinality(tabs) between 1 and 20),
  -- The club's id in the school's files. Clubs without one are known there by their own id.
  code text check (length(code) between 1 and 120),
  is_public boolean not null default false,
  -- The widgets of the club's page, in the officers' order.
  widgets text[] not null default '{next_event,officers,good_to_know,surveys,files}',
  -- Whether members can propose events to the officers. A proposal is a draft event with a submission of the kind `event_proposal`.
  takes_proposals boolean not null default true,
  -- Other people see only the officers and themselves.
  members_seen_by text not null default 'everyone' check (members_seen_by in ('everyone', 'members', 'officers')),
  -- Whether everyone at the school sees the club: one column instead of four, so that queries over thousands of clubs are fast.
  is_open boolean not null
  generated always as (deleted_at is null and is_published and not is_hidden and status in ('active', 'frozen')) stored,
  primary key (school_id, id),
  foreign key (school_id, type_id) references club_labels (school_id, id) on delete set null (type_id),
  foreign key (school_id, parent_id) references clubs (school_id, id) on delete set null (parent_id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete set null (hub_id),
  check (parent_id <> id)
);
create index clubs_type on clubs (school_id, type_id) where type_id is not null;
create index clubs_parent on clubs (school_id, parent_id) where parent_id is not null;
create index clubs_hub on clubs (school_id, hub_id) where hub_id is not null;
create index clubs_deleted on clubs (school_id, deleted_at) where deleted_at is not null;
create unique index clubs_client on clubs (school_id, created_by, client_id);
create index clubs_logo on clubs (logo) where logo is not null;
create index clubs_cover on clubs (cover) where cover is not null;
create unique index clubs_code on clubs (school_id, coalesce(code, 'club-' || id::text));
create index clubs_public on clubs (school_id) where is_public;
-- Lists and counts of clubs need only this index.
create index clubs_listed on clubs (school_id, sort_name, id) include (created_at, is_open) where deleted_at is null;

-- A category or tag of a club.
create table club_label_links (
  school_id int not null,
  club_id bigint not null,
  label_id bigint not null,
  primary key (school_id, club_id, label_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, label_id) references club_labels (school_id, id) on delete cascade
);
create index club_label_links_label on club_label_links (school_id, label_id);

-- A person's status in a club.
create table club_members (
  school_id int not null,
  club_id bigint not null,
  user_id bigint not null,
  status text not null check (status in ('member', 'requested', 'invited', 'banned')),
  -- When the status started.
  since timestamptz not null,
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- A copy of the account status, so that counting members reads an index and no people.
  is_disabled boolean not null default false,
  primary key (school_id, club_id, user_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_members_user on club_members (school_id, user_id, status);
-- Few requests are open at a time, and officers load only these.
create index club_members_waiting on club_members (school_id, club_id, since) where status <> 'member';
create index club_members_counted on club_members (school_id, club_id, user_id) where status = 'member' and not is_disabled;

-- A staff note about a club, for other staff.
create table club_notes (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  author_id bigint,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  client_id uuid,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id) on delete set null (author_id)
);
create index club_notes_club on club_notes (school_id, club_id);
create unique index club_notes_author on club_notes (school_id, author_id, client_id);

-- A list of people that officers added to their club. It is kept while it can be undone.
create table club_rosters (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  actor_id bigint,
  client_id uuid not null,
  at timestamptz not null,
  -- The number of rows in the list by outcome.
  added int not null,
  accepted int not null,
  already int not null,
  skipped int not null,
  undone_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, actor_id) references users (school_id, id) on delete set null (actor_id)
);
create index club_rosters_club on club_rosters (school_id, club_id, at);
create unique index club_rosters_client on club_rosters (school_id, actor_id, client_id);
create index club_rosters_at on club_rosters (school_id, at);

-- A person who became a member through a list, with their previous status in the club; null if they had none.
create table club_roster_rows (
  school_id int not null,
  roster_id bigint not null,
  user_id bigint not null,
  status text check (status in ('requested', 'invited')),
  since timestamptz,
  primary key (school_id, roster_id, user_id),
  check ((status is null) = (since is null)),
  foreign key (school_id, roster_id) references club_rosters (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_roster_rows_user on club_roster_rows (school_id, user_id);

-- A school's settings for the registration and yearly renewal of clubs. The questions are a form (owner kind club_registration);
-- reviews are approvals.
create table club_registration_settings (
  school_id int not null references schools,
  -- The people who can register a club.
  registrants text not null default 'everybody' check (registrants in ('everybody', 'nobody')),
  -- Questions whose answers appear on the club's page.
  shown_questions text[] not null default '{}' check (cardinality(shown_questions) <= 100),
  version int not null default 1,
  primary key (school_id)
);

-- A position that every club must fill.
create table club_required_positions (
  school_id int not null,
  role_id bigint not null,
  primary key (school_id, role_id),
  foreign key (school_id, role_id) references roles (school_id, id) on delete cascade
);

-- A period in which clubs renew. The newest one counts. `closed_at`: when it was closed, and clubs that hadn't renewed were frozen.
-- `reminded_days`: the last reminder.
create table club_renewal_windows (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 40),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  reminded_days int,
  closed_at timestamptz,
  version int not null default 1,
  primary key (school_id, id),
  check (closes_at > opens_at)
);
-- A school has at most one open window.
create unique index club_renewal_windows_current on club_renewal_windows (school_id) where closed_at is null;
create index club_renewal_windows_newest on club_renewal_windows (school_id, opens_at);

-- The registration or renewal of a club. A registration creates its club when it is approved. In a renewal, null means that the
-- club's value doesn't change.
create table club_applications (
  school_id int not null references schools,
  id bigint not null default new_id(),
  kind text not null check (kind in ('registration', 'renewal')),
  -- Null: the account was deleted.
  author_id bigint,
  client_id uuid not null,
  window_id bigint,
  club_id bigint,
  name text check (length(name) <= 120),
  description text check (length(description) <= 300),
  membership text check (membership in ('open', 'request', 'invitation', 'closed')),
  type_id bigint,
  category_ids bigint[] not null default '{}' check (cardinality(category_ids) <= 20),
  -- The answers, with the questions that were asked.
  answers jsonb not null default '{}',
  revision int not null default 0,
  definition jsonb not null default '{"questions": []}',
  is_roster_confirmed boolean not null default false,
  created_at timestamptz not null,
  approved_at timestamptz,
  -- When the officers of a renewed club were replaced.
  handed_over_at timestamptz,
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id) on delete set null (author_id),
  foreign key (school_id, window_id) references club_renewal_windows (school_id, id) on delete cascade,
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, type_id) references club_labels (school_id, id) on delete set null (type_id),
  check ((kind = 'renewal') = (window_id is not null)),
  check (club_id is not null or kind = 'registration' and approved_at is null)
);
create unique index club_applications_renewal on club_applications (school_id, window_id, club_id) where window_id is not null;
create unique index club_applications_client on club_applications (school_id, author_id, client_id) where kind = 'registration';
create index club_applications_author on club_applications (school_id, author_id, created_at) where author_id is not null;
create index club_applications_club on club_applications (school_id, club_id, approved_at) where club_id is not null;
create index club_applications_type on club_applications (school_id, type_id) where type_id is not null;

-- A person who is proposed as an officer. They get the position when they have accepted and the application is approved.
create table club_application_officers (
  school_id int not null,
  application_id bigint not null,
  user_id bigint not null,
  role_id bigint not null,
  state text not null check (state in ('asked', 'accepted', 'declined')),
  requested_at timestamptz not null,
  primary key (school_id, application_id, user_id),
  foreign key (school_id, application_id) references club_applications (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, role_id) references roles (school_id, id) on delete cascade
);
create index club_application_officers_user on club_application_officers (school_id, user_id);
create index club_application_officers_role on club_application_officers (school_id, role_id);

-- A member that a renewal removes.
create table club_application_removals (
  school_id int not null,
  application_id bigint not null,
  user_id bigint not null,
  primary key (school_id, application_id, user_id),
  foreign key (school_id, application_id) references club_applications (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_application_removals_user on club_application_removals (school_id, user_id);

-- A file in an answer.
create table club_application_files (
  school_id int not null,
  application_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, application_id, upload_id),
  foreign key (school_id, application_id) references club_applications (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index club_application_files_upload on club_application_files (school_id, upload_id);

-- A school's file limits for each of its clubs. No row: the product's defaults.
create table club_file_settings (
  school_id int not null references schools,
  -- Bytes of all versions of all files of one club.
  club_limit bigint not null check (club_limit >= 0),
  primary key (school_id)
);

-- A folder of a club, at the top level or in another folder.
create table club_folders (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  -- Null: at the top level.
  parent_id bigint,
  name text not null check (length(name) between 1 and 120),
  -- The level that its officers chose: 1 everyone who can see the club, 2 members, 3 officers.
  readers smallint not null default 1 check (readers between 1 and 3),
  -- The level that applies: the higher of its chosen level and the level of the folder above (place_club_folder).
  level smallint not null default 1,
  -- The ids of the folders above it, from the top, and its own.
  path bigint[] not null default '{}' constraint club_folders_depth check (cardinality(path) between 1 and 5),
  -- Whether members can add files.
  takes_files boolean not null default false,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sort_name text collate "und-x-icu" not null generated always as (fold(name) collate "und-x-icu") stored,
  primary key (school_id, id),
  unique (school_id, club_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, club_id, parent_id) references club_folders (school_id, club_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index club_folders_parent on club_folders (school_id, club_id, parent_id, sort_name);
create unique index club_folders_client on club_folders (school_id, created_by, client_id);

-- A file of a club, with its current version.
create table club_files (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  folder_id bigint,
  name text not null check (length(name) between 1 and 200),
  readers smallint not null default 1 check (readers between 1 and 3),
  level smallint not null default 1,
  -- The current version, its bytes, and the bytes of all versions.
  current int not null default 1,
  size bigint not null default 0,
  bytes bigint not null default 0,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  -- When the current version was added or restored.
  updated_at timestamptz not null,
  sort_name text collate "und-x-icu" not null generated always as (fold(name) collate "und-x-icu") stored,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, club_id, folder_id) references club_folders (school_id, club_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index club_files_folder on club_files (school_id, club_id, folder_id, sort_name, id);
-- Sums and counts of a club need only this index.
create index club_files_bytes on club_files (school_id, club_id, level) include (bytes);
create unique index club_files_client on club_files (school_id, created_by, client_id);

-- A version of a club file.
create table club_file_versions (
  school_id int not null,
  file_id bigint not null,
  number int not null,
  upload_id bigint not null,
  size bigint not null,
  created_by bigint,
  created_at timestamptz not null,
  primary key (school_id, file_id, number),
  foreign key (school_id, file_id) references club_files (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
-- The same upload sent twice is one version.
create unique index club_file_versions_upload on club_file_versions (school_id, upload_id, file_id);
create index club_file_versions_by on club_file_versions (school_id, created_by) where created_by is not null;

-- A membership that ended, by date and without the person.
create table club_departures (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  since date not null,
  until date not null,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);
create index club_departures_club on club_departures (school_id, club_id, until);

-- The points that a club gives, by source. A source that isn't listed gives none.
create table club_point_settings (
  school_id int not null,
  club_id bigint not null,
  points jsonb not null default '{}' check (jsonb_typeof(points) = 'object'),
  version int not null default 1,
  primary key (school_id, club_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);

-- Points that a member earned or lost in a club. Transactions are reversed, never edited; their sum is the balance.
create table club_point_transactions (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  user_id bigint not null,
  -- What the points are for, and the id of that event, position and so on. The same item is counted once.
  source text not null check (length(source) between 1 and 40),
  source_id text not null check (length(source_id) between 1 and 80),
  points int not null check (points <> 0 and abs(points) <= 1000),
  reason text not null default '' check (length(reason) <= 200),
  -- Null: counted automatically, or the account was deleted.
  actor_id bigint,
  at timestamptz not null,
  -- The transaction that this one reverses.
  reverses_id bigint,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, actor_id) references users (school_id, id) on delete set null (actor_id),
  foreign key (school_id, reverses_id) references club_point_transactions (school_id, id) on delete cascade,
  check ((source = 'reversal') = (reverses_id is not null))
);
create unique index club_point_transactions_source on club_point_transactions (school_id, club_id, user_id, source, source_id);
create unique index club_point_transactions_reverses on club_point_transactions (school_id, reverses_id) where reverses_id is not null;
create index club_point_transactions_person on club_point_transactions (school_id, club_id, user_id, at desc, id desc);
create index club_point_transactions_user on club_point_transactions (school_id, user_id);
create index club_point_transactions_by on club_point_transactions (school_id, actor_id) where actor_id is not null;

-- The sum of a person's transactions in a club. A trigger maintains it (add_club_points), so that lists don't add up transactions.
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

-- A link with which anyone can join a club. Only the hash of the token is stored.
create table club_links (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  token_hash bytea not null,
  note text not null default '' check (length(note) <= 100),
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Null: any number.
  max_uses int check (max_uses > 0),
  uses int not null default 0,
  primary key (school_id, id),
  constraint club_links_limit check (uses <= max_uses),
  check (expires_at > created_at),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index club_links_club on club_links (school_id, club_id, created_at desc);
create unique index club_links_token on club_links (school_id, token_hash);
create unique index club_links_client on club_links (school_id, created_by, client_id);

-- A club that a person doesn't want suggested.
create table club_dismissals (
  school_id int not null,
  user_id bigint not null,
  club_id bigint not null,
  created_at timestamptz not null,
  primary key (school_id, user_id, club_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);
create index club_dismissals_club on club_dismissals (school_id, club_id);

-- A membership or position in a club that ended, for the person and for officers who manage members. `position` null: a membership.
-- If it started and ended on the same day, it isn't recorded, because it was a mistake.
create table club_past_members (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  user_id bigint not null,
  position text,
  since timestamptz not null,
  until timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_past_members_club on club_past_members (school_id, club_id, until desc, id);
create index club_past_members_person on club_past_members (school_id, user_id);
