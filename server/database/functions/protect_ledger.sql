-- Refuses to change or delete entries and postings, which are only added and reversed. Allowed is setting `created_by` of an entry to null
-- when the account of the person who wrote it is erased.
-- Callers: trigger on ledger_entries, trigger on ledger_postings
create or replace function protect_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_entries' and to_jsonb(new) ->> 'created_by' is null
    and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by' then
    return new;
  end if;
  raise exception 'entries of the ledger are only added and reversed' using errcode = '42501';
end $$;

create or replace trigger ledger_entries_kept before update or delete on ledger_entries for each row execute function protect_ledger();
create or replace trigger ledger_postings_kept before update or delete on ledger_postings for each row execute function protect_ledger();
