-- Appends an entry to the school's activity log and returns its number (1 for the first). The entry is sealed with the previous
-- entry's seal, so entries of a school are written one at a time, under an advisory lock that lasts until the commit. `actor` is
-- null if no person acted.
-- Callers: kernel/security/audit.ts
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
