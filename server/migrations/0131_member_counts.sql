-- Counting the members of a club reads an index and no people: whoever is disabled is marked where they are a member.
alter table club_members add column is_disabled boolean not null default false;

alter table club_members no force row level security;
alter table users no force row level security;
update club_members m set is_disabled = true from users u where u.school_id = m.school_id and u.id = m.user_id and u.is_disabled;
alter table users force row level security;
alter table club_members force row level security;

create function mark_disabled_member() returns trigger language plpgsql as $$
begin
  new.is_disabled := (select u.is_disabled from users u where u.school_id = new.school_id and u.id = new.user_id);
  return new;
end $$;
-- Also where a membership is brought in that says otherwise. Who does not exist fails at the foreign key, as before.
create trigger club_members_disabled before insert on club_members for each row execute function mark_disabled_member();

create function mark_disabled_memberships() returns trigger language plpgsql as $$
begin
  update club_members set is_disabled = new.is_disabled where school_id = new.school_id and user_id = new.id;
  return null;
end $$;
create trigger users_disabled_memberships after update of is_disabled on users for each row
when (new.is_disabled <> old.is_disabled) execute function mark_disabled_memberships();

create index club_members_counted on club_members (school_id, club_id, user_id) where status = 'member' and not is_disabled;
