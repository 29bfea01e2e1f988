-- Registration and yearly renewal of clubs. What a school asks is a form (`forms`, owner kind club_registration); who decides, approvals.
create table club_registration_settings (
  school_id int not null references schools,
  -- Who may register a club.
  registrants text not null default 'everybody' check (registrants in ('everybody', 'nobody')),
  -- Questions whose answers stand on the club's page.
  shown_questions text[] not null default '{}' check (cardinality(shown_questions) <= 100),
  version int not null default 1,
  primary key (school_id)
);

-- Positions that a club must fill.
create table club_required_positions (
  school_id int not null,
  role_id bigint not null,
  primary key (school_id, role_id),
  foreign key (school_id, role_id) references roles (school_id, id) on delete cascade
);

-- When clubs renew. The newest counts; `closed_at`: the clubs that had not renewed were frozen. `reminded_days`: the last reminder.
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
-- One at a time: the next one is set up when this one is closed.
create unique index club_renewal_windows_current on club_renewal_windows (school_id) where closed_at is null;
create index club_renewal_windows_newest on club_renewal_windows (school_id, opens_at);

-- A registration makes its club when it is approved. In a renewal, null means: as the club has it.
create table club_applications (
  school_id int not null references schools,
  id bigint not null default new_id(),
  kind text not null check (kind in ('registration', 'renewal')),
  -- Null: erased.
  author_id bigint,
  client_id uuid not null,
  window_id bigint,
  club_id bigint,
  name text check (length(name) <= 120),
  description text check (length(description) <= 300),
  membership text check (membership in ('open', 'request', 'invitation', 'closed')),
  type_id bigint,
  category_ids bigint[] not null default '{}' check (cardinality(category_ids) <= 20),
  -- Answers with the questions they were given to.
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

-- Who is to be an officer. Each is asked and accepts; the position is given when both have happened: approval and acceptance.
create table club_application_officers (
  school_id int not null,
  application_id bigint not null,
  user_id bigint not null,
  role_id bigint not null,
  state text not null check (state in ('asked', 'accepted', 'declined')),
  asked_at timestamptz not null,
  primary key (school_id, application_id, user_id),
  foreign key (school_id, application_id) references club_applications (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, role_id) references roles (school_id, id) on delete cascade
);
create index club_application_officers_user on club_application_officers (school_id, user_id);
create index club_application_officers_role on club_application_officers (school_id, role_id);

-- Members whom a renewal leaves out.
create table club_application_removals (
  school_id int not null,
  application_id bigint not null,
  user_id bigint not null,
  primary key (school_id, application_id, user_id),
  foreign key (school_id, application_id) references club_applications (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_application_removals_user on club_application_removals (school_id, user_id);

-- Files that answers name.
create table club_application_files (
  school_id int not null,
  application_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, application_id, upload_id),
  foreign key (school_id, application_id) references club_applications (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index club_application_files_upload on club_application_files (school_id, upload_id);
