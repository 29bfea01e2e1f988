-- Finances of students: accounts, lines, holds, and those whom a student lets read them (decision 061).

-- Decimal places of a currency (ISO 4217, minor units); contract/src/finances/money.ts has the same list.
create function currency_digits(currency text) returns int language sql immutable as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end
$$;

-- How a school handles what students owe. Without a row: US dollars, and no payment page.
create table finance_settings (
  school_id int not null references schools,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- The school's own payment page, and the secret that signs what it is sent (encrypted), with its first characters.
  pay_url text check (pay_url ~ '^https://' and length(pay_url) <= 2000),
  pay_key text,
  pay_key_hint text,
  -- Whom to ask about an account.
  contact_name text not null default '' check (length(contact_name) <= 120),
  contact_email text not null default '' check (length(contact_email) <= 254),
  contact_phone text not null default '' check (length(contact_phone) <= 60),
  office_id bigint,
  -- When the newest file with lines or holds was read.
  fed_at timestamptz,
  version int not null default 1,
  primary key (school_id),
  foreign key (school_id, office_id) references booking_offices (school_id, id) on delete set null (office_id)
);
create index finance_settings_office on finance_settings (school_id, office_id) where office_id is not null;

create table finance_accounts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  user_id bigint not null,
  -- Empty: the one that most people have.
  name text not null default '' check (length(name) <= 60),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (school_id, id),
  unique (school_id, user_id, name),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- What was charged, paid, credited, refunded, is still pending, and the parts of a payment plan. A balance is the sum of `effect`.
create table finance_lines (
  school_id int not null,
  id bigint not null default new_id(),
  account_id bigint not null,
  -- What files call it. A correction takes the newest revision back and writes the next one.
  code text not null check (length(code) between 1 and 120),
  revision int not null default 1 check (revision between 1 and 10000),
  kind text not null check (kind in ('charge', 'payment', 'credit', 'refund', 'pending', 'installment')),
  title text not null check (length(title) between 1 and 200),
  detail text not null default '' check (length(detail) <= 200),
  -- In minor units of the account's currency.
  amount bigint not null check (amount between 1 and 1000000000000),
  on_date date not null,
  -- By when a charge is to be paid. Null: at once, or by the parts of a plan.
  due_on date,
  term_id bigint,
  -- The charge that a payment is for.
  charge_code text check (length(charge_code) between 1 and 120),
  -- The line that this one takes back: of the same kind and amount, with the opposite effect.
  reverses_id bigint,
  reason text not null default '' check (length(reason) <= 200),
  -- Null: from a file, or somebody who has been erased.
  by_id bigint,
  created_at timestamptz not null default now(),
  effect bigint not null generated always as (
    case when kind in ('charge', 'refund') then amount when kind in ('payment', 'credit') then -amount else 0 end
      * case when reverses_id is null then 1 else -1 end) stored,
  primary key (school_id, id),
  foreign key (school_id, account_id) references finance_accounts (school_id, id) on delete cascade,
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, reverses_id) references finance_lines (school_id, id) on delete cascade,
  foreign key (school_id, by_id) references users (school_id, id) on delete set null (by_id),
  constraint finance_lines_due check (due_on is null or kind = 'charge'),
  constraint finance_lines_charge check (charge_code is null or kind in ('payment', 'credit'))
);
create index finance_lines_account on finance_lines (school_id, account_id);
create unique index finance_lines_code on finance_lines (school_id, code, revision) where reverses_id is null;
create unique index finance_lines_reverses on finance_lines (school_id, reverses_id) where reverses_id is not null;
create index finance_lines_term on finance_lines (school_id, term_id) where term_id is not null;
create index finance_lines_by on finance_lines (school_id, by_id) where by_id is not null;

-- A reversal says of its line what that says of itself, and is not reversed in turn.
create function check_finance_reversal() returns trigger language plpgsql as $$
begin
  if not exists (select from finance_lines l where l.school_id = new.school_id and l.id = new.reverses_id and l.account_id = new.account_id
      and l.kind = new.kind and l.amount = new.amount and l.code = new.code and l.revision = new.revision and l.reverses_id is null) then
    raise exception 'a reversal takes back a line of the same account, kind and amount' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger finance_lines_reversal before insert on finance_lines for each row
  when (new.reverses_id is not null) execute function check_finance_reversal();

