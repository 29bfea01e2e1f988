-- Records that a club was managed when a post in its name or an article is published, immediately or at its scheduled time.
-- Callers: trigger on posts
create or replace function note_post_of_club() returns trigger language plpgsql as $$
begin
  -- The person who scheduled a post in the name of the club is responsible for it, not its author.
  perform record_club_managed(new.club_id, coalesce(case when new.is_as_club then new.scheduled_by end, new.author_id), new.published_at);
  return null;
end $$;

create or replace trigger posts_of_club after insert on posts for each row
  when (new.club_id is not null and not new.is_scheduled and (new.is_as_club or new.kind = 'article'))
  execute function note_post_of_club();

create or replace trigger posts_of_club_out after update of is_scheduled on posts for each row
  when (new.club_id is not null and old.is_scheduled and not new.is_scheduled and (new.is_as_club or new.kind = 'article'))
  execute function note_post_of_club();
