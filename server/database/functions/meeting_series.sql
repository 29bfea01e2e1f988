-- Returns the series of a class meeting, in the format of server/src/kernel/time/series.ts. The meeting's dates default to those of
-- the term.
-- - With weekdays: a weekly rule from the first matching weekday until the end date. Term holidays and the meeting's own exceptions
--   are excluded.
-- - Without weekdays: one class on `first_on`. Only the meeting's own exceptions are excluded.
-- `length` is in minutes.
-- Callers: features/courses/work/overview.queries.ts, features/courses/work/work.queries.ts, features/schedule/schedule.queries.ts
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
