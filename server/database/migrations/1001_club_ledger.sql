-- An account of the clubs' ledger. Accounts of clubs, funds and groups form a tree, which people see. System accounts, one of each role
-- and currency, are the other side of entries; they have no code and no lists show them. Docs: docs/decisions/072-club-ledger.md.
create table club_accounts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- club, fund: hold money. group: has the sums of the accounts below it.
  -- external: money from and to outside the platform. provider: money at the payment provider that isn't paid out yet. desk: cash, checks
  -- and card terminals. school: charges on students' accounts. invoice: sent invoices. fees, tax: kept by the provider, owed to the state.
  role text not null check (role in ('club', 'fund', 'group', 'external', 'provider', 'desk', 'school', 'invoice', 'fees', 'tax')),
  code text check (length(code) between 1 and 60),
  -- Empty: the name of the club.
  name text not null default '' check (length(name) <= 120),
  parent_id bigint,
  -- Null for accounts without a club, and after the club was deleted.
  club_id bigint,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The club's account for its sales, dues and requests. Its other accounts are for separate purposes.
  is_main boolean not null default false,
  archived_at timestamptz,
  created_by bigint,
  client_id uuid,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (school_id, id),
  -- Postings refer to the account with its currency.
  unique (school_id, id, currency),
  foreign key (school_id, parent_id) references club_accounts (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete set null (club_id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  constraint club_accounts_code check ((code is not null) = (role in ('club', 'fund', 'group'))),
  constraint club_accounts_club check (club_id is null or role = 'club'),
  constraint club_accounts_system check (code is not null or (parent_id is null and archived_at is null))
);
create unique index club_accounts_codes on club_accounts (school_id, currency, code) where code is not null;
create unique index club_accounts_roles on club_accounts (school_id, role, currency) where code is null;
create unique index club_accounts_main on club_accounts (school_id, club_id, currency) where is_main;
create unique index club_accounts_client on club_accounts (school_id, created_by, client_id) where client_id is not null;
create index club_accounts_parent on club_accounts (school_id, parent_id) where parent_id is not null;
create index club_accounts_clubs on club_accounts (school_id, club_id) where club_id is not null;
create index club_accounts_list on club_accounts (school_id, code, id) where code is not null;

-- The balance of each account. A trigger on the postings changes it, so a balance is always the sum of the account's postings.
create table club_account_balances (
  school_id int not null,
  account_id bigint not null,
  -- In minor units of the account's currency. Numbers beyond 2^53 wouldn't be exact in JavaScript.
  balance bigint not null default 0 check (abs(balance) < 9007199254740992),
  -- Granted to requests and not yet spent.
  promised bigint not null default 0 check (promised between 0 and 9007199254740991),
  -- The number of postings.
  postings int not null default 0,
  primary key (school_id, account_id),
  foreign key (school_id, account_id) references club_accounts (school_id, id) on delete cascade
);

-- An entry: what happened, on which day. Its postings sum to zero in each currency (check_ledger_entry).
create table ledger_entries (
  school_id int not null references schools,
  id bigint not null default new_id(),
  on_date date not null,
  title text not null check (length(title) between 1 and 200),
  category text not null default '' check (length(category) <= 60),
  kind text not null check (kind in ('allocation', 'transfer', 'income', 'expense', 'fee', 'refund', 'payout', 'manual')),
  -- What the entry is about. The same source never gets two entries of a kind, unless their parts differ, such as the expenses of a request.
  source_kind text check (source_kind in ('request', 'order', 'refund', 'payout', 'fee', 'import')),
  source_id text check (length(source_id) between 1 and 120),
  source_part text not null default '' check (length(source_part) <= 120),
  -- The entry that this one reverses: the same accounts, opposite amounts.
  reverses_id bigint,
  -- Why it was reversed.
  reason text not null default '' check (length(reason) <= 500),
  -- Null for entries of the server, and after the account was erased.
  created_by bigint,
  client_id uuid,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, reverses_id) references ledger_entries (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  constraint ledger_entries_source check ((source_kind is null) = (source_id is null) and (source_kind is not null or source_part = '')),
  constraint ledger_entries_reason check (reverses_id is not null or reason = '')
);
create unique index ledger_entries_sources on ledger_entries (school_id, source_kind, source_id, kind, source_part) where source_kind is not null;
create unique index ledger_entries_reverses on ledger_entries (school_id, reverses_id) where reverses_id is not null;
create unique index ledger_entries_client on ledger_entries (school_id, created_by, client_id) where client_id is not null;
create index ledger_entries_by on ledger_entries (school_id, created_by) where created_by is not null;

-- A posting of an entry: an amount on an account, positive if its balance grows.
create table ledger_postings (
  school_id int not null,
  id bigint not null default new_id(),
  entry_id bigint not null,
  account_id bigint not null,
  currency text not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
  -- Set by add_to_club_balance: the position among all postings of the account, and its balance after this one.
  number int not null,
  balance bigint not null,
  primary key (school_id, id),
  foreign key (school_id, entry_id) references ledger_entries (school_id, id),
  foreign key (school_id, account_id, currency) references club_accounts (school_id, id, currency)
);
create index ledger_postings_entry on ledger_postings (school_id, entry_id, id);
-- An account has one currency. The index has it because the foreign key does.
create unique index ledger_postings_account on ledger_postings (school_id, account_id, currency, number);
