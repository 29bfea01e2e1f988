-- Emits `person_disabled` when an account is disabled, regardless of whether an admin, an import or a provider did it.
-- Callers: trigger on users
create or replace function emit_person_disabled() returns trigger language plpgsql as $$
begin
  insert into outbox (school_id, kind, payload) values (new.school_id, 'person_disabled', jsonb_build_object('userId', new.id));
  return null;
end $$;

create or replace trigger person_disabled after update on users for each row
when (new.is_disabled and not old.is_disabled) execute function emit_person_disabled();
