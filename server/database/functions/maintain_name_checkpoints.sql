-- Rebuilds a school's name checkpoints if they are out of date, and returns whether it did:
-- - the school has fewer than 2,000 people but has checkpoints: the rebuild removes them;
-- - the school has 2,000 people or more and no checkpoints: the rebuild creates them;
-- - the number of count rows, or the largest number of people at one checkpoint, exceeds 2 × √people. With a limit of four times,
--   opening a page in the middle of the list took twice as long.
-- Callers: features/directory/checkpoints/checkpoints.queries.ts, features/people/import/import.queries.ts
create or replace function maintain_name_checkpoints(school int) returns boolean language plpgsql as $$
declare
  everybody int;
  posts int;
  entries int;
  largest int;
begin
  select coalesce(sum(people), 0) into everybody from facet_counts where school_id = school and facet = 'all:';
  select count(*), coalesce(sum(n), 0), coalesce(max(people), 0) into posts, entries, largest
  from (select count(*) as n, sum(people) as people from name_checkpoints where school_id = school group by start_name, start_id) as post;
  if everybody < 2000 and posts > 0 or everybody >= 2000 and (posts = 0 or greatest(entries, largest) > 2 * sqrt(everybody)) then
    return rebuild_name_checkpoints(school);
  end if;
  return false;
end $$;
