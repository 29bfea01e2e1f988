-- Clubs that somebody does not want to be suggested.
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

-- What stands beside the tabs of a club's page, in the order that the club chose.
alter table clubs add column widgets text[] not null default '{officers,good_to_know,surveys,files}';
