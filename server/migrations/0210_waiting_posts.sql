-- Posts that wait for their time or for a moderator.
alter table posts
  -- Set for a time, and nobody but its author and publishers sees it: a job lets it out, after it has asked whether that may still be.
  add column waits boolean not null default false,
  -- Whoever set the time.
  add column scheduled_by bigint,
  -- Why it was not let out when its time came.
  add column unpublished text check (unpublished in ('left', 'inactive', 'position', 'gone')),
  -- Hidden because of the word list of the school, until a moderator has looked at it.
  add column is_held boolean not null default false,
  -- Whether people were told of it, which happens once.
  add column is_announced boolean not null default true,
  add foreign key (school_id, scheduled_by) references users (school_id, id),
  add check (unpublished is null or waits);
create index posts_waiting on posts (school_id, place_id, published_at, id) where waits and deleted_at is null;
create index posts_waiting_author on posts (school_id, author_id, published_at, id) where waits and deleted_at is null;
create index posts_scheduled_by on posts (school_id, scheduled_by) where scheduled_by is not null;

alter table comments
  add column is_held boolean not null default false,
  add column is_announced boolean not null default true;
