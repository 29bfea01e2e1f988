-- Links that invite whoever has them into a club. Of the token only the hash is stored.
create table club_links (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  token_hash bytea not null,
  note text not null default '' check (length(note) <= 100),
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Null: any number.
  max_uses int check (max_uses > 0),
  uses int not null default 0,
  primary key (school_id, id),
  constraint club_links_limit check (uses <= max_uses),
  check (expires_at > created_at),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create index club_links_club on club_links (school_id, club_id, created_at desc);
create unique index club_links_token on club_links (school_id, token_hash);
create unique index club_links_client on club_links (school_id, created_by, client_id);

-- What somebody answered when they asked to join goes with the request or membership, however that ends.
create function delete_club_answers() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from form_answers a using ended e, forms f
    where (tg_op = 'DELETE' or e.status = 'banned') and f.school_id = e.school_id and f.owner_kind = 'club_membership' and f.owner_id = e.club_id
      and a.school_id = f.school_id and a.form_id = f.id and a.user_id = e.user_id
    returning a.school_id, a.form_id, a.user_id
  ), files as (
    delete from form_files x using gone where x.school_id = gone.school_id and x.form_id = gone.form_id and x.user_id = gone.user_id
  )
  update forms f set answers = f.answers - counted.n
  from (select school_id, form_id, count(*)::int as n from gone group by 1, 2) as counted
  where f.school_id = counted.school_id and f.id = counted.form_id;
  return null;
end $$;
create trigger club_answers_gone after delete on club_members
  referencing old table as ended for each statement execute function delete_club_answers();
create trigger club_members_banned after update on club_members
  referencing new table as ended for each statement execute function delete_club_answers();

create function delete_form_of_club() returns trigger language plpgsql as $$
begin
  delete from forms f where f.school_id = old.school_id and f.owner_kind = 'club_membership' and f.owner_id = old.id;
  return null;
end $$;
create trigger clubs_form after delete on clubs for each row execute function delete_form_of_club();
