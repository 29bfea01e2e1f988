-- The series of a meeting as before (0150), as one expression: a statement takes it in as its own, where a function with queries in it
-- starts one for each meeting.

-- The times that fall out on these days.
create function meeting_exceptions(days date[], begins time) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(distinct x || 'T' || to_char(begins, 'HH24:MI:SS')), '[]') from unnest(days) as x
$$;

-- The first of these days of the week from a day on.
create function first_weekday(day date, weekdays smallint[]) returns date language sql immutable as $$
  select day + case when extract(isodow from day)::int = any(weekdays) then 0
    when extract(isodow from day + 1)::int = any(weekdays) then 1
    when extract(isodow from day + 2)::int = any(weekdays) then 2
    when extract(isodow from day + 3)::int = any(weekdays) then 3
    when extract(isodow from day + 4)::int = any(weekdays) then 4
    when extract(isodow from day + 5)::int = any(weekdays) then 5
    when extract(isodow from day + 6)::int = any(weekdays) then 6 end
$$;

create or replace function meeting_series(m section_meetings, t terms) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'start', case when cardinality(m.weekdays) = 0 then m.first_on else first_weekday(coalesce(m.first_on, t.starts_on), m.weekdays) end
      || 'T' || to_char(m.begins, 'HH24:MI:SS'),
    'zone', t.time_zone,
    'length', m.minutes,
    'rule', case when cardinality(m.weekdays) > 0 then
      'FREQ=WEEKLY' || case when m.every > 1 then ';INTERVAL=' || m.every else '' end
        || ';UNTIL=' || to_char(coalesce(m.last_on, t.ends_on), 'YYYYMMDD') || 'T235959'
        || ';BYDAY=' || concat_ws(',', case when 1 = any(m.weekdays) then 'MO' end, case when 2 = any(m.weekdays) then 'TU' end,
          case when 3 = any(m.weekdays) then 'WE' end, case when 4 = any(m.weekdays) then 'TH' end, case when 5 = any(m.weekdays) then 'FR' end,
          case when 6 = any(m.weekdays) then 'SA' end, case when 7 = any(m.weekdays) then 'SU' end) end,
    'exceptions', case when cardinality(m.exceptions) = 0 and (cardinality(m.weekdays) = 0 or cardinality(t.holidays) = 0) then '[]'::jsonb
      else meeting_exceptions(m.exceptions || case when cardinality(m.weekdays) > 0 then t.holidays else '{}' end, m.begins) end,
    'overrides', '{}'::jsonb)
$$;
