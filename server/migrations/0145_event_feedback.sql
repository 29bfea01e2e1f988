-- The survey of its club that asks whoever came how an event was.
alter table events add column survey_id bigint,
  add foreign key (school_id, survey_id) references surveys (school_id, id) on delete set null (survey_id),
  add check (survey_id is null or club_id is not null);
create index events_survey on events (school_id, survey_id) where survey_id is not null;
