-- What a person's own schedule shows, and who may ask for their free hours.
create table schedule_settings (
  school_id int not null,
  user_id bigint not null,
  -- Terms, courses and kinds by name; what is not named is shown in full.
  filters jsonb not null default '{}',
  shares_with text not null default 'nobody' check (shares_with in ('nobody', 'connections', 'school')),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
