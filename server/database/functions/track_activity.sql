-- Stores when a person was last seen and last signed in, and counts them once per week: on their first visit since Monday (UTC).
-- Callers: trigger on sessions
create or replace function track_activity() returns trigger language plpgsql as $$
declare
  previous timestamptz;
begin
  insert into user_activity (school_id, user_id) values (new.school_id, new.user_id) on conflict do nothing;
  select a.last_seen_at into previous from user_activity a
  where a.school_id = new.school_id and a.user_id = new.user_id for update;
  update user_activity a set last_seen_at = greatest(a.last_seen_at, new.last_seen_at),
    signed_in_at = case when tg_op = 'INSERT' then greatest(a.signed_in_at, new.created_at) else a.signed_in_at end
  where a.school_id = new.school_id and a.user_id = new.user_id;
  if date_trunc('week', new.last_seen_at at time zone 'UTC') > date_trunc('week', previous at time zone 'UTC') then
    insert into active_weeks (school_id, week, people)
    values (new.school_id, date_trunc('week', new.last_seen_at at time zone 'UTC')::date, 1);
  end if;
  return null;
end $$;

create or replace trigger sessions_activity_insert after insert on sessions for each row execute function track_activity();

create or replace trigger sessions_activity_update after update of last_seen_at on sessions for each row
when (new.last_seen_at > old.last_seen_at) execute function track_activity();
