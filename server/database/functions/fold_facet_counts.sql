-- Merges the rows of facet_counts so that each facet and audience has one row, or none if the sum is 0. It skips rows that another
-- transaction has locked; the next run merges them.
-- Callers: features/people/erasure/erasure.queries.ts, count_facets
create or replace function fold_facet_counts() returns void language sql as $$
  with several as (
    select school_id, facet, audience from facet_counts group by 1, 2, 3 having count(*) > 1 or sum(people) = 0
  ), held as (
    select c.school_id, c.facet, c.audience, c.entry from facet_counts c join several s using (school_id, facet, audience)
    for update of c skip locked
  ), gone as (
    delete from facet_counts c using held h
    where c.school_id = h.school_id and c.facet = h.facet and c.audience = h.audience and c.entry = h.entry
    returning c.school_id, c.facet, c.audience, c.people
  )
  insert into facet_counts (school_id, facet, audience, people)
  select school_id, facet, audience, sum(people) from gone group by 1, 2, 3 having sum(people) <> 0
$$;
