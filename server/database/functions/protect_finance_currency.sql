-- Refuses to change the currency or person of an account, because all of its transactions are in this currency and belong to this
-- person.
-- Callers: trigger on finance_accounts
create or replace function protect_finance_currency() returns trigger language plpgsql as $$
begin
  if new.currency <> old.currency or new.user_id <> old.user_id then
    raise exception 'an account keeps its person and its currency' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger finance_accounts_kept before update on finance_accounts for each row execute function protect_finance_currency();
