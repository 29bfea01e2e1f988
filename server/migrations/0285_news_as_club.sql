-- News that a club published in its own name were shown to its officers with who wrote them. Of every school.
alter table notifications no force row level security;
alter table posts no force row level security;
update notifications n set kind = 'news_posted' from posts p
where n.kind = 'news_created' and n.target_kind = 'post' and p.school_id = n.school_id and p.id = n.target_id and p.is_as_club;
alter table notifications force row level security;
alter table posts force row level security;
