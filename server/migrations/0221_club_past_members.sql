-- Memberships and positions of clubs that have ended, with whose they were: for themselves, and for officers who manage members.
-- `position` null: that they were a member. What began and ended on one day was a mistake that was taken back.
create table club_past_members (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  user_id bigint not null,
  position text,
  since timestamptz not null,
  until timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index club_past_members_club on club_past_members (school_id, club_id, until desc, id);
create index club_past_members_person on club_past_members (school_id, user_id);

-- A club or person that goes for good takes what was kept along, and nothing is kept of them on the way.
create function keep_past_member() returns trigger language plpgsql as $$
begin
  insert into club_past_members (school_id, club_id, user_id, since)
  select old.school_id, old.club_id, old.user_id, old.since
  where old.since::date < now()::date
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.club_id)
    and exists (select from users u where u.school_id = old.school_id and u.id = old.user_id);
  return null;
end $$;
create trigger club_members_past after delete on club_members for each row
  when (old.status = 'member') execute function keep_past_member();
create trigger club_members_past_ended after update of status on club_members for each row
  when (old.status = 'member' and new.status <> 'member') execute function keep_past_member();

create function keep_past_position() returns trigger language plpgsql as $$
begin
  insert into club_past_members (school_id, club_id, user_id, position, since)
  select old.school_id, old.scope_id, old.user_id, r.name, old.granted_at
  from roles r
  where r.school_id = old.school_id and r.id = old.role_id and r.scope = 'club' and old.granted_at::date < now()::date
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.scope_id)
    and exists (select from users u where u.school_id = old.school_id and u.id = old.user_id);
  return null;
end $$;
create trigger role_grants_past after delete on role_grants for each row
  when (old.scope_id <> 0) execute function keep_past_position();
