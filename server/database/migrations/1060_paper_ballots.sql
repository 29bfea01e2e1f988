-- accepts_paper: voters can vote on paper, and two people enter the paper ballots after voting ends. Fixed at the announcement.
-- paper_signed_by: the first of the two people who confirmed that the entered ballots are complete. Any change of a ballot clears it.
-- paper_entered_at: when the second one did. The count waits for it if voters voted on paper.
-- ballots_on_paper: the number of them after the count. Null if the election doesn't accept paper.
alter table elections
  add column accepts_paper boolean not null default false,
  add column paper_signed_by bigint,
  add column paper_entered_at timestamptz,
  add column ballots_on_paper int check (ballots_on_paper >= 0),
  add foreign key (school_id, paper_signed_by) references users (school_id, id) on delete set null (paper_signed_by);
create index elections_paper_signed_by on elections (school_id, paper_signed_by) where paper_signed_by is not null;

-- Paper ballots, once as each of two people entered them. Deleted by the count. `ballot` is encrypted with the election's secret.
create table paper_ballots (
  school_id int not null,
  election_id bigint not null,
  entered_by bigint not null,
  -- The number that people write on the paper before they enter it.
  number int not null check (number between 1 and 100000),
  ballot bytea not null,
  primary key (school_id, election_id, entered_by, number),
  foreign key (school_id, election_id) references elections (school_id, id) on delete cascade,
  foreign key (school_id, entered_by) references users (school_id, id) on delete cascade
);
create index paper_ballots_entered_by on paper_ballots (school_id, entered_by);
