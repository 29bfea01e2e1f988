-- The co-curricular record: what people did beside their courses, who verified it, badges, and the documents issued of it (decision 063).
-- Kinds of experiences, such as Service. `source`: what the platform adds to it by itself.
create table record_types (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  place int not null,
  source text check (source in ('positions', 'events')),
  version int not null default 1,
  primary key (school_id, id)
);
create unique index record_types_name on record_types (school_id, lower(name));
create unique index record_types_source on record_types (school_id, source) where source is not null;

alter table surveys add foreign key (school_id, service_kind_id) references record_types (school_id, id) on delete set null (service_kind_id);

-- Who verifies experiences of a kind; where nobody is named, the school's steps of approval do.
create table record_verifiers (
  school_id int not null,
  kind_id bigint not null,
  user_id bigint not null,
  primary key (school_id, kind_id, user_id),
  foreign key (school_id, kind_id) references record_types (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index record_verifiers_user on record_verifiers (school_id, user_id);

create table record_competencies (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  primary key (school_id, id)
);
create unique index record_competencies_name on record_competencies (school_id, lower(name));

create table record_entries (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  client_id uuid not null,
  kind_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  organization text not null default '' check (length(organization) <= 120),
  club_id bigint,
  starts_on date not null,
  -- Null: it goes on.
  ends_on date check (ends_on >= starts_on),
  minutes int not null default 0 check (minutes between 0 and 600000),
  -- Of attended events: how many.
  times int not null default 0 check (times >= 0),
  summary text not null default '' check (length(summary) <= 1000),
  -- For the person alone, unless they put it on a document.
  reflection text not null default '' check (length(reflection) <= 4000),
  -- `own`: entered by hand. The others come from the platform; what they say of themselves nobody edits.
  source text not null default 'own' check (source in ('own', 'position', 'events')),
  -- With `source`, what the platform knows it by.
  source_key text check ((source_key is null) = (source = 'own')),
  -- Where it stands apart from a submission that is open: approvals keep that.
  state text not null check (state in ('self_reported', 'verified', 'denied', 'revoked')),
  -- Who verified it, as they were called then; empty: the platform.
  verified_by text not null default '',
  verifier_id bigint,
  verified_at timestamptz check (verified_at is not null or state not in ('verified', 'revoked')),
  -- Why it was denied or revoked.
  reason text not null default '' check (length(reason) <= 2000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (school_id, id),
  unique (school_id, user_id, client_id),
  unique (school_id, user_id, source_key),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, kind_id) references record_types (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete set null (club_id),
  foreign key (school_id, verifier_id) references users (school_id, id) on delete set null (verifier_id)
);
create index record_entries_time on record_entries (school_id, user_id, starts_on desc, id desc);
create index record_entries_kind on record_entries (school_id, kind_id);
create index record_entries_club on record_entries (school_id, club_id) where club_id is not null;
create index record_entries_verifier on record_entries (school_id, verifier_id) where verifier_id is not null;
-- Positions that go on are compared with who holds them now.
create index record_entries_open on record_entries (school_id, club_id, user_id) where source = 'position' and ends_on is null;
-- The list of staff: what was verified last.
create index record_entries_verified on record_entries (school_id, verified_at desc, id desc) where verified_at is not null;

create table record_entry_competencies (
  school_id int not null,
  entry_id bigint not null,
  competency_id bigint not null,
  primary key (school_id, entry_id, competency_id),
  foreign key (school_id, entry_id) references record_entries (school_id, id) on delete cascade,
  foreign key (school_id, competency_id) references record_competencies (school_id, id) on delete cascade
);
create index record_entry_competencies_competency on record_entry_competencies (school_id, competency_id);

-- Evidence.
create table record_entry_files (
  school_id int not null,
  entry_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, entry_id, upload_id),
  foreign key (school_id, entry_id) references record_entries (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index record_entry_files_upload on record_entry_files (school_id, upload_id);

-- `basis`: `hours` and `entries` count what is verified, of one kind or of all (`kind_id` null); `badges` makes a path: it counts the
-- badges in `record_badge_steps`. `manual` ones are awarded by staff alone.
create table record_badges (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  icon text not null check (length(icon) between 1 and 30),
  color int not null check (color between 0 and 5),
  basis text not null check (basis in ('hours', 'entries', 'badges', 'manual')),
  kind_id bigint,
  goal int not null check (goal between 1 and 10000),
  place int not null,
  version int not null default 1,
  -- A badge that is new or changed is settled person by person; while `settle_total` is not null, `settle_done` of so many are.
  settle_done int not null default 0,
  settle_total int,
  primary key (school_id, id),
  foreign key (school_id, kind_id) references record_types (school_id, id)
);
create unique index record_badges_name on record_badges (school_id, lower(name));
create index record_badges_kind on record_badges (school_id, kind_id) where kind_id is not null;

create table record_badge_steps (
  school_id int not null,
  badge_id bigint not null,
  step_id bigint not null check (step_id <> badge_id),
  primary key (school_id, badge_id, step_id),
  foreign key (school_id, badge_id) references record_badges (school_id, id) on delete cascade,
  foreign key (school_id, step_id) references record_badges (school_id, id) on delete cascade
);
create index record_badge_steps_step on record_badge_steps (school_id, step_id);

create table record_awards (
  school_id int not null,
  id bigint not null default new_id(),
  badge_id bigint not null,
  user_id bigint not null,
  awarded_at timestamptz not null,
  -- Given by staff, whatever the badge counts; `awarded_by` is null once they are erased.
  is_by_hand boolean not null default false,
  awarded_by bigint,
  revoked_at timestamptz,
  -- Taken back by staff: it does not return by itself.
  is_revoked_by_hand boolean not null default false check (revoked_at is not null or not is_revoked_by_hand),
  -- Why staff took a badge back.
  revoke_reason text not null default '' check (length(revoke_reason) <= 500),
  public_reason text check (public_reason in ('error', 'requirements', 'replaced', 'rules')),
  primary key (school_id, id),
  unique (school_id, user_id, badge_id),
  foreign key (school_id, badge_id) references record_badges (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, awarded_by) references users (school_id, id) on delete set null (awarded_by)
);
create index record_awards_badge on record_awards (school_id, badge_id);
create index record_awards_by on record_awards (school_id, awarded_by) where awarded_by is not null;

-- The pairs of keys with which the school signs credentials. Old ones verify what they signed.
create table record_keys (
  school_id int not null references schools,
  id bigint not null default new_id(),
  public_key text not null check (length(public_key) = 43),
  encrypted_key text not null,
  created_at timestamptz not null,
  -- Signs no more.
  retired_at timestamptz,
  primary key (school_id, id)
);
create unique index record_keys_active on record_keys (school_id) where retired_at is null;

-- Documents that were issued: the file as it was given out, and what it says.
create table record_documents (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  client_id uuid not null,
  kind text not null check (kind in ('transcript', 'badge', 'learner_record')),
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  award_id bigint,
  -- Of a learner record: something that it names no longer stands, so others are told that the whole does not.
  is_outdated boolean not null default false,
  -- What it says, in the shape of contract/src/record/public.endpoints.ts.
  content jsonb not null,
  file bytea not null check (length(file) <= 5000000),
  sha256 bytea not null check (length(sha256) = 32),
  issued_at timestamptz not null,
  expires_at timestamptz check (expires_at > issued_at),
  revoked_at timestamptz,
  -- By the school; else by the person.
  is_revoked_by_school boolean not null default false,
  reason text not null default '' check (length(reason) <= 500),
  -- How often its page was opened.
  opened int not null default 0,
  opened_at timestamptz,
  -- Why something was revoked, in one of a few wordings that anybody may read; the reason in staff's own words is the holder's alone.
  -- Null of what was revoked before there were such wordings, and of what was not revoked.
  public_reason text check (public_reason in ('error', 'requirements', 'replaced', 'rules')),
  -- Where a credential stands in the status lists of the school (W3C Bitstring Status List): chosen at random, so that a list
  -- says nothing about documents or their codes. Null: a transcript, or a credential issued before, whose status is in
  -- /record/revocations.json by its code.
  status_id int check (status_id >= 0),
  primary key (school_id, id),
  unique (school_id, code),
  unique (school_id, user_id, client_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, award_id) references record_awards (school_id, id) on delete cascade
);
create index record_documents_time on record_documents (school_id, user_id, issued_at desc);
create index record_documents_issued on record_documents (school_id, issued_at desc, id desc);
create index record_documents_award on record_documents (school_id, award_id) where award_id is not null;
create index record_documents_revoked on record_documents (school_id, revoked_at) where revoked_at is not null;
create unique index record_documents_status on record_documents (school_id, status_id) where status_id is not null;

-- How the school's transcripts look. What was issued keeps its file, and so the looks it was issued with.
create table record_layouts (
  school_id int not null references schools,
  signatory text not null default '' check (length(signatory) <= 120),
  -- By language: { "en": { "office", "signatoryTitle", "introduction" } }.
  texts jsonb not null,
  -- Parts that are shown.
  shown text[] not null check (shown <@ array['dates', 'hours', 'verifiers', 'competencies', 'reflections']),
  signature_id bigint,
  version int not null default 1,
  primary key (school_id),
  foreign key (school_id, signature_id) references uploads (school_id, id)
);
create index record_layouts_signature on record_layouts (school_id, signature_id) where signature_id is not null;
