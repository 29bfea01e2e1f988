-- The series of a meeting as before (0150), as one expression: a statement takes it in as its own, where a function with queries in it
-- starts one for each meeting.
-- The times that fall out on these days.
create or replace function meeting_exceptions(days date[], begins time) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(distinct x || 'T' || to_char(begins, 'HH24:MI:SS')), '[]') from unnest(days) as x
$$;
