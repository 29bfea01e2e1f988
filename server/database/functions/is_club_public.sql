-- Whether a visitor may see the page of a club: the one place where the rule stands.
create or replace function is_club_public(c clubs) returns boolean language sql stable as $$
  select c.is_public and c.is_published and not c.is_hidden and c.status in ('active', 'frozen') and c.deleted_at is null
    and (select s.share_clubs from schools s where s.school_id = c.school_id)
$$;
