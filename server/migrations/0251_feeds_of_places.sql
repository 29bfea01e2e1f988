-- A feed of what one club or hub puts on, as far as its owner sees it; null for both: of the owner's own calendar.
alter table calendar_feeds
  add column club_id bigint,
  add column hub_id bigint,
  add check (num_nonnulls(club_id, hub_id) <= 1),
  add foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  add foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade;
create index calendar_feeds_club on calendar_feeds (school_id, club_id) where club_id is not null;
create index calendar_feeds_hub on calendar_feeds (school_id, hub_id) where hub_id is not null;
