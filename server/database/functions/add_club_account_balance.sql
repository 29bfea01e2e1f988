-- Creates the balance of a new account.
-- Callers: trigger on club_accounts
create or replace function add_club_account_balance() returns trigger language plpgsql as $$
begin
  insert into club_account_balances (school_id, account_id) values (new.school_id, new.id);
  return null;
end $$;

create or replace trigger club_accounts_added after insert on club_accounts for each row execute function add_club_account_balance();
