-- A type of experience in the co-curricular record, such as Service (decision 063). `source`: the items that the platform adds
-- automatically.
create table record_types (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  position int not null,
  source text check (source in ('positions', 'events')),
  version int not null default 1,
  primary key (school_id, id)
);
create unique index record_types_name on record_types (school_id, lower(name));
create unique index record_types_source on record_types (school_id, source) where source is not null;

alter table surveys add foreign key (school_id, service_type_id) references record_types (school_id, id) on delete set null (service_type_id);

-- A person who verifies experiences of a type. A type without verifiers uses the school's approval steps.
create table record_verifiers (
  school_id int not null,
  type_id bigint not null,
  user_id bigint not null,
  primary key (school_id, type_id, user_id),
  foreign key (school_id, type_id) references record_types (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index record_verifiers_user on record_verifiers (school_id, user_id);

-- A competency that experiences can show.
create table record_competencies (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  primary key (school_id, id)
);
create unique index record_competencies_name on record_competencies (school_id, lower(name));

-- An experience in a person's co-curricular record.
create table record_entries (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  client_id uuid not null,
  type_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  organization text not null default '' check (length(organization) <= 120),
  club_id bigint,
  starts_on date not null,
  -- Null: it is ongoing.
  ends_on date check (ends_on >= starts_on),
  minutes int not null default 0 check (minutes between 0 and 600000),
  -- Number of attended events.
  times int not null default 0 check (times >= 0),
  summary text not null default '' check (length(summary) <= 1000),
  -- Only the person sees it, unless they put it on a document.
  reflection text not null default '' check (length(reflection) <= 4000),
  -- `own`: entered by the person. The others come from club positions and events, and people can't edit their facts.
  source text not null default 'own' check (source in ('own', 'position', 'events')),
  -- The id of the item in the source.
  source_key text check ((source_key is null) = (source = 'own')),
  -- The status, apart from an open submission: approvals store that.
  state text not null check (state in ('self_reported', 'verified', 'denied', 'revoked')),
  -- The name of the verifier at that time; empty: the platform.
  verified_by text not null default '',
  verifier_id bigint,
  verified_at timestamptz check (verified_at is not null or state not in ('verified', 'revoked')),
  -- The reason why it was denied or revoked.
  reason text not null default '' check (length(reason) <= 2000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (school_id, id),
  unique (school_id, user_id, client_id),
  unique (school_id, user_id, source_key),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, type_id) references record_types (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete set null (club_id),
  foreign key (school_id, verifier_id) references users (school_id, id) on delete set null (verifier_id)
);
create index record_entries_time on record_entries (school_id, user_id, starts_on desc, id desc);
create index record_entries_kind on record_entries (school_id, type_id);
create index record_entries_club on record_entries (school_id, club_id) where club_id is not null;
create index record_entries_verifier on record_entries (school_id, verifier_id) where verifier_id is not null;
-- Ongoing positions are compared with the people who hold them now.
create index record_entries_open on record_entries (school_id, club_id, user_id) where source = 'position' and ends_on is null;
-- The staff list, most recently verified first.
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

-- A file that proves an experience.
create table record_entry_files (
  school_id int not null,
  entry_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, entry_id, upload_id),
  foreign key (school_id, entry_id) references record_entries (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index record_entry_files_upload on record_entry_files (school_id, upload_id);

-- A badge. `basis`: `hours` and `entries` count verified experiences of one type or all (`type_id` null); `badges` is a path that
-- counts the badges in `record_badge_steps`; `manual` badges are only awarded by staff.
create table record_badges (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  icon text not null check (length(icon) between 1 and 30),
  color int not null check (color between 0 and 5),
  basis text not null check (basis in ('hours', 'entries', 'badges', 'manual')),
  type_id bigint,
  goal int not null check (goal between 1 and 10000),
  position int not null,
  version int not null default 1,
  -- Progress of awarding a new or changed badge, person by person: `awarding_done` of `awarding_total` are done. `awarding_total` null:
  -- no work is left.
  awarding_done int not null default 0,
  awarding_total int,
  primary key (school_id, id),
  foreign key (school_id, type_id) references record_types (school_id, id)
);
create unique index record_badges_name on record_badges (school_id, lower(name));
create index record_badges_kind on record_badges (school_id, type_id) where type_id is not null;

create table record_badge_steps (
  school_id int not null,
  badge_id bigint not null,
  step_id bigint not null check (step_id <> badge_id),
  primary key (school_id, badge_id, step_id),
  foreign key (school_id, badge_id) references record_badges (school_id, id) on delete cascade,
  foreign key (school_id, step_id) references record_badges (school_id, id) on delete cascade
);
create index record_badge_steps_step on record_badge_steps (school_id, step_id);

-- A badge that a person was awarded.
create table record_awards (
  school_id int not null,
  id bigint not null default new_id(),
  badge_id bigint not null,
  user_id bigint not null,
  awarded_at timestamptz not null,
  -- Awarded by staff, regardless of the badge's rule. `awarded_by` is null if the account was deleted.
  is_manual boolean not null default false,
  awarded_by bigint,
  revoked_at timestamptz,
  -- Revoked by staff. It doesn't return automatically.
  is_revoked_manually boolean not null default false check (revoked_at is not null or not is_revoked_manually),
  -- The reason why staff revoked the badge.
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

-- A key pair with which the school signs credentials. Old keys still verify what they signed.
create table record_keys (
  school_id int not null references schools,
  id bigint not null default new_id(),
  public_key text not null check (length(public_key) = 43),
  encrypted_key text not null,
  created_at timestamptz not null,
  -- It signs nothing anymore.
  retired_at timestamptz,
  primary key (school_id, id)
);
create unique index record_keys_active on record_keys (school_id) where retired_at is null;

-- An issued document: its file and its data.
create table record_documents (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  client_id uuid not null,
  kind text not null check (kind in ('transcript', 'badge', 'learner_record')),
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  award_id bigint,
  -- True if a learner record names something that is no longer valid, so others see that the record isn't valid.
  is_outdated boolean not null default false,
  -- The data in the format of contract/src/record/public.endpoints.ts.
  content jsonb not null,
  file bytea not null check (length(file) <= 5000000),
  sha256 bytea not null check (length(sha256) = 32),
  issued_at timestamptz not null,
  expires_at timestamptz check (expires_at > issued_at),
  revoked_at timestamptz,
  -- True if the school revoked it, false if the person did.
  is_revoked_by_school boolean not null default false,
  reason text not null default '' check (length(reason) <= 500),
  -- How often its page was opened.
  open_count int not null default 0,
  last_opened_at timestamptz,
  -- A public reason for the revocation, from a few fixed texts; only the holder sees the reason in the staff's own words. Null: not
  -- revoked, or revoked before these texts existed.
  public_reason text check (public_reason in ('error', 'requirements', 'replaced', 'rules')),
  -- The position in the school's status lists (W3C Bitstring Status List). It is random, so that a list reveals nothing about
  -- documents or their codes. Null: a transcript, or an older credential, whose status is in /record/revocations.json by its code.
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

-- The layout of the school's transcripts. Issued documents keep their file and its layout.
create table record_layouts (
  school_id int not null references schools,
  signatory text not null default '' check (length(signatory) <= 120),
  -- By language: { "en": { "office", "signatoryTitle", "introduction" } }.
  texts jsonb not null,
  -- The parts that are shown.
  shown text[] not null check (shown <@ array['dates', 'hours', 'verifiers', 'competencies', 'reflections']),
  signature_id bigint,
  version int not null default 1,
  primary key (school_id),
  foreign key (school_id, signature_id) references uploads (school_id, id)
);
create index record_layouts_signature on record_layouts (school_id, signature_id) where signature_id is not null;
