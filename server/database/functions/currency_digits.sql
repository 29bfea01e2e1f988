-- Returns the decimal places of a currency (ISO 4217 minor units). Amounts are stored in minor units, such as cents.
-- contract/src/finances/money.ts has the same list.
-- Callers: features/budgets/import/staged-ledger.queries.ts, features/finances/finances.queries.ts, features/finances/import/merge-finances.queries.ts,
-- features/finances/import/staged-finances.queries.ts, features/imports/export/export.queries.ts
create or replace function currency_digits(currency text) returns int language sql immutable as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end
$$;
