-- Let a club decide until when people who cancel get the money for their ticket back.
-- Hours before the start; 0 until the start; null if tickets aren't refunded automatically.
alter table events add column refund_hours int check (refund_hours between 0 and 2160);

-- Find the orders of an event's tickets, also after their registrations were canceled.
create index order_lines_ticket on order_lines (school_id, item_id) where kind = 'ticket';
