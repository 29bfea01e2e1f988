-- Updates the number of comments of posts, once per statement. Deleted and hidden comments don't count. A new comment also sets the
-- time of the post's last activity; an edited, hidden or restored one doesn't.
-- Callers: trigger on comments
create or replace function count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update posts p set comments = p.comments + n, active_at = greatest(p.active_at, latest)
    from (select school_id, post_id, count(*)::int as n, max(created_at) as latest from new_rows where deleted_at is null group by 1, 2) as c
    where p.school_id = c.school_id and p.id = c.post_id;
  elsif tg_op = 'UPDATE' then
    update posts p set comments = p.comments + n from (
      select n.school_id, n.post_id, sum((n.deleted_at is null and n.hidden_at is null)::int - (o.deleted_at is null and o.hidden_at is null)::int)::int as n
      from new_rows n join old_rows o on o.school_id = n.school_id and o.id = n.id group by 1, 2
    ) as c where p.school_id = c.school_id and p.id = c.post_id and n <> 0;
  end if;
  return null;
end $$;

create or replace trigger comments_added after insert on comments referencing new table as new_rows
  for each statement execute function count_comments();

create or replace trigger comments_changed after update on comments referencing old table as old_rows new table as new_rows
  for each statement execute function count_comments();
