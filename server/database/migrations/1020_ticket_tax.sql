-- The tax that the price of a ticket type contains, in hundredths of a percent, as products have it.
alter table event_ticket_types add column tax_basis_points int not null default 0 check (tax_basis_points between 0 and 10000);
