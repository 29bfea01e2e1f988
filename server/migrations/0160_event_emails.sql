-- E-mails about an event to its attendees: newsletters that belong to an event.

-- Null: of the school or a club.
alter table newsletters add column event_id bigint;
alter table newsletters add foreign key (school_id, event_id) references events (school_id, id) on delete cascade;
alter table newsletters add check (club_id is null or event_id is null);
create index newsletters_of_event on newsletters (school_id, event_id, changed_at desc, id);
-- The school’s list reads its own alone.
drop index newsletters_changed;
create index newsletters_changed on newsletters (school_id, changed_at desc, id) where club_id is null and event_id is null;

-- Who wants no mail about which event.
create table newsletter_event_refusals (
  school_id int not null,
  user_id bigint not null,
  event_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id, event_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);
create index newsletter_event_refusals_event on newsletter_event_refusals (school_id, event_id, user_id);
