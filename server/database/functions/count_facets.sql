-- Updates the counts of the directory after entries of user_facets were added or removed: facet_counts, and the counts of the name
-- checkpoints for the facet `all:`, which every person has. It adds rows with +1 or -1 per person instead of updating rows, so that
-- no transaction waits for another. One run in a hundred merges the rows (fold_facet_counts).
-- Callers: trigger on user_facets
create or replace function count_facets() returns trigger language plpgsql as $$
declare sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into facet_counts (school_id, facet, audience, people)
  select school_id, facet, audience, count(*) * sign
  from changed group by 1, 2, 3;
  -- The lock is a separate statement, so that the next one sees the checkpoints as they are after the wait.
  perform lock_checkpoints(s) from (select distinct school_id as s from changed where facet = 'all:') as touched;
  insert into name_checkpoints (school_id, start_name, start_id, audience, people)
  select c.school_id, p.start_name, p.start_id, c.audience, count(*) * sign
  from changed c cross join lateral checkpoint_of(c.school_id, c.sort_name, c.user_id) as p
  where c.facet = 'all:' group by 1, 2, 3, 4;
  if random() < 0.01 then perform fold_facet_counts(); end if;
  return null;
end $$;

create or replace trigger user_facets_count_insert after insert on user_facets
  referencing new table as changed for each statement execute function count_facets();

create or replace trigger user_facets_count_delete after delete on user_facets
  referencing old table as changed for each statement execute function count_facets();
