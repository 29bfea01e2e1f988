-- The relay reads off what is due, past nothing that is not.
drop index outbox_waiting;
create index outbox_waiting on outbox (coalesce(due_at, '-infinity'::timestamptz), id) where delivered_at is null;

-- Due, but its receiver has enough in hand: the next that ends there leads to it.
alter table webhook_deliveries add column waits_turn boolean not null default false;
-- An admin asked for this very try: it is made also while the webhook is off.
alter table webhook_deliveries add column by_hand boolean not null default false;
create index webhook_deliveries_turn on webhook_deliveries (school_id, hook_id, id) where waits_turn;
-- Tests that wait at this moment.
update webhook_deliveries set by_hand = true where state = 'waiting' and event_id is null;
