-- A product of a club's store. Docs: docs/decisions/073-orders.md.
create table products (
  school_id int not null references schools,
  id bigint not null default new_id(),
  club_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 4000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Prices contain tax.
  price bigint not null check (price between 0 and 1000000000000),
  member_price bigint check (member_price between 0 and 1000000000000),
  -- The tax that prices contain, in hundredths of a percent.
  tax_basis_points int not null default 0 check (tax_basis_points between 0 and 10000),
  per_person int check (per_person >= 1),
  pick_up text not null default '' check (length(pick_up) <= 400),
  picture_id bigint,
  is_published boolean not null default true,
  archived_at timestamptz,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, picture_id) references uploads (school_id, id) on delete set null (picture_id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create unique index products_client on products (school_id, created_by, client_id);
create index products_club on products (school_id, club_id, created_at desc, id desc);
create index products_picture on products (school_id, picture_id) where picture_id is not null;

-- A size or color of a product. A product without variants has one without a name.
create table product_variants (
  school_id int not null,
  id bigint not null default new_id(),
  product_id bigint not null,
  position int not null,
  name text not null default '' check (length(name) <= 60),
  -- Null for the product's price. Members pay the members' price only without an own price.
  price bigint check (price between 0 and 1000000000000),
  -- Units in stock, including the held ones. Null for no limit.
  stock int check (stock >= 0),
  -- Units that unpaid orders hold. The check is the last guard against selling a unit twice.
  held int not null default 0 check (held >= 0),
  archived_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, product_id) references products (school_id, id) on delete cascade,
  constraint product_variants_held check (stock is null or held <= stock)
);
create index product_variants_product on product_variants (school_id, product_id, position);

-- A file that buyers of a product download.
create table product_files (
  school_id int not null,
  product_id bigint not null,
  upload_id bigint not null,
  position int not null,
  primary key (school_id, product_id, upload_id),
  foreign key (school_id, product_id) references products (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id) on delete cascade
);
create index product_files_upload on product_files (school_id, upload_id);

