-- The event that a post tells of; those who see the event see it with the post.
alter table posts add column event_id bigint,
  add foreign key (school_id, event_id) references events (school_id, id) on delete set null (event_id);
create index posts_event on posts (school_id, event_id) where event_id is not null;
