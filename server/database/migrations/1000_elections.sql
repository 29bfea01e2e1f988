-- An election of a club, or of the whole school (`club_id` is null). Docs: docs/decisions/071-elections.md.
create table elections (
  school_id int not null references schools,
  id bigint not null default new_id(),
  club_id bigint,
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  -- draft: not announced; announced: waits for the opening, or accepts nominations before nominations_end_at; voting; counting: closed
  -- and not yet counted; published; canceled.
  state text not null default 'draft' check (state in ('draft', 'announced', 'voting', 'counting', 'published', 'canceled')),
  time_zone text not null,
  nominations_end_at timestamptz,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- Who can vote: members, tags, years, people, allow and deny (contract/src/elections/endpoints.ts).
  voter_rule jsonb not null default '{}' check (jsonb_typeof(voter_rule) = 'object'),
  allows_revote boolean not null default false,
  -- Share of voters in percent below which no one is elected. Null for no quorum.
  quorum int check (quorum between 1 and 100),
  -- If true, the school keeps the list of people who voted. Voters see this before they vote.
  keeps_voter_list boolean not null default false,
  -- The first of the two people who announce the election.
  proposed_by bigint,
  announced_by bigint,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  -- Why the end moved or the election was canceled. Voters read both.
  extension_reason text check (length(extension_reason) <= 500),
  cancellation_reason text check (length(cancellation_reason) <= 500),
  -- The number of voters, fixed at the opening.
  voters int check (voters >= 0),
  -- The number of ballots after the count.
  ballots int check (ballots >= 0),
  -- The first line and the results of the published file, and its signature. As text, because the signature covers their characters.
  file_header json,
  results json,
  signature text,
  -- The name of the secret with which ballots are encrypted, in the file store. Null before the opening and after the count.
  secret_name text,
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, proposed_by) references users (school_id, id) on delete set null (proposed_by),
  foreign key (school_id, announced_by) references users (school_id, id) on delete set null (announced_by),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  check (closes_at >= opens_at + interval '1 minute'),
  check (nominations_end_at <= opens_at)
);
create unique index elections_client on elections (school_id, created_by, client_id);
create index elections_club on elections (school_id, club_id, opens_at desc, id desc);
create index elections_newest on elections (school_id, opens_at desc, id desc);
create index elections_proposed_by on elections (school_id, proposed_by) where proposed_by is not null;
create index elections_announced_by on elections (school_id, announced_by) where announced_by is not null;

-- One question of an election, such as an office.
create table election_contests (
  school_id int not null,
  id bigint not null default new_id(),
  election_id bigint not null,
  position int not null,
  title text not null check (length(title) between 1 and 120),
  kind text not null check (kind in ('one', 'several', 'ranked', 'yes_no')),
  method text check (method in ('irv', 'scottish-stv')),
  seats int not null default 1 check (seats between 1 and 50),
  -- The maximum number of candidates on a ballot.
  max_choices int not null check (max_choices between 1 and 100),
  allows_write_ins boolean not null default false,
  -- yes_no: the share of yes that passes. Null for more yes than no.
  share_numerator int check (share_numerator >= 1),
  share_denominator int check (share_denominator >= share_numerator),
  -- one with one seat: no one is elected below half of the valid votes.
  needs_majority boolean not null default false,
  -- Candidates in the order in which a lot draws them. Drawn before voting opens.
  lots bigint[],
  primary key (school_id, id),
  foreign key (school_id, election_id) references elections (school_id, id) on delete cascade,
  check ((kind = 'ranked') = (method is not null)),
  check ((share_numerator is null) = (share_denominator is null))
);
create index election_contests_election on election_contests (school_id, election_id, position);

-- A candidate, or someone who was nominated.
create table election_candidates (
  school_id int not null,
  id bigint not null default new_id(),
  contest_id bigint not null,
  position int not null,
  -- Null for candidates without an account.
  user_id bigint,
  -- The name of a candidate without an account, and of an erased one.
  name text not null default '' check (length(name) <= 120),
  statement text not null default '' check (length(statement) <= 4000),
  video_url text check (length(video_url) <= 500),
  state text not null check (state in ('proposed', 'accepted', 'declined', 'withdrawn')),
  proposed_by bigint,
  client_id uuid,
  created_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, contest_id) references election_contests (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id),
  foreign key (school_id, proposed_by) references users (school_id, id) on delete set null (proposed_by)
);
create unique index election_candidates_person on election_candidates (school_id, contest_id, user_id) where user_id is not null;
create index election_candidates_contest on election_candidates (school_id, contest_id, position);
create index election_candidates_user on election_candidates (school_id, user_id) where user_id is not null;
create index election_candidates_proposed_by on election_candidates (school_id, proposed_by) where proposed_by is not null;

-- A person who can vote, stored when voting opens.
create table election_voters (
  school_id int not null,
  election_id bigint not null,
  user_id bigint not null,
  -- Null while voting runs, and afterwards unless the school keeps the list. Written for all voters at once.
  has_voted boolean,
  primary key (school_id, election_id, user_id),
  foreign key (school_id, election_id) references elections (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index election_voters_user on election_voters (school_id, user_id);

-- One row per voter from the opening to the count, in the order of `number`. `number` is a MAC of the voter with the election's secret,
-- and `ballot` has the same length with and without a vote, encrypted with the secret. Without the secret, which isn't in the database,
-- no one can tell whose row it is, whether it has a vote, or which.
create table encrypted_ballots (
  school_id int not null,
  election_id bigint not null,
  number bytea not null check (octet_length(number) = 32),
  ballot bytea not null,
  primary key (school_id, election_id, number),
  foreign key (school_id, election_id) references elections (school_id, id) on delete cascade
);

-- The ballots of an election after the count, stored in one transaction, sorted by receipt.
create table election_ballots (
  school_id int not null,
  election_id bigint not null,
  receipt text collate "C" not null check (length(receipt) = 16),
  nonce text not null check (length(nonce) = 32),
  votes jsonb not null,
  primary key (school_id, election_id, receipt),
  foreign key (school_id, election_id) references elections (school_id, id) on delete cascade
);

-- Officers who appoint other officers also run elections, as in new schools.
alter table roles no force row level security;
update roles set permissions = permissions || '{elections.manage}' where scope = 'club' and 'clubs.manage_officers' = any (permissions);