-- People who want to know when a sold-out variant is back in stock.
create table stock_notices (
  school_id int not null,
  variant_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (school_id, variant_id, user_id),
  foreign key (school_id, variant_id) references product_variants (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index stock_notices_user on stock_notices (school_id, user_id);

-- A code for a discount on orders of a club.
create table discount_codes (
  school_id int not null references schools,
  id bigint not null default new_id(),
  club_id bigint not null,
  -- In upper case.
  code text not null check (length(code) between 2 and 40),
  percent int check (percent between 1 and 100),
  amount bigint check (amount between 1 and 1000000000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses int check (max_uses >= 1),
  per_person int check (per_person >= 1),
  is_on boolean not null default true,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by),
  check ((percent is null) <> (amount is null)),
  check ((amount is null) = (currency is null))
);
create unique index discount_codes_code on discount_codes (school_id, club_id, code);
create unique index discount_codes_client on discount_codes (school_id, created_by, client_id);

-- An order of a person in a club. Its row is the lock for its lines, payments and refunds.
create table orders (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- The number that buyers and officers see.
  number text not null check (number ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  -- Null after the club was deleted. The order stays, because money moved.
  club_id bigint,
  -- Null after the account was erased.
  buyer_id bigint,
  client_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'fulfilled', 'expired', 'canceled')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal bigint not null check (subtotal between 0 and 1000000000000),
  discount bigint not null default 0 check (discount between 0 and subtotal),
  tax bigint not null default 0 check (tax between 0 and total),
  total bigint not null check (total = subtotal - discount),
  discount_code_id bigint,
  -- Until then, the order holds its items. Choosing the desk or an invoice makes it later.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  ready_at timestamptz,
  ended_at timestamptz,
  disputed_at timestamptz,
  pick_up_code text not null check (length(pick_up_code) between 4 and 12),
  version int not null default 1,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete set null (club_id),
  foreign key (school_id, buyer_id) references users (school_id, id) on delete set null (buyer_id),
  foreign key (school_id, discount_code_id) references discount_codes (school_id, id) on delete set null (discount_code_id),
  constraint orders_paid check (state not in ('paid', 'fulfilled') or paid_at is not null)
);
create unique index orders_number on orders (school_id, number);
create unique index orders_client on orders (school_id, buyer_id, client_id);
create index orders_buyer on orders (school_id, buyer_id, created_at desc, id desc);
create index orders_club on orders (school_id, club_id, created_at desc, id desc);
create index orders_discount on orders (school_id, discount_code_id, buyer_id) where discount_code_id is not null;
create index orders_pending on orders (school_id, expires_at) where state = 'pending';

create table order_lines (
  school_id int not null,
  id bigint not null default new_id(),
  order_id bigint not null,
  position int not null,
  kind text not null check (kind in ('product', 'ticket', 'dues', 'donation')),
  -- The variant, ticket type or dues plan. Null for donations. The feature of the kind knows it, so there is no foreign key.
  item_id bigint,
  -- Further facts for the feature of the kind, such as the date of an event.
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  title text not null check (length(title) between 1 and 200),
  quantity int not null check (quantity between 1 and 1000),
  unit_price bigint not null check (unit_price between 0 and 1000000000000),
  discount bigint not null default 0 check (discount >= 0),
  tax bigint not null default 0 check (tax >= 0),
  total bigint not null check (total = unit_price * quantity - discount and total >= 0),
  needs_handover boolean not null default false,
  restocked int not null default 0,
  primary key (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id) on delete cascade,
  constraint order_lines_restocked check (restocked between 0 and quantity)
);
create index order_lines_order on order_lines (school_id, order_id, position);

-- Units of a variant that an order holds or has bought. It makes releasing and selling happen once.
create table product_sales (
  school_id int not null,
  line_id bigint not null,
  variant_id bigint not null,
  -- Null after the account was erased.
  user_id bigint,
  quantity int not null check (quantity >= 1),
  returned int not null default 0 check (returned between 0 and quantity),
  state text not null check (state in ('held', 'sold', 'released')),
  primary key (school_id, line_id),
  foreign key (school_id, line_id) references order_lines (school_id, id) on delete cascade,
  foreign key (school_id, variant_id) references product_variants (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id)
);
create index product_sales_variant on product_sales (school_id, variant_id, state);
create index product_sales_user on product_sales (school_id, user_id, variant_id) where user_id is not null;

-- Downloads of a product's file by a buyer.
create table product_downloads (
  school_id int not null,
  line_id bigint not null,
  upload_id bigint not null,
  count int not null check (count >= 1),
  primary key (school_id, line_id, upload_id),
  foreign key (school_id, line_id) references order_lines (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id) on delete cascade
);
create index product_downloads_upload on product_downloads (school_id, upload_id);

-- A way to pay: of the school, or a club's own connected account (club_id).
create table payment_providers (
  school_id int not null references schools,
  id bigint not null default new_id(),
  provider text not null check (provider in ('stripe', 'desk', 'invoice', 'school')),
  club_id bigint,
  is_on boolean not null default true,
  -- Encrypted with the installation's secret.
  secret_key text,
  key_hint text check (length(key_hint) <= 40),
  webhook_secret text,
  -- The connected account in whose name calls are made.
  account text check (account ~ '^acct_\w{1,60}$'),
  -- For tests: an address on this machine instead of Stripe's. Only the operator can set it.
  address text check (address ~ '^http://127\.0\.0\.1:[0-9]{1,5}$'),
  fee_basis_points int not null default 0 check (fee_basis_points between 0 and 10000),
  fee_fixed bigint not null default 0 check (fee_fixed >= 0),
  hold_hours int check (hold_hours between 1 and 2160),
  updated_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  check (club_id is null or provider = 'stripe')
);
create unique index payment_providers_school on payment_providers (school_id, provider) where club_id is null;
create unique index payment_providers_club on payment_providers (school_id, club_id, provider) where club_id is not null;
-- The version of a school's payment settings.
create table payment_settings (
  school_id int not null references schools,
  version int not null default 1,
  primary key (school_id)
);

create table payments (
  school_id int not null,
  id bigint not null default new_id(),
  order_id bigint not null,
  provider text not null check (provider in ('stripe', 'desk', 'invoice', 'school')),
  -- The account at the provider. Null for providers without one.
  provider_id bigint,
  state text not null default 'open' check (state in ('open', 'succeeded', 'failed', 'canceled')),
  amount bigint not null check (amount between 1 and 1000000000000),
  currency text not null,
  -- What the provider took, which can differ from the amount.
  received bigint check (received >= 0),
  -- The Checkout session and the payment at Stripe; the code of the charge on a school account.
  external_id text check (length(external_id) <= 255),
  external_payment text check (length(external_payment) <= 255),
  url text check (length(url) <= 4000),
  -- Where the provider's page sends the buyer back. Stored, because a repeated call to the provider must be equal.
  return_url text check (length(return_url) <= 2000),
  -- When the session at Stripe ends.
  session_ends_at timestamptz,
  -- The buyer finished the provider's page, and the bank decides later.
  is_processing boolean not null default false,
  -- True if the money didn't pay the order, because it came too late or twice. It is refunded.
  is_unapplied boolean not null default false,
  method text check (method in ('cash', 'check', 'terminal')),
  fee bigint not null default 0 check (fee >= 0),
  recorded_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  checked_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id) on delete cascade,
  foreign key (school_id, provider_id) references payment_providers (school_id, id),
  foreign key (school_id, recorded_by) references users (school_id, id) on delete set null (recorded_by)
);
-- Only one payment of an order can be open, and only one can pay it.
create unique index payments_open on payments (school_id, order_id) where state = 'open';
create unique index payments_paid on payments (school_id, order_id) where state = 'succeeded' and not is_unapplied;
create unique index payments_client on payments (school_id, order_id, client_id);
create unique index payments_external on payments (school_id, provider_id, external_id) where external_id is not null and provider_id is not null;
create index payments_order on payments (school_id, order_id, created_at);
create index payments_external_payment on payments (school_id, external_payment) where external_payment is not null;
create index payments_provider on payments (school_id, provider_id) where provider_id is not null;
create index payments_recorded_by on payments (school_id, recorded_by) where recorded_by is not null;
create index payments_settled on payments (school_id, settled_at) where state = 'succeeded';

create table refunds (
  school_id int not null,
  id bigint not null default new_id(),
  payment_id bigint not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  tax bigint not null default 0 check (tax between 0 and amount),
  reason text not null check (length(reason) between 1 and 500),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  external_id text check (length(external_id) <= 255),
  -- Money that came too late or twice. The club never had it.
  is_automatic boolean not null default false,
  -- Money that the buyer's bank took back. No call to the provider moves it.
  is_dispute boolean not null default false,
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  checked_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, payment_id) references payments (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create unique index refunds_client on refunds (school_id, payment_id, client_id);
create unique index refunds_automatic on refunds (school_id, payment_id) where is_automatic and state <> 'failed';
create unique index refunds_external on refunds (school_id, external_id) where external_id is not null;
create index refunds_payment on refunds (school_id, payment_id, created_at);
create index refunds_created_by on refunds (school_id, created_by) where created_by is not null;
create index refunds_settled on refunds (school_id, settled_at) where state = 'succeeded';

create table refund_requests (
  school_id int not null,
  id bigint not null default new_id(),
  order_id bigint not null,
  state text not null default 'open' check (state in ('open', 'declined', 'refunded')),
  reason text not null check (length(reason) <= 500),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  answer text not null default '' check (length(answer) <= 500),
  decided_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id) on delete cascade,
  foreign key (school_id, decided_by) references users (school_id, id) on delete set null (decided_by)
);
create unique index refund_requests_open on refund_requests (school_id, order_id) where state = 'open';
create unique index refund_requests_client on refund_requests (school_id, order_id, client_id);
create index refund_requests_decided_by on refund_requests (school_id, decided_by) where decided_by is not null;

-- What happened to an order.
create table order_events (
  school_id int not null,
  id bigint not null default new_id(),
  order_id bigint not null,
  -- The position in the order's history. Several events can have the same time.
  number int not null,
  kind text not null check (length(kind) between 1 and 40),
  at timestamptz not null,
  -- Null for the server and for providers, and after the account was erased.
  actor_id bigint,
  primary key (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id) on delete cascade,
  foreign key (school_id, actor_id) references users (school_id, id) on delete set null (actor_id)
);
create unique index order_events_order on order_events (school_id, order_id, number);
create index order_events_actor on order_events (school_id, actor_id) where actor_id is not null;

-- Events that a provider sent. Each is handled once.
create table provider_events (
  school_id int not null references schools,
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 255),
  kind text not null check (length(kind) <= 120),
  object_id text check (length(object_id) <= 255),
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (school_id, provider, event_id)
);
create index provider_events_received on provider_events (school_id, received_at);

-- The order of a registration with a ticket type that has a price. While order_state is due, there is no ticket.
alter table event_registrations add column order_id bigint;
alter table event_registrations add foreign key (school_id, order_id) references orders (school_id, id) on delete set null (order_id);
create index event_registrations_order on event_registrations (school_id, order_id) where order_id is not null;

-- Officers who appoint other officers also run the store, as in new schools, and treasurers do.
alter table roles no force row level security;
update roles set permissions = permissions || '{store.manage}'
where scope = 'club' and ('clubs.manage_officers' = any (permissions) or lower(name) = 'treasurer') and not 'store.manage' = any (permissions);
