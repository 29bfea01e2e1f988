-- How a club accepts donations. A club without a row doesn't accept any. Docs: docs/decisions/073-orders.md.
create table donation_settings (
  school_id int not null,
  club_id bigint not null,
  is_on boolean not null,
  -- What donations are for.
  purpose text not null default '' check (length(purpose) <= 500),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Amounts that people choose from, in minor units.
  suggested bigint[] not null default '{}' check (cardinality(suggested) <= 6),
  min_amount bigint not null check (min_amount between 1 and 1000000000000),
  max_amount bigint check (max_amount between min_amount and 1000000000000),
  -- The account that gets donations. Null for the club's main account.
  account_id bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (school_id, club_id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, account_id) references club_accounts (school_id, id)
);
create index donation_settings_account on donation_settings (school_id, account_id) where account_id is not null;

-- Officers don't see the buyer of an order that has only an anonymous donation.
alter table orders add column is_anonymous boolean not null default false;

-- The ledger account of a donation. It's stored, so that a refund takes the money from there.
alter table order_lines add column account_id bigint;
alter table order_lines add foreign key (school_id, account_id) references club_accounts (school_id, id);
create index order_lines_account on order_lines (school_id, account_id) where account_id is not null;
