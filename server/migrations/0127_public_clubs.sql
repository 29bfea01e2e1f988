-- Pages of clubs that anybody may see: the school allows them, and each club chooses its own.
alter table schools add column share_clubs boolean not null default false;
alter table clubs add column is_public boolean not null default false;

-- Whether a visitor may see the page of a club: the one place where the rule stands.
create function is_club_public(c clubs) returns boolean language sql stable as $$
  select c.is_public and c.is_published and not c.is_hidden and c.status in ('active', 'frozen') and c.deleted_at is null
    and (select s.share_clubs from schools s where s.school_id = c.school_id)
$$;
create index clubs_public on clubs (school_id) where is_public;
