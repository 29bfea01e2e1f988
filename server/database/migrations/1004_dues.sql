-- A plan of dues that a club's members pay. Docs: docs/decisions/075-dues.md.
create table dues_plans (
  school_id int not null references schools,
  id bigint not null default new_id(),
  club_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  amount bigint not null check (amount between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The time that a payment covers.
  months int not null check (months between 1 and 120),
  grace_days int not null check (grace_days between 0 and 365),
  archived_at timestamptz,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create unique index dues_plans_client on dues_plans (school_id, created_by, client_id);
create index dues_plans_club on dues_plans (school_id, club_id, created_at, id);

-- The dues of a person in a club. Members without a row have never paid. A person who leaves and joins again keeps the paid time.
create table dues_members (
  school_id int not null,
  club_id bigint not null,
  user_id bigint not null,
  -- The plan that they paid last.
  plan_id bigint,
  -- The end of the paid time. Null if they have never paid.
  paid_until timestamptz,
  -- When dues became due again: the end of a waiver, or a refund.
  due_from timestamptz,
  waived_at timestamptz,
  waived_by bigint,
  waiver_reason text not null default '' check (length(waiver_reason) <= 500),
  reminded_at timestamptz,
  primary key (school_id, club_id, user_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, plan_id) references dues_plans (school_id, id) on delete set null (plan_id),
  foreign key (school_id, waived_by) references users (school_id, id) on delete set null (waived_by),
  check (waived_at is null or waiver_reason <> '')
);
create index dues_members_user on dues_members (school_id, user_id);
create index dues_members_plan on dues_members (school_id, plan_id) where plan_id is not null;
create index dues_members_waived_by on dues_members (school_id, waived_by) where waived_by is not null;

-- The dues in an order. It makes paying and refunding count once.
create table dues_payments (
  school_id int not null,
  line_id bigint not null,
  plan_id bigint not null,
  club_id bigint not null,
  -- Null after the account was erased.
  user_id bigint,
  -- The plan's months when the order was placed.
  months int not null check (months between 1 and 120),
  state text not null check (state in ('held', 'paid', 'released', 'refunded')),
  paid_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  primary key (school_id, line_id),
  foreign key (school_id, line_id) references order_lines (school_id, id) on delete cascade,
  foreign key (school_id, plan_id) references dues_plans (school_id, id) on delete cascade,
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id),
  check (state <> 'paid' or paid_at is not null)
);
create index dues_payments_member on dues_payments (school_id, club_id, user_id, paid_at);
create index dues_payments_plan on dues_payments (school_id, plan_id);
create index dues_payments_user on dues_payments (school_id, user_id) where user_id is not null;

-- Officers who run the store also manage dues, as in new schools.
alter table roles no force row level security;
update roles set permissions = permissions || '{dues.manage}'
where scope = 'club' and 'store.manage' = any (permissions) and not 'dues.manage' = any (permissions);
