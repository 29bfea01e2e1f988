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
create table finance_transactions (
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
  foreign key (school_id, reverses_id) references finance_transactions (school_id, id) on delete cascade,
  foreign key (school_id, by_id) references users (school_id, id) on delete set null (by_id),
  constraint finance_transactions_due check (due_on is null or kind = 'charge'),
  constraint finance_transactions_charge check (charge_code is null or kind in ('payment', 'credit'))
);
create index finance_transactions_account on finance_transactions (school_id, account_id);
create unique index finance_transactions_code on finance_transactions (school_id, code, revision) where reverses_id is null;
create unique index finance_transactions_reverses on finance_transactions (school_id, reverses_id) where reverses_id is not null;
create index finance_transactions_term on finance_transactions (school_id, term_id) where term_id is not null;
create index finance_transactions_by on finance_transactions (school_id, by_id) where by_id is not null;

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
create index finance_holds_open on finance_holds (school_id, since, id) where lifted_on is null;
create index finance_holds_by_amount on finance_holds (school_id, (coalesce(amount, 0)), id) where lifted_on is null;

-- When somebody looked at their account last, so that what is new since then can be marked.
create table finance_visits (
  school_id int not null,
  user_id bigint not null,
  seen_at timestamptz not null,
  -- A visit lasts until somebody has not looked for half an hour. What is new is what came after the one before it, so that it stays marked
  -- while the page is open and asks again.
  before_at timestamptz,
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
  -- The language of mails to somebody outside the school whom a student lets in. Null: that of the school.
  locale text check (locale in ('en', 'de', 'ar')),
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
  what text not null,
  at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, proxy_id) references finance_proxies (school_id, id) on delete cascade,
  constraint finance_proxy_reads_what_check check (what in ('account', 'statement', 'payment'))
);
create index finance_proxy_reads_proxy on finance_proxy_reads (school_id, proxy_id, at desc, id desc);

-- What each account adds up to, so that staff can list accounts by what is owed without adding up all lines of the school.
create table finance_balances (
  school_id int not null,
  account_id bigint not null,
  balance bigint not null default 0,
  -- The oldest due date of an account with an open balance. It depends on the account's transactions alone, not on
  -- today, so overdue accounts are those whose day has come, and staff can sort and page through them with an index. The rule is the one
  -- of server/src/features/finances/due-dates.ts: payments count toward the earliest due date, and a payment plan replaces the charges
  -- that were open when it was made.
  oldest_due date,
  primary key (school_id, account_id),
  foreign key (school_id, account_id) references finance_accounts (school_id, id) on delete cascade
);
create index finance_balances_owed on finance_balances (school_id, balance, account_id) include (oldest_due) where balance > 0;
create index finance_balances_due on finance_balances (school_id, oldest_due, account_id) where balance > 0;
