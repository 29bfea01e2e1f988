-- The picture above an article of the news.
alter table posts add column cover_id bigint,
  add foreign key (school_id, cover_id) references uploads (school_id, id),
  add check (cover_id is null or kind = 'article');
create index posts_cover on posts (school_id, cover_id) where cover_id is not null;
