-- A school's finance settings. No row: US dollars and no payment page.
create table finance_settings (
  school_id int not null references schools,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- The school's payment page, and the secret that signs the data for it (encrypted), with its first characters.
  pay_url text check (pay_url ~ '^https://' and length(pay_url) <= 2000),
  pay_key text,
  pay_key_hint text,
  -- The contact for questions about an account.
  contact_name text not null default '' check (length(contact_name) <= 120),
  contact_email text not null default '' check (length(contact_email) <= 254),
  contact_phone text not null default '' check (length(contact_phone) <= 60),
  office_id bigint,
  -- When the newest file with transactions or holds was read.
  imported_at timestamptz,
  version int not null default 1,
  primary key (school_id),
  foreign key (school_id, office_id) references booking_offices (school_id, id) on delete set null (office_id)
);
create index finance_settings_office on finance_settings (school_id, office_id) where office_id is not null;

-- A student's financial account, in one currency.
create table finance_accounts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  user_id bigint not null,
  -- Empty: the account that most people have.
  name text not null default '' check (length(name) <= 60),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (school_id, id),
  unique (school_id, user_id, name),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A charge, payment, credit, refund, pending amount, or installment of a payment plan. The balance is the sum of `effect`.
create table finance_transactions (
  school_id int not null,
  id bigint not null default new_id(),
  account_id bigint not null,
  -- The transaction's id in files. A correction reverses the newest revision and adds the next one.
  code text not null check (length(code) between 1 and 120),
  revision int not null default 1 check (revision between 1 and 10000),
  kind text not null check (kind in ('charge', 'payment', 'credit', 'refund', 'pending', 'installment')),
  title text not null check (length(title) between 1 and 200),
  detail text not null default '' check (length(detail) <= 200),
  -- In minor units of the account's currency.
  amount bigint not null check (amount between 1 and 1000000000000),
  on_date date not null,
  -- The due date of a charge. Null: due immediately, or by the installments of a plan.
  due_on date,
  term_id bigint,
  -- The charge that a payment is for.
  charge_code text check (length(charge_code) between 1 and 120),
  -- The transaction that this one reverses: same kind and amount, opposite effect.
  reverses_id bigint,
  reason text not null default '' check (length(reason) <= 200),
  -- Null: from a file, or the account was deleted.
  actor_id bigint,
  created_at timestamptz not null default now(),
  effect bigint not null generated always as (
    case when kind in ('charge', 'refund') then amount when kind in ('payment', 'credit') then -amount else 0 end
      * case when reverses_id is null then 1 else -1 end) stored,
  primary key (school_id, id),
  foreign key (school_id, account_id) references finance_accounts (school_id, id) on delete cascade,
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, reverses_id) references finance_transactions (school_id, id) on delete cascade,
  foreign key (school_id, actor_id) references users (school_id, id) on delete set null (actor_id),
  constraint finance_transactions_due check (due_on is null or kind = 'charge'),
  constraint finance_transactions_charge check (charge_code is null or kind in ('payment', 'credit'))
);
create index finance_transactions_account on finance_transactions (school_id, account_id);
create unique index finance_transactions_code on finance_transactions (school_id, code, revision) where reverses_id is null;
create unique index finance_transactions_reverses on finance_transactions (school_id, reverses_id) where reverses_id is not null;
create index finance_transactions_term on finance_transactions (school_id, term_id) where term_id is not null;
create index finance_transactions_by on finance_transactions (school_id, actor_id) where actor_id is not null;

-- A block on registration or other actions until it is cleared.
create table finance_holds (
  school_id int not null references schools,
  id bigint not null default new_id(),
  user_id bigint not null,
  code text not null check (length(code) between 1 and 120),
  kind text not null check (kind in ('financial', 'library', 'academic', 'registrar', 'health', 'housing', 'conduct', 'other')),
  office text not null check (length(office) between 1 and 120),
  since date not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Actions that the hold blocks, from the list in contract/src/finances/limits.ts.
  blocks text[] not null default '{}',
  how_to_clear text not null default '' check (length(how_to_clear) <= 500),
  -- The amount that clears the hold, in minor units.
  amount bigint check (amount between 1 and 1000000000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  contact_name text not null default '' check (length(contact_name) <= 120),
  contact_email text not null default '' check (length(contact_email) <= 254),
  contact_phone text not null default '' check (length(contact_phone) <= 60),
  -- A person or office that offers meetings about the hold.
  contact_id bigint,
  office_id bigint,
  released_on date,
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
create index finance_holds_open on finance_holds (school_id, since, id) where released_on is null;
create index finance_holds_by_amount on finance_holds (school_id, (coalesce(amount, 0)), id) where released_on is null;

-- A person's last visit to their account, for marking new items.
create table finance_visits (
  school_id int not null,
  user_id bigint not null,
  seen_at timestamptz not null,
  -- The visit before the current one. Later items are new. A visit ends after half an hour without requests, so that new items stay
  -- marked while the page is open and refreshes.
  previous_seen_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A proxy: a person outside the school, identified by email address, who can see the parts of a student's finances that the student
-- shares.
create table finance_proxies (
  school_id int not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  email text not null check (length(email) <= 254),
  -- balance, lines, holds, statements
  items text[] not null check (cardinality(items) > 0),
  -- Hash of the token in the email's link. The link alone gives no access.
  link_hash bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  confirmed_at timestamptz,
  revoked_at timestamptz,
  -- The last one-time code that was sent.
  code_hash bytea,
  code_ends_at timestamptz,
  code_attempts int not null default 0,
  -- The language of emails to the proxy. Null: the school's.
  locale text check (locale in ('en', 'de', 'ar')),
  primary key (school_id, id),
  unique (school_id, user_id, client_id),
  unique (school_id, link_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A proxy's visit: the access after a one-time code.
create table finance_proxy_sessions (
  school_id int not null,
  token_hash bytea not null,
  proxy_id bigint not null,
  ends_at timestamptz not null,
  primary key (school_id, token_hash),
  foreign key (school_id, proxy_id) references finance_proxies (school_id, id) on delete cascade
);
create index finance_proxy_sessions_proxy on finance_proxy_sessions (school_id, proxy_id);

-- A proxy's access to a student's finances, which the student can see.
create table finance_proxy_reads (
  school_id int not null,
  id bigint not null default new_id(),
  proxy_id bigint not null,
  item text not null,
  at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, proxy_id) references finance_proxies (school_id, id) on delete cascade,
  constraint finance_proxy_reads_item_check check (item in ('account', 'statement', 'payment'))
);
create index finance_proxy_reads_proxy on finance_proxy_reads (school_id, proxy_id, at desc, id desc);

-- The balance of an account. Triggers maintain it, so that staff can list accounts by balance without adding up all transactions of
-- the school.
create table finance_balances (
  school_id int not null,
  account_id bigint not null,
  balance bigint not null default 0,
  -- The oldest due date of an account with an open balance (refresh_oldest_due). It depends only on the account's transactions, not
  -- on today's date, so an index can sort overdue accounts. server/src/features/finances/due-dates.ts has the same rule: payments
  -- count toward the earliest due date, and a payment plan replaces the charges that were open when it was created.
  oldest_due date,
  primary key (school_id, account_id),
  foreign key (school_id, account_id) references finance_accounts (school_id, id) on delete cascade
);
create index finance_balances_owed on finance_balances (school_id, balance, account_id) include (oldest_due) where balance > 0;
create index finance_balances_due on finance_balances (school_id, oldest_due, account_id) where balance > 0;
