-- Replaces a school's name checkpoints with new ones at equal distances of √people, and returns true. Returns false, without a
-- change, if another transaction is adding or removing people: it needs the lock of lock_checkpoints exclusively and doesn't wait.
-- A school with fewer than 2,000 people gets no checkpoints. The function reads everyone in one pass. A join of checkpoints with
-- people took ten minutes for 100,000 people right after an import, because the planner had no statistics yet.
-- Callers: features/directory/checkpoints/checkpoints.queries.ts, features/people/erasure/erasure.queries.ts,
-- maintain_name_checkpoints
create or replace function rebuild_name_checkpoints(school int) returns boolean language plpgsql as $$
declare
  everybody int;
  step int;
begin
  if not pg_try_advisory_xact_lock(7267666, school) then return false; end if;
  select coalesce(sum(people), 0) into everybody from facet_counts where school_id = school and facet = 'all:';
  delete from name_checkpoints where school_id = school;
  -- Counting a small school from the beginning is as fast.
  if everybody < 2000 then return true; end if;
  step := ceil(sqrt(everybody));
  insert into name_checkpoints (school_id, start_name, start_id, audience, people)
  select school, started.name, started.id, audience, count(*) from (
    select audience, case when post = 0 then '' else first_value(sort_name) over own end as name,
      case when post = 0 then 0 else first_value(user_id) over own end as id
    from (
      select sort_name, user_id, audience, (row_number() over (order by sort_name, user_id) - 1) / step as post
      from user_facets where school_id = school and facet = 'all:'
    ) as placed
    window own as (partition by post order by sort_name, user_id)
  ) as started group by 2, 3, 4;
  return true;
end $$;
