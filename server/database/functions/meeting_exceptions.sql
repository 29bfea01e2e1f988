-- Returns the starts of the classes that don't take place on these days, as a JSON array of local times. It is an expression
-- without a query, so PostgreSQL can inline it; a function with a query would start one for each meeting.
-- Callers: meeting_series
create or replace function meeting_exceptions(days date[], begins time) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(distinct x || 'T' || to_char(begins, 'HH24:MI:SS')), '[]') from unnest(days) as x
$$;
