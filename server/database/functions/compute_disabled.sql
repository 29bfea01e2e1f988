-- Computes whether an account is disabled: an import or identity provider deactivated it, or an admin suspended it. Statements that set
-- only `is_disabled` deactivate or activate the account. A suspended one stays disabled.
-- Callers: triggers on users
create or replace function compute_disabled() returns trigger language plpgsql as $$
declare
  suspended boolean;
begin
  if tg_op = 'INSERT' then
    new.is_deactivated := new.is_deactivated or new.is_disabled;
    new.is_disabled := new.is_deactivated;
    return new;
  end if;
  if new.is_disabled = old.is_disabled and new.is_deactivated = old.is_deactivated then
    return new;
  end if;
  suspended := exists (select from suspensions s where s.school_id = new.school_id and s.user_id = new.id);
  if new.is_deactivated = old.is_deactivated and not (suspended and new.is_disabled) then
    new.is_deactivated := new.is_disabled;
  end if;
  new.is_disabled := new.is_deactivated or suspended;
  return new;
end $$;

-- The triggers don't name the columns, because they exist before the migration that adds `is_deactivated`.
create or replace trigger users_disabled before update on users for each row execute function compute_disabled();
create or replace trigger users_added_disabled before insert on users for each row execute function compute_disabled();
