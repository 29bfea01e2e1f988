-- Who likes a post, the last first, page by page.
create index post_likes_last on post_likes (school_id, post_id, liked_at desc, user_id desc);
