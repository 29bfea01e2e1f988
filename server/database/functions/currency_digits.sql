-- Finances of students: accounts, lines, holds, and those whom a student lets read them (decision 061).
-- Decimal places of a currency (ISO 4217, minor units); contract/src/finances/money.ts has the same list.
create or replace function currency_digits(currency text) returns int language sql immutable as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end
$$;
