-- Employers that staff invited to post jobs. Their contacts aren't rows of `users`, so nothing about the school's people can include them.
create table employers (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 120),
  website text not null check (length(website) between 1 and 500),
  -- While it is set, jobs are hidden and no contact can sign in.
  suspended_at timestamptz,
  created_by bigint,
  created_at timestamptz not null,
  sort_name text not null generated always as (lower(name)) stored,
  words text[] not null generated always as (search_words(name || ' ' || website)) stored,
  primary key (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index employers_name on employers (school_id, sort_name, id);
create index employers_created_by on employers (school_id, created_by) where created_by is not null;

-- A person of an employer who can sign in.
create table employer_contacts (
  school_id int not null,
  id bigint not null default new_id(),
  employer_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  email text not null check (length(email) <= 254),
  -- The language of emails. Null: the school's.
  locale text check (locale in ('en', 'de', 'ar')),
  invited_by bigint,
  invited_at timestamptz not null,
  last_sign_in_at timestamptz,
  removed_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, employer_id) references employers (school_id, id) on delete cascade,
  foreign key (school_id, invited_by) references users (school_id, id) on delete set null (invited_by)
);
create unique index employer_contacts_email on employer_contacts (school_id, lower(email)) where removed_at is null;
create index employer_contacts_employer on employer_contacts (school_id, employer_id);
create index employer_contacts_invited_by on employer_contacts (school_id, invited_by) where invited_by is not null;
create index employer_contacts_removed on employer_contacts (school_id, removed_at) where removed_at is not null;

-- A link in an email with which a contact signs in once.
create table employer_links (
  school_id int not null,
  token_hash bytea not null,
  contact_id bigint not null,
  ends_at timestamptz not null,
  primary key (school_id, token_hash),
  foreign key (school_id, contact_id) references employer_contacts (school_id, id) on delete cascade
);
create index employer_links_contact on employer_links (school_id, contact_id);

-- A session of a contact. Only calls for employers accept it.
create table employer_sessions (
  school_id int not null,
  token_hash bytea not null,
  contact_id bigint not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (school_id, token_hash),
  foreign key (school_id, contact_id) references employer_contacts (school_id, id) on delete cascade
);
create index employer_sessions_contact on employer_sessions (school_id, contact_id);

-- The employer who posted a job. `jobs.employer` has its name. Such a job has neither a club nor a person as its author.
alter table jobs add column employer_id bigint;
alter table jobs add foreign key (school_id, employer_id) references employers (school_id, id);
alter table jobs add check (employer_id is null or (club_id is null and created_by is null and employer <> ''));
create index jobs_employer on jobs (school_id, employer_id, listed_at desc, id desc) where employer_id is not null;
create unique index jobs_employer_client on jobs (school_id, employer_id, client_id) where employer_id is not null;

-- The name of an employer that submitted or acted. Null for people of the school.
alter table approval_submissions add column submitter_name text check (length(submitter_name) <= 120);
alter table approval_events add column author_name text check (length(author_name) <= 120);
