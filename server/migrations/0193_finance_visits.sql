-- A visit lasts until somebody has not looked for half an hour. What is new is what came after the one before it, so that it stays marked
-- while the page is open and asks again.
alter table finance_visits add column before_at timestamptz;
comment on column finance_visits.seen_at is 'When the person looked last';
comment on column finance_visits.before_at is 'When the visit before this one ended; null: there was none';
update finance_visits set before_at = seen_at;
