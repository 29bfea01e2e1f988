-- Returns the checkpoint of a person with this sort name and id: the last one at or before them in the order of names. Returns no
-- row if the school has no checkpoints, as in schools with fewer than 2,000 people.
-- Callers: features/directory/checkpoints/checkpoints.queries.ts, count_facets
create or replace function checkpoint_of(school int, name text, id bigint) returns table (start_name text, start_id bigint) language sql stable as $$
  select p.start_name, p.start_id from name_checkpoints p
  where p.school_id = school and (p.start_name, p.start_id) <= (name collate "und-x-icu", id)
  order by p.school_id desc, p.start_name desc, p.start_id desc limit 1
$$;
