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
  -- If false, closing a period gives what is left back to the parent account.
  carries_over boolean not null default true,
  archived_at timestamptz,
  created_by bigint,
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
create index club_accounts_by on club_accounts (school_id, created_by) where created_by is not null;
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

-- What moved in each account by month, so that the tree of accounts needn't read every posting. The trigger of the balances changes these
-- too: a balance is always the sum of allocated and income less spent of all months.
create table club_account_months (
  school_id int not null,
  account_id bigint not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  allocated bigint not null default 0,
  income bigint not null default 0,
  -- Positive for money that left.
  spent bigint not null default 0,
  primary key (school_id, account_id, month),
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
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, reverses_id) references ledger_entries (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  constraint ledger_entries_source check ((source_kind is null) = (source_id is null) and (source_kind is not null or source_part = '')),
  constraint ledger_entries_reason check (reverses_id is not null or reason = '')
);
create unique index ledger_entries_sources on ledger_entries (school_id, source_kind, source_id, kind, source_part) where source_kind is not null;
create unique index ledger_entries_reverses on ledger_entries (school_id, reverses_id) where reverses_id is not null;
create index ledger_entries_date on ledger_entries (school_id, on_date);
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

-- A period of the school's budget, such as an academic year.
create table budget_periods (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 60),
  starts_on date not null,
  ends_on date not null,
  -- When the money that doesn't carry over went back to the funds.
  closed_at timestamptz,
  version int not null default 1,
  primary key (school_id, id),
  check (ends_on >= starts_on)
);
create unique index budget_periods_starts on budget_periods (school_id, starts_on);

-- A club's request for money: a budget, a purchase, or a reimbursement.
create table budget_requests (
  school_id int not null references schools,
  id bigint not null default new_id(),
  kind text not null check (kind in ('budget', 'purchase', 'reimbursement')),
  -- Null after the club was deleted.
  club_id bigint,
  -- The account that pays.
  account_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  purpose text not null default '' check (length(purpose) <= 2000),
  event_id bigint,
  -- draft: not submitted, or withdrawn. approved: the granted sum is promised. closed: the rest was given back.
  state text not null default 'draft' check (state in ('draft', 'submitted', 'changes_requested', 'approved', 'denied', 'withdrawn', 'closed')),
  -- Null after the account was erased.
  created_by bigint,
  created_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  closed_at timestamptz,
  -- The reviewer who has the request open, until when.
  reviewed_by bigint,
  reviewed_until timestamptz,
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete set null (club_id),
  foreign key (school_id, account_id) references club_accounts (school_id, id),
  foreign key (school_id, event_id) references events (school_id, id) on delete set null (event_id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  foreign key (school_id, reviewed_by) references users (school_id, id) on delete set null (reviewed_by)
);
create index budget_requests_club on budget_requests (school_id, club_id, created_at desc, id desc) where club_id is not null;
create index budget_requests_account on budget_requests (school_id, account_id);
create index budget_requests_event on budget_requests (school_id, event_id) where event_id is not null;
create index budget_requests_by on budget_requests (school_id, created_by) where created_by is not null;
create index budget_requests_reviewed on budget_requests (school_id, reviewed_by) where reviewed_by is not null;
create index budget_requests_state on budget_requests (school_id, state, created_at desc, id desc);
create index budget_requests_list on budget_requests (school_id, created_at desc, id desc);

-- A line of a request. Amounts are in minor units of the account's currency.
create table budget_request_lines (
  school_id int not null,
  id bigint not null default new_id(),
  request_id bigint not null,
  position int not null,
  title text not null check (length(title) between 1 and 200),
  category text not null default '' check (length(category) <= 60),
  vendor text not null default '' check (length(vendor) <= 120),
  quantity int not null check (quantity between 1 and 1000000),
  -- Per unit.
  price bigint not null check (price between 1 and 1000000000000),
  -- The part that the club pays itself.
  club_pays bigint not null default 0 check (club_pays >= 0),
  asked bigint not null check (asked between 0 and 1000000000000),
  -- Null until a reviewer sets it. Approving sets it to the asked amount.
  granted bigint check (granted between 0 and asked),
  spent bigint not null default 0 check (spent between 0 and coalesce(granted, 0)),
  primary key (school_id, id),
  foreign key (school_id, request_id) references budget_requests (school_id, id) on delete cascade,
  check (asked = quantity * price - club_pays)
);
create index budget_request_lines_request on budget_request_lines (school_id, request_id, position);

-- Quotes and receipts of a line.
create table budget_line_files (
  school_id int not null,
  line_id bigint not null,
  upload_id bigint not null,
  position int not null,
  primary key (school_id, line_id, upload_id),
  foreign key (school_id, line_id) references budget_request_lines (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index budget_line_files_upload on budget_line_files (school_id, upload_id);

-- Money spent on a line, with its entry in the ledger.
create table budget_expenses (
  school_id int not null,
  id bigint not null default new_id(),
  line_id bigint not null,
  entry_id bigint not null,
  vendor text not null default '' check (length(vendor) <= 120),
  primary key (school_id, id),
  unique (school_id, entry_id),
  foreign key (school_id, line_id) references budget_request_lines (school_id, id),
  foreign key (school_id, entry_id) references ledger_entries (school_id, id)
);
create index budget_expenses_line on budget_expenses (school_id, line_id);

create table budget_expense_files (
  school_id int not null,
  expense_id bigint not null,
  upload_id bigint not null,
  position int not null,
  primary key (school_id, expense_id, upload_id),
  foreign key (school_id, expense_id) references budget_expenses (school_id, id),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index budget_expense_files_upload on budget_expense_files (school_id, upload_id);

-- A reviewer's score for a request. Only reviewers see scores.
create table budget_scores (
  school_id int not null,
  request_id bigint not null,
  user_id bigint not null,
  score int not null check (score between 1 and 5),
  primary key (school_id, request_id, user_id),
  foreign key (school_id, request_id) references budget_requests (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index budget_scores_user on budget_scores (school_id, user_id);

-- Presidents and treasurers handle money, as in new schools.
alter table roles no force row level security;
update roles set permissions = permissions || '{budgets.request,money.read}'
  where scope = 'club' and ('clubs.manage_officers' = any (permissions) or lower(name) = 'treasurer');
