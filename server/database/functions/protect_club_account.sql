-- Refuses to change the currency or role of an account, because its postings are in this currency.
-- Callers: trigger on club_accounts
create or replace function protect_club_account() returns trigger language plpgsql as $$
begin
  if new.currency <> old.currency or new.role <> old.role then
    raise exception 'an account keeps its role and its currency' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger club_accounts_kept before update on club_accounts for each row execute function protect_club_account();
