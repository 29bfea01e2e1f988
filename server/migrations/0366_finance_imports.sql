-- Runs that somebody began who may import finance files alone: nothing else is read from what they sent.
alter table import_runs add column only_finances boolean not null default false;

-- What each account adds up to, so that staff can list accounts by what is owed without adding up all lines of the school.
create table finance_balances (
  school_id int not null,
  account_id bigint not null,
  balance bigint not null default 0,
  primary key (school_id, account_id),
  foreign key (school_id, account_id) references finance_accounts (school_id, id) on delete cascade
);
create index finance_balances_owed on finance_balances (school_id, balance, account_id) where balance > 0;
create index finance_holds_open on finance_holds (school_id, since, id) where lifted_on is null;

alter table finance_lines no force row level security;
insert into finance_balances (school_id, account_id, balance)
  select school_id, account_id, sum(effect) from finance_lines group by 1, 2;
alter table finance_lines force row level security;

create function add_finance_balances() returns trigger language plpgsql as $$
begin
  insert into finance_balances as b (school_id, account_id, balance)
    select school_id, account_id, sum(effect) from changed_lines group by 1, 2 order by 1, 2
    on conflict (school_id, account_id) do update set balance = b.balance + excluded.balance;
  return null;
end $$;
create trigger finance_lines_added after insert on finance_lines referencing new table as changed_lines
  for each statement execute function add_finance_balances();

create function subtract_finance_balances() returns trigger language plpgsql as $$
begin
  update finance_balances b set balance = b.balance - l.sum
    from (select school_id, account_id, sum(effect) as sum from changed_lines group by 1, 2) as l
    where b.school_id = l.school_id and b.account_id = l.account_id;
  return null;
end $$;
create trigger finance_lines_removed after delete on finance_lines referencing old table as changed_lines
  for each statement execute function subtract_finance_balances();
