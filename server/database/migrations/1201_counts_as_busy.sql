-- Whether the events of an external calendar take its owner's time: they block bookings, and count in shared availability.
alter table calendar_subscriptions add column counts_as_busy boolean not null default true;
