-- Computes the oldest due date (`finance_balances.oldest_due`) of some accounts; null if the balance is zero or less. Reversals and
-- reversed transactions are ignored. Amounts are in minor units of the account's currency.
-- 1. Each due item has a date: charges with a due date, and the installments of a payment plan. The plan replaces charges that
--    were open when it was created, earliest first, up to the sum of its installments. The rest keeps its dates.
-- 2. Payments cover the earliest items first. So the oldest item that is still open is the first one for which the balance exceeds
--    the sum of all later items.
-- 3. The rest of the balance belongs to charges without a due date and to refunds. They are due on their date, or on the day they
--    were entered if that is earlier.
-- 4. If neither explains the rest, the earliest transaction that increased the balance counts.
-- The result is the earlier of the dates from 2 and from 3 or 4. server/src/features/finances/due-dates.ts has the same rule for one
-- account.
-- Callers: add_finance_balances, subtract_finance_balances
create or replace function refresh_oldest_due(school int, accounts bigint[]) returns void language plpgsql as $$
begin
  with owing as (
    select b.account_id, b.balance from unnest(accounts) as k (id) join finance_balances b on b.school_id = school and b.account_id = k.id
    where b.balance > 0
  ), lines as (
    select o.account_id, o.balance, l.id, l.kind, l.amount, l.effect, l.on_date, l.due_on,
      -- A charge without a due date is due immediately, even if its date is in the future.
      least(l.on_date, (l.created_at at time zone 'UTC')::date) as since
    from owing o join finance_transactions l on l.school_id = school and l.account_id = o.account_id
    where l.reverses_id is null and not exists (select from finance_transactions r where r.school_id = school and r.reverses_id = l.id)
  ), plans as (
    select account_id, balance, min(id) filter (where kind = 'installment') as made,
      coalesce(sum(amount) filter (where kind = 'installment'), 0) as planned
    from lines group by account_id, balance
  ), plans_then as (
    select p.account_id, p.planned, p.made, p.balance - coalesce(sum(l.effect) filter (where l.id > p.made), 0) as owed_then
    from plans p join lines l on l.account_id = p.account_id where p.made is not null group by p.account_id, p.planned, p.made, p.balance
  ), open_then as (
    select l.account_id, l.id, l.due_on, p.planned, least(l.amount, greatest(0, p.owed_then - coalesce(sum(l.amount)
      over (partition by l.account_id order by l.due_on desc, l.id desc rows between unbounded preceding and 1 preceding), 0))) as open
    from lines l join plans_then p on p.account_id = l.account_id
    where l.kind = 'charge' and l.due_on is not null and l.id < p.made
  ), items as (
    select account_id, due_on as due, least(open, greatest(0,
      sum(open) over (partition by account_id order by due_on, id rows unbounded preceding) - planned)) as amount
    from open_then
    union all
    select l.account_id, l.due_on, l.amount from lines l join plans p on p.account_id = l.account_id
    where l.kind = 'charge' and l.due_on is not null and (p.made is null or l.id > p.made)
    union all
    select account_id, on_date, amount from lines where kind = 'installment'
  ), later as (
    select account_id, due, amount, coalesce(sum(amount)
      over (partition by account_id order by due desc groups between unbounded preceding and 1 preceding), 0) as amount_later
    from items where amount > 0
  ), dated as (
    select p.account_id, p.balance, p.made, min(l.due) filter (where p.balance > l.amount_later) as due,
      p.balance - coalesce(sum(l.amount), 0) as rest
    from plans p left join later l on l.account_id = p.account_id group by p.account_id, p.balance, p.made
  ), undated as (
    select l.account_id, l.since, d.rest - coalesce(sum(l.amount)
      over (partition by l.account_id order by l.since desc groups between unbounded preceding and 1 preceding), 0) as open
    from dated d join lines l on l.account_id = d.account_id
    where d.rest > 0 and (l.kind = 'charge' and l.due_on is null or l.kind = 'refund') and (d.made is null or l.id > d.made)
  ), at_once as (
    select account_id, min(since) as due from undated where open > 0 group by account_id
  ), earliest as (
    select account_id, min(since) as due from lines where effect > 0 group by account_id
  ), oldest as (
    select d.account_id, least(d.due, case when d.rest > 0 then coalesce(u.due, e.due) end) as due
    from dated d left join at_once u on u.account_id = d.account_id left join earliest e on e.account_id = d.account_id
  )
  update finance_balances b set oldest_due = o.due
    from unnest(accounts) as k (id) left join oldest o on o.account_id = k.id
    where b.school_id = school and b.account_id = k.id and b.oldest_due is distinct from o.due;
end $$;
