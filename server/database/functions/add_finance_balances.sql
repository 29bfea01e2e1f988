-- Adds new transactions to the balances of their accounts, once per statement, and then computes the oldest due date of these
-- accounts again. The function writes the balance row first, so a concurrent transaction on the same account waits there and then
-- counts both.
-- Callers: trigger on finance_transactions
create or replace function add_finance_balances() returns trigger language plpgsql as $$
declare school int;
begin
  insert into finance_balances as b (school_id, account_id, balance)
    select school_id, account_id, sum(effect) from changed_lines group by 1, 2 order by 1, 2
    on conflict (school_id, account_id) do update set balance = b.balance + excluded.balance;
  for school in select distinct school_id from changed_lines loop
    perform refresh_oldest_due(school, array(select distinct account_id from changed_lines where school_id = school));
  end loop;
  return null;
end $$;

create or replace trigger finance_transactions_added after insert on finance_transactions referencing new table as changed_lines
  for each statement execute function add_finance_balances();
