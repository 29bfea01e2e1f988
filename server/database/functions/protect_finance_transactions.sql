-- Refuses to change or delete finance transactions, which are only added and reversed. Allowed are
-- - deletion with the account, when its person is deleted;
-- - deletion by the undo of an import;
-- - setting `actor_id` to null when the staff member who wrote the transaction is deleted.
-- Callers: trigger on finance_transactions
create or replace function protect_finance_transactions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.actor_id is null and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then return new; end if;
  elsif current_setting('commons.undoing_import', true) = 'on'
    or not exists (select from finance_accounts a where a.school_id = old.school_id and a.id = old.account_id) then
    return old;
  end if;
  raise exception 'lines of accounts are only added and reversed' using errcode = '42501';
end $$;

create or replace trigger finance_transactions_kept before update or delete on finance_transactions for each row execute function protect_finance_transactions();
