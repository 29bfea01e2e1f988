-- The ids with which the buyer placed the same unpaid order of dues again. A retry of such a call returns the order, also after it was paid.
alter table orders add column repeated_client_ids uuid[] not null default '{}';
