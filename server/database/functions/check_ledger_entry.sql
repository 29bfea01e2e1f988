-- Checks an entry when its transaction commits:
-- - it has two or more postings;
-- - they sum to zero in each currency;
-- - a reversal has the accounts of the entry that it reverses with the opposite amounts, and that entry isn't a reversal itself.
-- It runs for each new entry and each new posting, so no posting can be added to an earlier entry.
-- Callers: trigger on ledger_entries, trigger on ledger_postings
create or replace function check_ledger_entry() returns trigger language plpgsql as $$
declare
  entry bigint;
  reversed bigint;
begin
  if tg_table_name = 'ledger_entries' then entry := new.id; else entry := new.entry_id; end if;
  reversed := (select e.reverses_id from ledger_entries e where e.school_id = new.school_id and e.id = entry);
  if (select count(*) from ledger_postings p where p.school_id = new.school_id and p.entry_id = entry) < 2 then
    raise exception 'an entry has two or more postings' using errcode = '23514', constraint = 'ledger_entries_balanced';
  end if;
  if exists (select from ledger_postings p where p.school_id = new.school_id and p.entry_id = entry group by p.currency having sum(p.amount) <> 0) then
    raise exception 'the postings of an entry sum to zero in each currency' using errcode = '23514', constraint = 'ledger_entries_balanced';
  end if;
  if reversed is not null and (
    exists (select from ledger_entries e where e.school_id = new.school_id and e.id = reversed and e.reverses_id is not null)
    or exists (select from ledger_postings p where p.school_id = new.school_id and p.entry_id in (entry, reversed)
      group by p.account_id having sum(p.amount) <> 0)
  ) then
    raise exception 'a reversal has the opposite amounts of its entry' using errcode = '23514', constraint = 'ledger_entries_balanced';
  end if;
  return null;
end $$;

drop trigger if exists ledger_entries_balanced on ledger_entries;
create constraint trigger ledger_entries_balanced after insert on ledger_entries deferrable initially deferred
  for each row execute function check_ledger_entry();
drop trigger if exists ledger_postings_balanced on ledger_postings;
create constraint trigger ledger_postings_balanced after insert on ledger_postings deferrable initially deferred
  for each row execute function check_ledger_entry();
