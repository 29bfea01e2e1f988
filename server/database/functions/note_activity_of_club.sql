-- Records that a club was managed when the activity log gets an entry about it by a person.
-- Callers: trigger on activity_log
create or replace function note_activity_of_club() returns trigger language plpgsql as $$
begin
  if new.detail ->> 'club' ~ '^[1-9][0-9]{0,17}$' then
    perform record_club_managed((new.detail ->> 'club')::bigint, new.actor_id, new.at);
  end if;
  return null;
end $$;

-- An export is only a read, so it is not recorded.
create or replace trigger activity_log_of_club after insert on activity_log for each row
  when (new.actor_id is not null and new.detail ? 'club' and new.detail ->> 'act' is distinct from 'exported')
  execute function note_activity_of_club();
