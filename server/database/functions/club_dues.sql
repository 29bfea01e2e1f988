-- Returns the dues of a club's members at a time; `person` limits the result to one of them. `ends` is the end of the paid time, or of the
-- time to pay.
-- - waived: an officer waived the dues;
-- - paid: until `paid_until`;
-- - none: no open plan;
-- - grace: the plan's grace period after the paid time;
-- - due: the same time after they joined, a waiver ended, a payment was refunded, or the club's first plan started. It lasts a day at
--   least, so that new members can pay;
-- - lapsed: after that.
-- The plan is the one that they paid last, or the club's first one, among open plans.
-- Callers: election_voters_by_rule.sql, features/dues/dues.queries.ts, features/elections/voters/voters.queries.ts
create or replace function club_dues(club bigint, person bigint, at timestamptz)
returns table (member bigint, state text, ends timestamptz, plan bigint, reminded timestamptz) language sql stable as $$
  with open as (
    select p.id, p.grace_days, p.created_at, row_number() over (order by p.created_at, p.id) as nth
    from dues_plans p where p.club_id = club and p.archived_at is null
  )
  select m.user_id,
    case when d.waived_at is not null then 'waived' when d.paid_until > at then 'paid' when p.id is null then 'none'
      when x.ends <= at then 'lapsed' when x.is_after_paid then 'grace' else 'due' end,
    case when d.waived_at is not null then null when d.paid_until > at then d.paid_until when p.id is null then null else x.ends end,
    case when d.paid_until > at then d.plan_id else p.id end,
    d.reminded_at
  from club_members m
    join users u on u.school_id = m.school_id and u.id = m.user_id and not u.is_disabled
    left join dues_members d on d.school_id = m.school_id and d.club_id = m.club_id and d.user_id = m.user_id
    left join lateral (select o.id, o.grace_days from open o order by (o.id = d.plan_id) desc nulls last, o.nth limit 1) p on true
    left join lateral (select greatest(m.since, d.due_from, (select min(o.created_at) from open o)) as owed) s on true
    left join lateral (select coalesce(d.paid_until >= s.owed, false) as is_after_paid) a on true
    left join lateral (select a.is_after_paid, case when a.is_after_paid then d.paid_until + make_interval(hours => 24 * p.grace_days)
      else s.owed + make_interval(hours => 24 * greatest(p.grace_days, 1)) end as ends) x on true
  where m.club_id = club and m.status = 'member' and (person is null or m.user_id = person)
$$;
