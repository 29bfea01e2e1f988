-- Appends one entry. Entries of a school wait for one another: the chain has one end.
create or replace function append_to_activity_log(at timestamptz, actor bigint, kind text, detail jsonb) returns bigint language plpgsql as $$
declare
  school int := current_school();
  last_number bigint;
  last_seal bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit:' || school, 1));
  select e.number, e.seal into last_number, last_seal from activity_log e where e.school_id = school order by e.number desc limit 1;
  insert into activity_log (school_id, number, at, actor_id, kind, detail, seal)
  values (school, coalesce(last_number, 0) + 1, at, actor, kind, detail,
    activity_log_seal(last_seal, coalesce(last_number, 0) + 1, at, actor, kind, detail));
  return coalesce(last_number, 0) + 1;
end $$;
