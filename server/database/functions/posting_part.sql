-- Returns what a posting counts as: `allocated` (allocations and transfers), `spent` (expenses, and manual entries that take money out of the
-- account), or `income` (all others, such as sales, fees and refunds). A reversal subtracts from what its entry counted as.
-- Callers: features/budgets/budgets.queries.ts, add_to_club_balance
create or replace function posting_part(kind text, amount bigint, is_reversal boolean) returns text language sql immutable as $$
  select case
    when kind in ('allocation', 'transfer') then 'allocated'
    when kind = 'expense' or kind = 'manual' and (amount < 0) <> is_reversal then 'spent'
    else 'income'
  end
$$;
