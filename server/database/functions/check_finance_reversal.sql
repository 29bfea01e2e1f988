-- Refuses a reversal unless it has the account, kind, amount, code and revision of the transaction that it reverses. A reversal
-- itself can't be reversed.
-- Callers: trigger on finance_transactions
create or replace function check_finance_reversal() returns trigger language plpgsql as $$
begin
  if not exists (select from finance_transactions l where l.school_id = new.school_id and l.id = new.reverses_id and l.account_id = new.account_id
      and l.kind = new.kind and l.amount = new.amount and l.code = new.code and l.revision = new.revision and l.reverses_id is null) then
    raise exception 'a reversal takes back a line of the same account, kind and amount' using errcode = '23514';
  end if;
  return new;
end $$;

create or replace trigger finance_transactions_reversal before insert on finance_transactions for each row
  when (new.reverses_id is not null) execute function check_finance_reversal();
