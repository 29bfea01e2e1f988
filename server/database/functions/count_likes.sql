-- Updates the number of likes of posts or comments, once per statement. The trigger's arguments are the table with the counter and
-- the column with its id.
-- Callers: triggers on post_likes, comment_likes
create or replace function count_likes() returns trigger language plpgsql as $$
declare sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  execute format('update %1$I t set likes = t.likes + $1 * n from (select school_id, %2$I as id, count(*)::int as n from changed group by 1, 2) as c
    where t.school_id = c.school_id and t.id = c.id', tg_argv[0], tg_argv[1]) using sign;
  return null;
end $$;

create or replace trigger post_likes_added after insert on post_likes referencing new table as changed
  for each statement execute function count_likes('posts', 'post_id');

create or replace trigger post_likes_removed after delete on post_likes referencing old table as changed
  for each statement execute function count_likes('posts', 'post_id');

create or replace trigger comment_likes_added after insert on comment_likes referencing new table as changed
  for each statement execute function count_likes('comments', 'comment_id');

create or replace trigger comment_likes_removed after delete on comment_likes referencing old table as changed
  for each statement execute function count_likes('comments', 'comment_id');
