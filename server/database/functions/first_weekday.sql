-- Returns the first date from `day` on (inclusive) that falls on one of the weekdays (1 is Monday).
-- Callers: meeting_series
create or replace function first_weekday(day date, weekdays smallint[]) returns date language sql immutable as $$
  select day + case when extract(isodow from day)::int = any(weekdays) then 0
    when extract(isodow from day + 1)::int = any(weekdays) then 1
    when extract(isodow from day + 2)::int = any(weekdays) then 2
    when extract(isodow from day + 3)::int = any(weekdays) then 3
    when extract(isodow from day + 4)::int = any(weekdays) then 4
    when extract(isodow from day + 5)::int = any(weekdays) then 5
    when extract(isodow from day + 6)::int = any(weekdays) then 6 end
$$;
