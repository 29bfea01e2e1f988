-- A post for the people of one hub: it stands in the feed of the school for whoever belongs to the hub now.
alter table posts add column hub_id bigint,
  add foreign key (school_id, hub_id) references hubs (school_id, id),
  add check (hub_id is null or club_id is null);
create index posts_hub on posts (school_id, hub_id) where hub_id is not null;
