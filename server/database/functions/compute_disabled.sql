-- Computes whether an account is disabled: an import or identity provider deactivated it, or an admin suspended it. Statements that set
-- only `is_disabled` deactivate or activate the account. A suspended one stays disabled.
-- Needs users.is_deactivated.
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
  suspended := exists (select from suspensions s where s.school_id = new.school_id and s.user_id = new.id);
  if new.is_deactivated = old.is_deactivated and not (suspended and new.is_disabled) then
    new.is_deactivated := new.is_disabled;
  end if;
  new.is_disabled := new.is_deactivated or suspended;
  return new;
end $$;

create or replace trigger users_disabled before update of is_disabled, is_deactivated on users for each row
when ((old.is_disabled, old.is_deactivated) is distinct from (new.is_disabled, new.is_deactivated)) execute function compute_disabled();
create or replace trigger users_added_disabled before insert on users for each row
when (new.is_disabled or new.is_deactivated) execute function compute_disabled();
-- The trigger of the function before it.
drop trigger if exists users_keep_suspended on users;
drop function if exists keep_suspended();
