create or replace function audit_entry_of_club() returns trigger language plpgsql as $$
begin
  if new.detail ->> 'club' ~ '^[1-9][0-9]{0,17}$' then
    perform club_managed((new.detail ->> 'club')::bigint, new.actor_id, new.at);
  end if;
  return null;
end $$;

-- Reading changes nothing.
create or replace trigger audit_entries_of_club after insert on audit_entries for each row
  when (new.actor_id is not null and new.detail ? 'club' and new.detail ->> 'act' is distinct from 'exported')
  execute function audit_entry_of_club();