-- Lines are only added and reversed. They go with their account when its person is erased, and when an import is undone; the name of
-- staff who wrote one goes when they are erased.
create function keep_finance_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.by_id is null and to_jsonb(new) - 'by_id' = to_jsonb(old) - 'by_id' then return new; end if;
  elsif current_setting('commons.undoing_import', true) = 'on'
    or not exists (select from finance_accounts a where a.school_id = old.school_id and a.id = old.account_id) then
    return old;
  end if;
  raise exception 'lines of accounts are only added and reversed' using errcode = '42501';
end $$;
create trigger finance_lines_kept before update or delete on finance_lines for each row execute function keep_finance_lines();

-- The lines of an account are all in its currency.
create function keep_finance_currency() returns trigger language plpgsql as $$
begin
  if new.currency <> old.currency or new.user_id <> old.user_id then
    raise exception 'an account keeps its person and its currency' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger finance_accounts_kept before update on finance_accounts for each row execute function keep_finance_currency();

create table finance_holds (
  school_id int not null references schools,
  id bigint not null default new_id(),
  user_id bigint not null,
  code text not null check (length(code) between 1 and 120),
  kind text not null check (kind in ('financial', 'library', 'academic', 'registrar', 'health', 'housing', 'conduct', 'other')),
  office text not null check (length(office) between 1 and 120),
  since date not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Of the actions that contract/src/finances/limits.ts lists.
  blocks text[] not null default '{}',
  how_to_clear text not null default '' check (length(how_to_clear) <= 500),
  -- What is to be paid to clear it, in minor units.
  amount bigint check (amount between 1 and 1000000000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  contact_name text not null default '' check (length(contact_name) <= 120),
  contact_email text not null default '' check (length(contact_email) <= 254),
  contact_phone text not null default '' check (length(contact_phone) <= 60),
  -- A person, or an office, who offers meetings.
  contact_id bigint,
  office_id bigint,
  lifted_on date,
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, code),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, contact_id) references users (school_id, id) on delete set null (contact_id),
  foreign key (school_id, office_id) references booking_offices (school_id, id) on delete set null (office_id),
  constraint finance_holds_money check ((amount is null) = (currency is null))
);
create index finance_holds_user on finance_holds (school_id, user_id);
create index finance_holds_contact on finance_holds (school_id, contact_id) where contact_id is not null;
create index finance_holds_office on finance_holds (school_id, office_id) where office_id is not null;

-- When somebody looked at their account last, so that what is new since then can be marked.
create table finance_visits (
  school_id int not null,
  user_id bigint not null,
  seen_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Somebody outside the school whom a student lets read parts of their finances, known by their email address.
create table finance_proxies (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  email text not null check (length(email) <= 254),
  -- balance, lines, holds, statements
  items text[] not null check (cardinality(items) > 0),
  -- Hash of what the link in the email names; by itself it opens nothing.
  link_hash bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  confirmed_at timestamptz,
  revoked_at timestamptz,
  -- The one-time code that was sent last.
  code_hash bytea,
  code_ends_at timestamptz,
  code_tries int not null default 0,
  primary key (school_id, id),
  unique (school_id, user_id, client_id),
  unique (school_id, link_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table finance_proxy_sessions (
  school_id int not null,
  token_hash bytea not null,
  proxy_id bigint not null,
  ends_at timestamptz not null,
  primary key (school_id, token_hash),
  foreign key (school_id, proxy_id) references finance_proxies (school_id, id) on delete cascade
);
create index finance_proxy_sessions_proxy on finance_proxy_sessions (school_id, proxy_id);

-- What somebody outside the school has looked at, for the student to see.
create table finance_proxy_reads (
  school_id int not null,
  id bigint not null default new_id(),
  proxy_id bigint not null,
  what text not null check (what in ('account', 'statement')),
  at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, proxy_id) references finance_proxies (school_id, id) on delete cascade
);
create index finance_proxy_reads_proxy on finance_proxy_reads (school_id, proxy_id, at desc, id desc);

-- When somebody last proved again who they are, for what a session that was left open must not do.
alter table sessions add column confirmed_at timestamptz;

do $$
declare t record;
begin
  for t in select * from (values ('finance_accounts'), ('finance_lines'), ('finance_holds')) as ledgered (name)
  loop
    execute format('create trigger %s after insert on %I referencing new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(''id'')',
      t.name || '_ledger_insert', t.name);
    execute format('create trigger %s after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(''id'')',
      t.name || '_ledger_update', t.name);
  end loop;
end $$;

-- Keys of a school may import charges, payments and holds.
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (cardinality(scopes) > 0
  and scopes <@ case when person_id is null then array['provisioning', 'embed', 'finance.write'] else array['read', 'write'] end);
