-- The lines of an account are all in its currency.
create or replace function protect_finance_currency() returns trigger language plpgsql as $$
begin
  if new.currency <> old.currency or new.user_id <> old.user_id then
    raise exception 'an account keeps its person and its currency' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger finance_accounts_kept before update on finance_accounts for each row execute function protect_finance_currency();
