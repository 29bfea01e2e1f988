-- What the first page that a post links to says of itself. Without it: the post links to none, the page says nothing, or its author took it off.
alter table posts add column preview_id bigint,
  add foreign key (school_id, preview_id) references link_previews (school_id, id);
create index posts_preview on posts (school_id, preview_id) where preview_id is not null;
