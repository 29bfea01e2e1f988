-- Refuses a parent that would make a club its own ancestor (constraint `clubs_no_ring`). Parents of a school change one at a time,
-- under an advisory lock: two concurrent changes could otherwise close a cycle that neither of them sees.
-- Callers: trigger on clubs
create or replace function check_club_parents() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('club parents', new.school_id));
  if exists (
    with recursive above as (
      select new.parent_id as id
      union select c.parent_id from above join clubs c on c.school_id = new.school_id and c.id = above.id
    )
    select from above where id = new.id
  ) then
    raise exception 'a club cannot be below itself' using errcode = 'check_violation', constraint = 'clubs_no_ring';
  end if;
  return new;
end $$;

create or replace trigger clubs_no_ring before insert or update of parent_id on clubs
  for each row when (new.parent_id is not null) execute function check_club_parents();
