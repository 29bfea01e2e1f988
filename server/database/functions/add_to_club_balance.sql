-- Adds a posting to the balance of its account and to the sums of its month, and numbers it. The update locks the balance, so concurrent postings on one account get
-- consecutive numbers and balances. Statements insert postings in the order of their accounts, so that two entries never wait
-- for each other. A group has no money of its own and gets no postings.
-- Callers: trigger on ledger_postings
create or replace function add_to_club_balance() returns trigger language plpgsql as $$
declare
  part text;
  first_day date;
begin
  update club_account_balances b set balance = b.balance + new.amount, postings = b.postings + 1
    from club_accounts a
    where b.school_id = new.school_id and b.account_id = new.account_id and a.school_id = b.school_id and a.id = b.account_id and a.role <> 'group'
    returning b.postings, b.balance into new.number, new.balance;
  if not found then
    raise exception 'a posting needs an account with money' using errcode = '23514';
  end if;
  select posting_part(e.kind, new.amount, e.reverses_id is not null), date_trunc('month', e.on_date)::date into part, first_day
    from ledger_entries e where e.school_id = new.school_id and e.id = new.entry_id;
  insert into club_account_months as m (school_id, account_id, month, allocated, income, spent)
    values (new.school_id, new.account_id, first_day, case part when 'allocated' then new.amount else 0 end,
      case part when 'income' then new.amount else 0 end, case part when 'spent' then -new.amount else 0 end)
    on conflict (school_id, account_id, month) do update
      set allocated = m.allocated + excluded.allocated, income = m.income + excluded.income, spent = m.spent + excluded.spent;
  return new;
end $$;

create or replace trigger ledger_postings_added before insert on ledger_postings for each row execute function add_to_club_balance();
