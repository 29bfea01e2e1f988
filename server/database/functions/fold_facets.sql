-- Merges the count rows of the given facets of the school, as fold_facet_counts does for all. Without it, the city of a deleted
-- account would remain as two rows that cancel each other out. It skips rows that another transaction has locked; hourly
-- maintenance merges them.
-- Callers: features/people/erasure/erasure.queries.ts
create or replace function fold_facets(names text[]) returns void language sql as $$
  with held as (
    select school_id, facet, audience, entry from facet_counts where school_id = current_school() and facet = any(names) for update skip locked
  ), gone as (
    delete from facet_counts c using held h
    where c.school_id = h.school_id and c.facet = h.facet and c.audience = h.audience and c.entry = h.entry
    returning c.school_id, c.facet, c.audience, c.people
  )
  insert into facet_counts (school_id, facet, audience, people)
  select school_id, facet, audience, sum(people) from gone group by 1, 2, 3 having sum(people) <> 0
$$;
