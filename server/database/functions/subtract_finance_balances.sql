-- Subtracts deleted transactions from the balances of their accounts, once per statement, and computes the oldest due date of these
-- accounts again.
-- Callers: trigger on finance_transactions
create or replace function subtract_finance_balances() returns trigger language plpgsql as $$
declare school int;
begin
  update finance_balances b set balance = b.balance - l.sum
    from (select school_id, account_id, sum(effect) as sum from changed_lines group by 1, 2) as l
    where b.school_id = l.school_id and b.account_id = l.account_id;
  for school in select distinct school_id from changed_lines loop
    perform refresh_oldest_due(school, array(select distinct account_id from changed_lines where school_id = school));
  end loop;
  return null;
end $$;

create or replace trigger finance_transactions_removed after delete on finance_transactions referencing old table as changed_lines
  for each statement execute function subtract_finance_balances();
