-- Folds the entries of some facets as fold_facet_counts() folds all of them: an erased person's city must not stay as two counts
-- that cancel out. Entries another transaction holds wait for the hourly upkeep.
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
