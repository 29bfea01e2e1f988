-- Guests by ticket type: how many, and what each pays. Null: the event's limit, and the same price.
alter table event_ticket_types add column guests_max int check (guests_max between 0 and 9);
alter table event_ticket_types add column guest_price bigint check (guest_price between 0 and 1000000000000);
alter table event_ticket_types add constraint event_ticket_types_guest_price check (guest_price is null or price is not null);
